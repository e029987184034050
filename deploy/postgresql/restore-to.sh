#!/bin/sh
# restore-to.sh COPY WAL DATA TIME: makes the data folder DATA of the copy, which the server brings to TIME ('2026-11-23
# 14:05:00+05:30') when it starts on it, by the archive in WAL. As postgres; neither the copy nor the archive is
# changed.
set -eu
copy=$1 wal=$2 data=$3 time=$4
test ! -e "$data"
cp -R "$copy" "$data"
chmod 700 "$data"
cat >> "$data/postgresql.auto.conf" <<EOF
archive_mode = 'off'
restore_command = 'cp "$wal/%f" "%p"'
recovery_target_time = '$time'
recovery_target_action = 'promote'
EOF
touch "$data/recovery.signal"
