"""The widgets: they place what `draw` made, and listen to keys and mouse."""
