"""The boards that Bombe ships; see README.md beside this file."""
