"""Edition v14: put this folder on the path, as the framework's root."""
