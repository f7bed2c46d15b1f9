# web, worker and migrate are one image with three commands (docker-compose.yml). One stage builds; the last one holds the
# programs and the packages that they load (docs/decisions/029). `npm run image` builds it without Docker too.
ARG NODE_VERSION=24.21.0
ARG BASE_IMAGE=docker.io/library/node:${NODE_VERSION}-bookworm-slim

FROM ${BASE_IMAGE} AS build
WORKDIR /app
# The optional secret is the npm configuration of a machine behind a registry mirror. It does not enter a layer.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc npm install --global npm@11.19.1
COPY package.json package-lock.json .npmrc ./
# Not `npm ci`: it refuses a lockfile that lacks the binaries of other platforms, and a mirror may lack them.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc npm install --no-save --ignore-scripts
COPY . .
RUN npm run generate && npm run build
# Not `npm prune --omit=dev`: it keeps optional peers such as the Prisma CLI, and the bundler of workflows.
RUN node dev/image/prune-packages.mjs

FROM ${BASE_IMAGE}
WORKDIR /app
ENV NODE_ENV=production
COPY package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/build build
USER node
EXPOSE 3000
CMD ["node", "--max-semi-space-size=64", "build/web/server/main.js"]
