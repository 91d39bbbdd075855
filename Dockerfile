# The image contains no npm packages except the server's dependencies. docs/operations.md says how to name base images by digest.
ARG NODE_IMAGE=node:24-bookworm-slim
ARG BASE_IMAGE=debian:bookworm-slim

FROM ${NODE_IMAGE} AS install
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY locales/package.json locales/
COPY server/package.json server/
COPY web/package.json web/

FROM install AS build
RUN npm ci --ignore-scripts --loglevel=error
COPY tsconfig.base.json ./
COPY contract contract
COPY locales locales
COPY web web
RUN cd web && ../node_modules/.bin/node ../node_modules/vite/bin/vite.js build --logLevel warn
# The server and the tests run on the Node that the lock file pins.
RUN cp -L node_modules/.bin/node /usr/local/bin/pinned-node

FROM install AS production
RUN npm ci --omit=dev --workspace server --ignore-scripts --loglevel=error
# Writes a list of the npm packages (CycloneDX), and the license texts that these packages contain.
RUN npm sbom --omit=dev --workspace server --sbom-format cyclonedx --package-lock-only > sbom.cdx.json \
  && find node_modules -maxdepth 3 -iregex '.*/\(licen[cs]e\|notice\|copying\)[^/]*' -type f | sort \
  | while read -r file; do printf '\n== %s\n\n' "$file"; cat "$file"; done > LICENSES.txt
COPY contract contract
COPY locales locales
COPY server server
# Creates the empty database that a first start copies. Creating it takes more memory than running a server.
RUN node --liftoff-only --max-semi-space-size=2 server/src/platform/database/embedded/data-dir/build-database.ts

FROM ${BASE_IMAGE}
LABEL org.opencontainers.image.title="Grouplight" org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.description="A traffic light for people: groups in which each member shows whether they are available right now."
# The server sends itself SIGKILL when its database makes no progress. As process 1, it would ignore this signal. Therefore process 1
# is tini (docs/decisions/starting-and-stopping.md).
RUN apt-get update -q && apt-get install -qy --no-install-recommends tini ca-certificates && rm -rf /var/lib/apt/lists/*
RUN useradd --uid 10001 --user-group --no-create-home --shell /usr/sbin/nologin grouplight \
  && install -d -m 700 -o grouplight -g grouplight /data /var/cache/grouplight
WORKDIR /app
COPY --from=build /usr/local/bin/pinned-node /usr/local/bin/node
COPY --from=production /app ./
COPY --from=build /app/web/dist web/dist

ENV NODE_ENV=production NODE_OPTIONS="--disable-warning=ExperimentalWarning --max-semi-space-size=16" \
  NODE_COMPILE_CACHE=/var/cache/grouplight MALLOC_TRIM_THRESHOLD_=131072 \
  HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER grouplight
# Loads the server's files once, so that Node stores them compiled and each start is faster. Must come after USER, because Node has a
# separate cache for each user of the system.
RUN node -e "import('./server/src/start/app.ts'); import('@electric-sql/pglite')"
VOLUME /data
EXPOSE 3000
# /api/health shows whether the process responds. /api/ready, which the proxy uses, shows whether the node can serve users.
# Bash opens the connection itself, because another Node would take 86 MB and half a second of CPU at each check.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/${PORT//[!0-9]/} && printf 'GET /api/health HTTP/1.0\\r\\n\\r\\n' >&3 && read -r _ status _ <&3 && [ \"$status\" = 200 ]"]
ENTRYPOINT ["tini", "-s", "--"]
CMD ["node", "server/src/start/main.ts"]
