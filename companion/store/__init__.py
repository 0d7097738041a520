"""What is kept on disk: journal, archive, exports, boards."""
