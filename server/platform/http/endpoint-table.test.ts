import { expect, test } from 'vitest'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { inputSchema } from '#server/testing/sample-calls.ts'

const TABLE: readonly AnyEndpoint[] = ENDPOINTS
const nameOf = ({ method, path }: AnyEndpoint) => `${method} ${path}`

/** Their signature is checked before anything is written, and their sender decides how many there are. */
const SIGNED = ['POST /api/webhooks/mail', 'POST /api/webhooks/stripe']

test('R54 every call that writes has a limit, besides messages that are signed', () => {
  const unlimited = TABLE.filter(({ method, limit }) => method !== 'GET' && !limit)
  expect(unlimited.map(nameOf).sort()).toEqual(SIGNED)
})

test('R28 a yes or no in an address is said in one way everywhere', () => {
  const yesOrNo = TABLE.flatMap((endpoint) => {
    const { properties = {} } = endpoint.query ? inputSchema(endpoint.query) : {}
    return Object.entries(properties)
      .filter(
        ([, { enum: words = [], const: word, type }]) =>
          [...words, word].some((said) => ['0', '1', 'true', 'false', 'yes'].includes(String(said))) ||
          type === 'boolean',
      )
      .map(([name, { enum: words }]) => ({ switch: `${nameOf(endpoint)} ${name}`, words }))
  })
  expect(yesOrNo.map((found) => found.switch)).toContain('GET /api/documents/:id download')
  for (const found of yesOrNo) expect(found).toEqual({ ...found, words: ['0', '1', ''] })
})
