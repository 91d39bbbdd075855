#!/usr/bin/env bash
# Runs one container with the embedded database and uses the site over HTTP. Stops and starts the container, then replaces it by a new
# one, and checks that the data is still there. Called by try-all.sh.
set -euo pipefail
here=$(dirname "$(realpath "$0")")
site=http://localhost:3000
. "$here/use-site.sh"

trap 'podman rm -f try >/dev/null 2>&1; podman volume rm -f try >/dev/null 2>&1' EXIT
started=$(now_ms)
podman run -d --name try --network host --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges \
  -e HOST=localhost -v try:/data docker.io/library/grouplight >/dev/null
wait_until_ready "$started" 'first start' || { podman logs try; exit 1; }
use_site podman exec try node server/src/start/admin.ts link verify ada@example.org
echo "user: $(podman exec try id -u)"
podman healthcheck run try && echo 'the health check succeeds'
podman exec try sh -c 'test -s sbom.cdx.json && test -s LICENSES.txt' && echo 'the list of parts and the licenses are inside'
started=$(now_ms)
podman stop -t 20 try >/dev/null
echo "stop: $(($(now_ms) - started)) ms, exit $(podman inspect try --format '{{.State.ExitCode}}')"
started=$(now_ms)
podman start try >/dev/null
wait_until_ready "$started" 'start'
sign_in
find_group
podman rm -f try >/dev/null
started=$(now_ms)
podman run -d --name try -p 3000:3000 -v try:/data docker.io/library/grouplight >/dev/null
wait_until_ready "$started" 'start with a published port'
sign_in
find_group
