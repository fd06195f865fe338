import { beforeAll, expect, test } from 'vitest'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { addressOf } from '#server/testing/sample-calls.ts'
import { isList } from './list-cursor.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.signIn({ role: 'superAdmin' })
  for (const name of ['Ada', 'Grace', 'Rosa', 'Zoe']) await app.signIn({ name })
})

const pageOf = async (search: string) => {
  const answer = await admin.call('GET', `/api/admin/users?limit=2&${search}`)
  expect([search, answer.statusCode]).toEqual([search, 200])
  return answer.json() as { data: { id: number }[]; nextCursor: string }
}

/** What lists can't be asked for without. */
const NEEDED: Record<string, string> = { '/api/admin/queue/decisions': '&days=2026-03-02..2026-03-08' }

const LISTS = (ENDPOINTS as readonly AnyEndpoint[]).filter(isList)

test.each(LISTS.map((list) => [list.path, list] as const))(
  'R28 %s refuses a place of another list, in plain words',
  async (path, list) => {
    const { nextCursor } = await pageOf(path === '/api/admin/users' ? 'sort=name' : '')
    const answer = await admin.call(
      'GET',
      `${addressOf(list, admin.id)}?cursor=${nextCursor}${NEEDED[path] ?? ''}`,
    )
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      {
        error: 'VALIDATION_ERROR',
        message: 'We can’t find this place in the list. Start from the first page.',
        fields: { cursor: expect.any(String) },
      },
    ])
  },
)

test('R28 a list continues from a cursor of its own only, with the same order and filters, whatever the size of its pages', async () => {
  const first = await pageOf('sort=name&order=asc')
  const ids = new Set(first.data.map(({ id }) => id))
  const next = await pageOf(`order=asc&sort=name&cursor=${first.nextCursor}`)
  expect(next.data.filter(({ id }) => ids.has(id))).toEqual([])
  const cursor = `cursor=${first.nextCursor}`
  for (const other of ['', 'sort=name&order=desc', 'sort=email&order=asc', 'sort=name&order=asc&q=ada'])
    expect([other, (await admin.call('GET', `/api/admin/users?${other}&${cursor}`)).statusCode]).toEqual([
      other,
      400,
    ])
})
