# One image for api, worker, codec, migrate, and admin: the command decides which. `docker compose` builds it.
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
# `node` is the official image's unprivileged user. It owns none of the files it runs.
USER node
EXPOSE 3000 9464
# Without npm, so that signals reach the process and it can finish its requests.
CMD ["node", "dist/src/main/api.js"]
