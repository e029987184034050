#!/bin/sh
# Run once by Patroni, on the first primary: the shop's user and database. $1 is the connection.
set -eu
psql "$1" --no-psqlrc --set ON_ERROR_STOP=1 --set password="$DATABASE_PASSWORD" <<'SQL'
create role swarnika login password :'password';
create database swarnika owner swarnika;
SQL
