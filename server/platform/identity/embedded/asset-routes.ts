import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'

const { resolve } = createRequire(import.meta.url)

const ASSETS = {
  'sign-in.js': {
    type: 'text/javascript; charset=utf-8',
    file: new URL('./assets/sign-in.js', import.meta.url),
  },
  'webauthn.js': {
    type: 'text/javascript; charset=utf-8',
    // The one file that needs no build; the package names it for others, but not for `resolve`.
    file: new URL('../dist/bundle/index.umd.min.js', pathToFileURL(resolve('@simplewebauthn/browser'))),
  },
  'idp.css': { type: 'text/css; charset=utf-8', file: new URL('./assets/idp.css', import.meta.url) },
  'leaf.svg': { type: 'image/svg+xml', file: new URL('./assets/leaf.svg', import.meta.url) },
  'text.woff2': {
    type: 'font/woff2',
    file: resolve('@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2'),
  },
} as const

/** Stylesheet, picture, font and scripts of the provider's pages; each is read once. */
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
