"""What `make hardware` makes of a box file: wiring drawings, schematics, bill of materials."""
