"""What all readers share: places in a text, and JSON documents taken apart."""
