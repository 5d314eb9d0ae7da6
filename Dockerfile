# One image for api, worker, codec, migrate and admin: the command says which. `docker compose` builds it.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:24-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# `node` is the unprivileged user of the official image; it owns none of the files it runs.
USER node
EXPOSE 3000 9464
# Directly, not by npm: signals reach the process, which then finishes what is in flight.
CMD ["node", "dist/src/main/api.js"]
