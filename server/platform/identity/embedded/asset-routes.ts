import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { FastifyInstance } from 'fastify'

const ASSETS = {
  'idp.css': { type: 'text/css; charset=utf-8', file: new URL('./assets/idp.css', import.meta.url) },
  'leaf.svg': { type: 'image/svg+xml', file: new URL('./assets/leaf.svg', import.meta.url) },
  'text.woff2': {
    type: 'font/woff2',
    file: createRequire(import.meta.url).resolve(
      '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
    ),
  },
} as const

/** The stylesheet of the provider's pages with its picture and font; each is read once. */
export function registerAssetRoutes(app: FastifyInstance): void {
  for (const [name, { type, file }] of Object.entries(ASSETS)) {
    let content: Promise<Buffer> | undefined
    app.get(`/assets/${name}`, async (_request, reply) => {
      content ??= readFile(file)
      return reply
        .header('cache-control', 'public, max-age=3600')
        .type(type)
        .send(await content)
    })
  }
}
