#!/usr/bin/env bash
# Starts the services of a Compose file and uses the site at an address. Then stops and starts all services, and checks that the
# data is still there. The arguments are the Compose file, the address and the names of the nodes. Called by try-all.sh.
set -euo pipefail
here=$(dirname "$(realpath "$0")")
file=$1 site=$2; shift 2
nodes=("$@")
. "$here/use-site.sh"

# A folder with copies of the files that Compose needs, and with an .env file of its own.
folder=$CACHE/compose
rm -rf "$folder" && mkdir -p "$folder/deploy"
cp "$TREE/$file" "$folder/" && cp "$TREE/deploy/Caddyfile" "$folder/deploy/"
sed -e 's/^SITE_NAME=.*/SITE_NAME=localhost/' -e "s/^POSTGRES_PASSWORD=.*/POSTGRES_PASSWORD=$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')/" \
  -e "s/^AUTH_SECRET=.*/AUTH_SECRET=$(od -An -N32 -tx1 /dev/urandom | tr -d ' \n')/" "$TREE/.env.example" >"$folder/.env"
cd "$folder"
compose() { docker-compose -p try -f "$file" "$@" >"$CACHE/compose.log" 2>&1 </dev/null || { tail -30 "$CACHE/compose.log"; return 1; }; }
container() { compose ps -q "$1" && head -1 "$CACHE/compose.log"; }

# Compose needs Podman's service. Podman itself runs health checks only with systemd. Therefore a loop runs the health checks.
export DOCKER_HOST=unix://$CACHE/podman.sock
podman system service --time 0 "$DOCKER_HOST" >"$CACHE/service.log" 2>&1 </dev/null & service=$!
(while sleep 2; do for id in $(podman ps -q --filter health=starting --filter health=unhealthy); do podman healthcheck run "$id" >/dev/null 2>&1 || true; done; done) & checks=$!
trap 'docker-compose -p try -f "$file" down -v >/dev/null 2>&1; kill $checks $service 2>/dev/null' EXIT
started=$(now_ms)
until [ -S "$CACHE/podman.sock" ]; do sleep 0.1; done
compose up -d --no-build
wait_until_ready "$started" 'first start' || { for node in "${nodes[@]}"; do podman logs "$(container "$node")" | tail -20; done; exit 1; }
use_site podman exec "$(container "${nodes[0]}")" node server/src/start/admin.ts link verify ada@example.org
for node in "${nodes[@]}"; do
  podman healthcheck run "$(container "$node")"
  # The command `doctor` fails, because the mail server of .env.example does not exist. Only the line about the database is checked.
  (podman exec "$(container "$node")" node server/src/start/admin.ts doctor || true) | grep -E '^ok +database'
done
compose stop -t 20
for node in "${nodes[@]}"; do echo "$node: exit $(podman inspect "$(container "$node")" --format '{{.State.ExitCode}}')"; done
started=$(now_ms)
compose start
wait_until_ready "$started" 'start'
sign_in
find_group
