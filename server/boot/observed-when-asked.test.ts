import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = dirname(dirname(import.meta.dirname))
/** A static import, which is not a type or a later `import()`. */
const STATIC = /^(?:import|export)(?!\s+type\b)[^'"]*?from '([^']+)'|^import '([^']+)'/gm

/** Returns everything that a start of the server loads; packages by name. */
function loadedBy(entry: string): Set<string> {
  const found = new Set<string>()
  const visit = (file: string) => {
    if (found.has(file)) return
    found.add(file)
    for (const [, from, bare] of readFileSync(file, 'utf8').matchAll(STATIC)) {
      const name = from ?? bare ?? ''
      const path = name.startsWith('#') ? join(root, name.slice(1)) : join(dirname(file), name)
      if (!/^[.#]/.test(name)) found.add(name)
      else if (existsSync(path)) visit(path)
    }
  }
  visit(join(root, entry))
  return found
}

test('P10 a start without metrics and traces loads none of their code', () => {
  const loaded = [...loadedBy('server/main.ts')]
  expect(loaded).toContain('fastify')
  expect(loaded).toContain(join(root, 'server/features/review/queue/routes.ts'))
  expect(
    loaded.filter((name) => /opentelemetry|prom-client|operations\/metrics|platform\/tracing/.test(name)),
  ).toEqual([])
})

test('P10 a start without a bucket and a KMS loads none of Amazon’s clients', () => {
  expect(
    [...loadedBy('server/main.ts')].filter((name) => /aws-sdk|kms-keys|s3-file-store/.test(name)),
  ).toEqual([])
})
