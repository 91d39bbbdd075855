#!/usr/bin/env bash
# Tries the image and the Compose files. Called by image.sh in new network and mount namespaces.
set -euo pipefail
here=$(dirname "$(realpath "$0")")
ip link set lo up
# crun refuses a cgroup tree that mixes version 1 and version 2.
umount /sys/fs/cgroup/unified 2>/dev/null || true
echo '== one container'
bash "$here/try-container.sh"
echo '== one node with Compose'
bash "$here/try-compose.sh" compose.yaml https://localhost node-1
echo '== one node with Compose, without a proxy'
bash "$here/try-compose.sh" compose.proxy.yaml http://localhost:3000 node-1
echo '== two nodes with Compose'
bash "$here/try-compose.sh" compose.cluster.yaml https://localhost node-1 node-2
