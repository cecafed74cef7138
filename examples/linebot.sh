#!/bin/sh
# A bot in any language: riverboat match "exec:sh examples/linebot.sh" tight-aggressive
# One JSON object comes in on each line; a "decide" is answered with one line of text.
while read -r line; do
  case "$line" in
    '{"type": "decide", "legal": ["check"'*) echo check ;;
    '{"type": "decide"'*) echo call ;;
  esac
done
