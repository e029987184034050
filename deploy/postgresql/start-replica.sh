#!/bin/sh
# The replica of compose.yaml: copies the database once, then follows it, until it is promoted.
set -eu
if ! test -e "$PGDATA/copied"; then
  rm -rf "$PGDATA"
  pg_basebackup --host "${PRIMARY_HOST:-postgres}" --username swarnika --pgdata "$PGDATA" --checkpoint fast --slot replica --write-recovery-conf
  touch "$PGDATA/copied"
fi
exec postgres
