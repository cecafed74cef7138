"""The formats of recorded hands, a file or a few each; `riverboat.records.formats.registry` lists them."""
