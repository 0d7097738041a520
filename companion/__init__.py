"""What is being played, and by whom: referees, the session, table scripts, the desk window."""
