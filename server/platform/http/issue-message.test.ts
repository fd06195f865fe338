import { expect, test } from 'vitest'
import { z } from 'zod'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { issueMessage } from './issue-message.ts'

const LIBRARY_MESSAGE = /invalid|expected|received|too (small|big)|unrecognized|nan\b/i
const NONSENSE = [
  undefined,
  null,
  '',
  'x',
  '-1',
  '1.5',
  '1e99',
  'x'.repeat(60_000),
  '\0',
  -1,
  1e99,
  {},
  [],
  [{}],
]

/** Returns everything that could be sent instead of what a schema asks for. */
function nonsenseFor(schema: z.ZodType): unknown[] {
  const keys = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  return [...NONSENSE, ...keys.flatMap((key) => NONSENSE.map((value) => ({ [key]: value })))]
}

const partsOf = ({ params, query, body, form }: AnyEndpoint) =>
  [params, query, body, form].filter((part): part is z.ZodType => part instanceof z.ZodType)

test('R61 whatever is sent, no one reads the library’s own messages', () => {
  const said = new Set<string>()
  for (const endpoint of ENDPOINTS)
    for (const part of partsOf(endpoint))
      for (const nonsense of nonsenseFor(part)) {
        const { error } = part.safeParse(nonsense, { error: issueMessage })
        for (const { message } of error?.issues ?? []) said.add(message)
      }
  expect(said.size).toBeGreaterThan(50)
  expect([...said].filter((text) => LIBRARY_MESSAGE.test(text) || !/^[A-Z]/.test(text))).toEqual([])
})

test.each([
  [z.number().int().min(1).max(50), 'x', 'Enter a number'],
  [z.number().int().min(1).max(50), 1.5, 'Enter a whole number'],
  [z.number().int().min(1).max(50), 0, 'Enter 1 or more'],
  [z.number().int().min(1).max(50), 51, 'Enter 50 or less'],
  [z.number().int(), 1e99, 'Enter a smaller number'],
  [z.number().int(), -1e99, 'Enter a larger number'],
  [z.number().min(0.5), 0, 'Enter 0.5 or more'],
  [z.number().positive(), 0, 'Enter more than 0'],
  [z.number().lt(5), 5, 'Enter less than 5'],
  [z.string().max(3), 'four', 'Use 3 characters or fewer'],
  [z.string().min(1), '', 'Enter this'],
  [z.string(), undefined, 'This is missing'],
  [z.array(z.string()).max(1), ['a', 'b'], 'Choose 1 or fewer'],
  [z.enum(['asc', 'desc']), 'up', 'Choose one of the options there are'],
  [z.uuid(), 'x', 'Check this value'],
  [z.string('Enter your name'), 1, 'Enter your name'],
])('%#: %j is explained in a plain sentence', (schema, value, words) => {
  const { error } = (schema as z.ZodType).safeParse(value, { error: issueMessage })
  expect(error?.issues.map(({ message }) => message)).toEqual([words])
})
