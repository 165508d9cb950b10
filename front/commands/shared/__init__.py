"""What the commands share: arguments, options, the runner, output, progress, interrupts."""
