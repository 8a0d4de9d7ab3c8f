#!/bin/sh
# A PostgreSQL of its own for tests, in a folder that is thrown away.
#
#   postgres.sh start FOLDER [PORT]   makes a database in FOLDER and prints its address
#   postgres.sh stop FOLDER           ends it
#
# It listens on loopback at PORT, or at a free one. Where there is no PostgreSQL it is installed, if that is possible; else
# the script says what is missing and ends with status 77.
set -eu

order=${1:?start or stop}
folder=${2:?a folder}

# The newest that is installed.
find_bin() {
    for bin in $(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -rV) /usr/local/pgsql/bin; do
        if [ -x "$bin/initdb" ]; then
            echo "$bin"
            return 0
        fi
    done
    initdb=$(command -v initdb) && dirname "$initdb"
}

# PostgreSQL refuses to run as root.
as_user() {
    if [ "$(id -u)" = 0 ]; then
        if id postgres >/dev/null 2>&1; then user=postgres; else user=nobody; fi
        runuser -u "$user" -- "$@"
    else
        "$@"
    fi
}

if [ "$order" = start ] && ! find_bin >/dev/null; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        # Without a server of the system's own.
        mkdir -p /etc/postgresql-common
        [ -e /etc/postgresql-common/createcluster.conf ] ||
            echo "create_main_cluster = false" >/etc/postgresql-common/createcluster.conf
        { apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qqy install postgresql; } >&2 || true
    fi
    if ! find_bin >/dev/null; then
        echo "There is no PostgreSQL here and it cannot be installed. Install Debian's package postgresql." >&2
        exit 77
    fi
fi
bin=$(find_bin)

case $order in
start)
    mkdir -p "$folder"
    folder=$(cd "$folder" && pwd)
    if [ "$(id -u)" = 0 ]; then
        if id postgres >/dev/null 2>&1; then chown postgres "$folder"; else chown nobody "$folder"; fi
    fi
    chmod 755 "$folder"
    cd "$folder"
    port=${3:-$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')}
    [ -d "$folder/data" ] || as_user "$bin/initdb" --pgdata "$folder/data" --username bastide --auth trust \
        --encoding UTF8 --no-locale --no-sync >"$folder/initdb.log" 2>&1
    as_user "$bin/pg_ctl" --pgdata "$folder/data" --log "$folder/postgres.log" --wait --timeout 60 --silent \
        --options "-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=200 ${POSTGRES_OPTIONS:-}" \
        start >/dev/null
    echo "postgres://bastide@127.0.0.1:$port/postgres"
    ;;
stop)
    folder=$(cd "$folder" && pwd)
    cd "$folder"
    as_user "$bin/pg_ctl" --pgdata "$folder/data" --mode immediate --silent stop >/dev/null 2>&1 || true
    ;;
*)
    echo "start or stop, not $order" >&2
    exit 2
    ;;
esac
