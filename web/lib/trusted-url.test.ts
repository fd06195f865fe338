import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})
const load = async () => (await import('./trusted-url.ts')).trustedUrl

it('R35 only allows parts of this build, and what the deployment names', async () => {
  const trustedUrl = await load()
  for (const url of [
    'https://evil.test/assets/x.js',
    '//evil.test/assets/x.js',
    '/api/documents/1',
    'data:,x',
    'blob:x',
  ])
    expect(() => trustedUrl(url)).toThrow(TypeError)
  expect(trustedUrl('/assets/worker.js')).toBe('/assets/worker.js')
  expect(() => trustedUrl('https://stats.example/tag.js')).toThrow()
  expect(trustedUrl('https://stats.example/tag.js', true)).toBe('https://stats.example/tag.js')
})

it('R35 registers once with the browser, under the only name that the server allows', async () => {
  const createPolicy = vi.fn((_name: string, rules: object) => rules)
  vi.stubGlobal('trustedTypes', { createPolicy })
  const trustedUrl = await load()
  trustedUrl('/assets/one.js')
  trustedUrl('/assets/two.js')
  expect(createPolicy.mock.calls.map(([name]) => name)).toEqual(['verdaccord'])
})
