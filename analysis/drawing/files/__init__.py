"""Pictures in files: SVG, PNG and PDF."""
