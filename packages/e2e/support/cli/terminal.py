"""Runs a command in a pseudo-terminal of its own: terminal.py COLUMNS COMMAND ARGUMENTS...

What comes on stdin is typed into the terminal, and what it shows goes to stdout. Exits as the command does.
"""

import fcntl
import os
import pty
import select
import struct
import sys
import termios

columns, command = int(sys.argv[1]), sys.argv[2:]
child, master = pty.fork()
if child == 0:
    os.execvp(command[0], command)
fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
sources = [master, 0]
while True:
    ready, _, _ = select.select(sources, [], [])
    if 0 in ready:
        typed = os.read(0, 4096)
        if typed:
            os.write(master, typed)
        else:
            sources.remove(0)
    if master in ready:
        try:
            shown = os.read(master, 65536)
        except OSError:  # Linux answers so when the command has ended.
            break
        if not shown:
            break
        os.write(1, shown)
_, status = os.waitpid(child, 0)
sys.exit(os.waitstatus_to_exitcode(status) % 256)
