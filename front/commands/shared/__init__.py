"""What the commands have in common: words, options, output, progress, interrupts."""
