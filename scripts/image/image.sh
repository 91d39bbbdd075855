#!/usr/bin/env bash
# `npm run image` builds the image and tries it: first one container, then the Compose files. `npm run image -- build` only builds.
# Must run as root on Debian. Installs missing container tools. Images and downloads stay in the folder IMAGE_CACHE.
set -euo pipefail
here=$(dirname "$(realpath "$0")")
export TREE; TREE=$(realpath "$here/../..")
export CACHE=${IMAGE_CACHE:-/var/tmp/grouplight-image}
mkdir -p "$CACHE"

tools=(buildah podman crun debootstrap docker-compose netavark aardvark-dns iptables)
missing=$(dpkg-query -Wf '${Package} ${Status}\n' "${tools[@]}" 2>/dev/null | grep -c 'install ok installed' || true)
if [ "$missing" -lt ${#tools[@]} ]; then
  apt-get update -q >/dev/null
  DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends "${tools[@]}" >/dev/null
fi

# All tools use this storage, so other images and containers on this machine do not change.
cat >"$CACHE/storage.conf" <<C
[storage]
driver = "overlay"
graphroot = "$CACHE/storage"
runroot = "$CACHE/run"
C
# The limit of open files is the highest that this machine allows. The cgroup manager `cgroupfs` works without systemd.
cat >"$CACHE/containers.conf" <<C
[containers]
default_ulimits = ["nofile=$(ulimit -Hn):$(ulimit -Hn)", "nproc=4096:4096"]
[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
[network]
network_backend = "netavark"
C
export CONTAINERS_STORAGE_CONF="$CACHE/storage.conf" CONTAINERS_CONF="$CACHE/containers.conf" DISABLE_HC_SYSTEMD=true

echo '== base images'
bash "$here/base-images.sh"

echo '== the image'
# Without `--format docker`, the health check would be left out.
buildah bud --isolation chroot --pull-never --layers --format docker -t docker.io/library/grouplight "$TREE" >"$CACHE/build.log" 2>&1 ||
  { tail -40 "$CACHE/build.log"; exit 1; }
size=$(buildah push -q docker.io/library/grouplight "dir:$CACHE/pushed" && du -sm "$CACHE/pushed" | cut -f1)
rm -rf "$CACHE/pushed"
echo "compressed: $size MB"
[ "${1:-}" = build ] && exit

# In new network and mount namespaces, the ports are free, and this machine's network does not change.
unshare --mount --net --propagation private bash "$here/try-all.sh"
echo 'The image and the Compose files work.'
