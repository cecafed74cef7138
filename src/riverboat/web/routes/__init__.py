"""What the page can be asked, by address."""
