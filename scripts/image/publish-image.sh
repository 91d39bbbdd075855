#!/usr/bin/env bash
# Builds the image of a version for both processors, pushes it with a list of its parts and a record of its build, and signs it. The
# arguments are the tag and the name of the image, for example: publish-image.sh v1.2.3 ghcr.io/grouplight/grouplight. With DRY_RUN=1, it
# prints the commands.
set -euo pipefail
cd "$(dirname "$0")/../.."
tag=$1 image=$2
run() { if [ "${DRY_RUN:-}" ]; then echo "$*"; else "$@"; fi; }

tags=$(node scripts/release.mjs tags "$tag")
metadata=$(mktemp)
trap 'rm -f "$metadata"' EXIT
options=(--platform linux/amd64,linux/arm64 --pull --push --sbom=true --provenance=mode=max --metadata-file "$metadata")
for name in $tags; do options+=(--tag "$image:$name"); done
for label in "version=${tag#v}" "revision=$(git rev-parse HEAD)" "created=$(git log -1 --format=%cI)" "source=${SOURCE_URL:-}"; do
  options+=(--label "org.opencontainers.image.$label")
done
run docker buildx build "${options[@]}" .
digest=$(sed -n 's/.*"containerimage.digest": *"\([^"]*\)".*/\1/p' "$metadata" | head -1)
run cosign sign --yes "$image@$digest"
