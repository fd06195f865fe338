import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})
const load = async () => (await import('./trusted-url.ts')).trustedUrl

it('R35 lets parts of this build be run, and what the deployment names, alone', async () => {
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

it('R35 asks the browser under the one name that the server allows, once', async () => {
  const createPolicy = vi.fn((_name: string, rules: object) => rules)
  vi.stubGlobal('trustedTypes', { createPolicy })
  const trustedUrl = await load()
  trustedUrl('/assets/one.js')
  trustedUrl('/assets/two.js')
  expect(createPolicy.mock.calls.map(([name]) => name)).toEqual(['verdaccord'])
})
