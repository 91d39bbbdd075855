#!/bin/sh
# Starts Debian's PostgreSQL as the official image does: the first start creates the user and a database of the same name.
set -e
bin=/usr/lib/postgresql/15/bin
data=/var/lib/postgresql/data
as_postgres() { setpriv --reuid postgres --regid postgres --init-groups "$@"; }
install -d -o postgres -g postgres -m 700 "$data" /var/run/postgresql
if [ ! -s "$data/PG_VERSION" ]; then
  printf %s "$POSTGRES_PASSWORD" >/tmp/password && chmod 644 /tmp/password
  as_postgres "$bin/initdb" -D "$data" -E UTF8 -U "$POSTGRES_USER" -A scram-sha-256 --pwfile=/tmp/password >/dev/null
  rm /tmp/password
  echo 'host all all all scram-sha-256' >>"$data/pg_hba.conf"
  echo "create database $POSTGRES_USER" | as_postgres "$bin/postgres" --single -D "$data" postgres >/dev/null
fi
exec setpriv --reuid postgres --regid postgres --init-groups "$bin/postgres" -D "$data" -c 'listen_addresses=*'
