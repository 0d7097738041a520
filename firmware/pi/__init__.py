"""The box's real parts: gpiozero inputs and outputs, luma panels. Works on mock pins just as well."""
