import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'rolldown'
import { expect, test } from 'vitest'
import { root } from './root.mjs'
import { serverPlugins } from './server-plugins.mjs'

// As app.ts makes it, which reaches the embedded identity provider this way.
const PROGRAM = `import fastify from 'fastify'
const app = fastify({ schemaController: { compilersFactory: { buildValidator() {}, buildSerializer() {} } } })
app.get('/greeting/:name', async ({ params }) => 'Hello ' + params.name)
export const { payload } = await app.inject('/greeting/Ada')
`

test('a bundled server still answers requests that it makes of itself', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'verdaccord-bundle-'))
  const program = {
    name: 'program',
    resolveId: (id) => (id === 'program' ? join(root, 'program.mjs') : undefined),
    load: (id) => (id === join(root, 'program.mjs') ? PROGRAM : undefined),
  }
  try {
    await build({
      cwd: root,
      input: { program: 'program' },
      platform: 'node',
      plugins: [program, ...serverPlugins(dir)],
      output: { dir, format: 'esm', entryFileNames: '[name].mjs' },
    })
    expect(await import(pathToFileURL(join(dir, 'program.mjs')).href)).toMatchObject({ payload: 'Hello Ada' })
  } finally {
    rmSync(dir, { recursive: true })
  }
})
