#!/bin/sh
# Run once by the image of PostgreSQL, when it has made the database of compose.yaml: lets the replica in, and keeps for
# it what it has not fetched yet.
set -eu
echo 'host replication swarnika samenet scram-sha-256' >> "$PGDATA/pg_hba.conf"
psql --username swarnika --dbname swarnika --command "select pg_create_physical_replication_slot('replica')"
