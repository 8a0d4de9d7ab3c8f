#!/bin/sh
# A back-up and a restore to a moment, tried on a real PostgreSQL on loopback, as docs/operate.md describes it: rows are written, a moment is
# noted, more rows are written, everything is lost, and the database is brought back to that moment.
set -eu
cd "$(dirname "$0")/.."
place=$(mktemp -d)
script=$PWD/scripts/postgres.sh
as_owner() { if [ "$(id -u)" = 0 ]; then runuser -u "$(stat -c %U "$place/db/data")" -- "$@"; else "$@"; fi; }
end() {
    sh "$script" stop "$place/db" || true
    sh "$script" stop "$place/back" || true
    rm -rf "$place"
}
trap end EXIT
mkdir "$place/archive"
chmod 777 "$place" "$place/archive"
POSTGRES_OPTIONS="-c archive_mode=on -c archive_command='cp %p $place/archive/%f' -c wal_level=replica"
export POSTGRES_OPTIONS
address=$(sh "$script" start "$place/db")
bin=$(dirname "$(readlink -f "/proc/$(head -n 1 "$place/db/data/postmaster.pid")/exe")")
ask() { "$bin/psql" --no-psqlrc --quiet --tuples-only --no-align --set ON_ERROR_STOP=1 --dbname "$1" --command "$2"; }

ask "$address" "CREATE TABLE promises (number int PRIMARY KEY)"
ask "$address" "INSERT INTO promises SELECT generate_series(1, 1000)"
as_owner "$bin/pg_basebackup" --pgdata "$place/base" --dbname "$address" --checkpoint fast
ask "$address" "INSERT INTO promises SELECT generate_series(1001, 2000)"
moment=$(ask "$address" "SELECT clock_timestamp()")
sleep 1
ask "$address" "DELETE FROM promises"
ask "$address" "SELECT pg_switch_wal()" >/dev/null
# The last part of the log is in the archive.
as_owner "$bin/psql" --no-psqlrc --quiet --dbname "$address" --command "CHECKPOINT" >/dev/null
tries=0
while [ -n "$(ls "$place/db/data/pg_wal/archive_status" | grep '\.ready$' || true)" ] && [ $tries -lt 50 ]; do
    sleep 0.2
    tries=$((tries + 1))
done
# The machine is lost.
sh "$script" stop "$place/db"

mkdir "$place/back"
chown --reference="$place/db/data" "$place/back"
mv "$place/base" "$place/back/data"
as_owner sh -c "printf \"restore_command = 'cp $place/archive/%%f %%p'\nrecovery_target_time = '$moment'\n\" >>'$place/back/data/postgresql.auto.conf'; touch '$place/back/data/recovery.signal'"
POSTGRES_OPTIONS=
address=$(sh "$script" start "$place/back")
found=$(ask "$address" "SELECT count(*) FROM promises")
ask "$address" "SELECT pg_wal_replay_resume()" >/dev/null
if [ "$found" != 2000 ]; then
    echo "restored $found of 2000 rows" >&2
    exit 1
fi
tries=0
until ask "$address" "INSERT INTO promises VALUES (0)" 2>/dev/null; do
    [ $tries -lt 50 ] || { echo "the restored database cannot be written" >&2; exit 1; }
    sleep 0.2
    tries=$((tries + 1))
done
echo "restored to $moment: 2000 of 2000 rows, and it goes on from there"
