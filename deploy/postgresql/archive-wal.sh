#!/bin/sh
# archive-wal.sh PATH NAME: copies a file of the log to /mnt/wal, whole or not at all. PostgreSQL repeats it until it
# ends with 0. One program, as Patroni runs archive_command without a shell.
set -eu
target=/mnt/wal/$2
# A file that is there already must be the same.
if test -e "$target"; then exec cmp -s "$1" "$target"; fi
cp "$1" "$target.part"
sync "$target.part"
mv "$target.part" "$target"
