#!/bin/sh
# A played engine: its bench is to say how many nodes it has searched, as Stockfish does.
test "$*" = bench && printf 'Nodes searched  : 4321\nNodes/second    : 1\n' >&2
