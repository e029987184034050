#!/bin/sh
# base-backup.sh FOLDER: a checked copy of the whole server in a new folder there, whose name it prints. Nightly, as
# postgres.
set -eu
# Where Debian has pg_verifybackup, of each version.
PATH=$PATH:$(printf '%s:' /usr/lib/postgresql/*/bin)
target="$1/$(date --utc +%Y-%m-%dT%H%M%S)"
pg_basebackup --pgdata "$target.part" --checkpoint fast --wal-method stream --no-password
pg_verifybackup --quiet "$target.part"
mv "$target.part" "$target"
echo "$target"
