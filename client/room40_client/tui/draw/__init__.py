"""What stands on the screen, as pure functions from a view to lines of (text, style name) runs. No Textual here."""
