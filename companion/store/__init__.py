"""What is kept on disk: journal, archive, exports, the things games keep."""
