import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { getCaptchaChallenge } from '#contract/captcha.ts'
import * as contract from '#contract/system.ts'
import type { Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'
import { openApiDocument } from './openapi.ts'
import { readiness } from './readiness.ts'
import { siteOf } from './site.ts'

/** Health, the deployment's own facts, the captcha and the description of the interface. */
export function registerSystem(routes: Routes, services: Services): void {
  const { config } = services
  routes.on(contract.getLiveness)(async () => ({ status: 'ok' }))
  routes.on(contract.getReadiness)(async ({ reply }) => {
    const report = await readiness(services)
    if (report.status !== 'ok') {
      // A 5xx is serialised as an error; this one is a report all the same.
      reply.status(503).header('retry-after', '5')
      reply.type('application/json; charset=utf-8').serializer(JSON.stringify)
    }
    return report
  })
  routes.on(contract.getSite)(async () => siteOf(config))
  routes.on(getCaptchaChallenge)(async () => services.captcha.challenge())
}

/** `/api/openapi.json` and its reader at `/api/docs`. */
export async function registerDocs(app: FastifyInstance, services: Services): Promise<void> {
  let document: string | undefined
  app.get('/api/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(services.config))
    return reply.type('application/json; charset=utf-8').send(document)
  })
  await app.register(fastifyStatic, {
    root: dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')),
    prefix: '/api/docs/assets/',
    decorateReply: false,
    allowedPath: (path) => /^\/swagger-ui(-bundle)?\.(css|js)$/.test(path),
  })
  app.get('/api/docs/start.js', async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .send("SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#docs' })\n"),
  )
  app.get('/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(DOCS_PAGE))
}

const DOCS_PAGE = `<!doctype html>
<html lang="en-GB">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>API – Verdaccord</title>
<link rel="stylesheet" href="/api/docs/assets/swagger-ui.css"></head>
<body><main id="docs"></main>
<script src="/api/docs/assets/swagger-ui-bundle.js"></script><script src="/api/docs/start.js"></script></body>
</html>
`
