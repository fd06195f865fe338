import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { writeCursor } from '#server/platform/database/keyset.ts'
import { boundPage, cursorIn, isList } from './list-cursor.ts'

const LISTS: readonly AnyEndpoint[] = ENDPOINTS.filter(isList)
const LAST = { key: '2026-03-10T10:00:00.000Z', id: '7' }

const call = fc.record({
  list: fc.constantFrom(...LISTS),
  params: fc.record({ id: fc.integer({ min: 1, max: 3 }) }),
  query: fc.record(
    {
      sort: fc.constantFrom('name', 'state'),
      order: fc.constantFrom('asc', 'desc'),
      q: fc.string({ maxLength: 2 }),
      open: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
  limit: fc.integer({ min: 1, max: 100 }),
})
type Asked = typeof call extends fc.Arbitrary<infer Value> ? Value : never

const listOf = ({ list, params, query }: Asked) =>
  JSON.stringify([list.path, params, Object.entries(query).sort()])

test('there are lists', () => {
  expect(LISTS.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/api/admin/users', '/api/admin/queue', '/api/admin/screening', '/api/notices']),
  )
})

test('R28 a cursor is good for the list that it is from, in its order and with its filters, and for no other', async () => {
  await fc.assert(
    fc.asyncProperty(call, call, async (from, to) => {
      const { nextCursor: cursor } = await boundPage(from.list, from, async () => ({
        nextCursor: writeCursor(LAST),
      }))
      expect(cursor).toBe(cursorIn(from.list, from, LAST))
      const asked = { params: to.params, query: { ...to.query, limit: to.limit, cursor } }
      const page = boundPage(to.list, asked, async () => ({ nextCursor: null }))
      if (listOf(from) === listOf(to)) await expect(page).resolves.toEqual({ nextCursor: null })
      else
        await expect(page).rejects.toMatchObject({
          code: 'VALIDATION_ERROR',
          details: { fields: { cursor: expect.any(String) } },
        })
    }),
    { examples: LISTS.map((list) => same(list)) },
  )
})

/** Two calls for the pages of one list, whose parameters come in another order. */
function same(list: AnyEndpoint): [Asked, Asked] {
  const params = { id: 1 }
  return [
    { list, params, query: { sort: 'name', q: 'a' }, limit: 5 },
    { list, params, query: { q: 'a', sort: 'name' }, limit: 50 },
  ]
}

test.each([writeCursor(LAST), 'x', '', 'bnVsbA', writeCursor({ ...LAST, list: 'another' })])(
  'R28 a cursor that says no list, or isn’t one, is refused: %j',
  async (cursor) => {
    for (const list of LISTS)
      await expect(
        boundPage(list, { query: { cursor } }, async () => ({ nextCursor: null })),
      ).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  },
)
