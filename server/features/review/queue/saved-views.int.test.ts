import { beforeAll, expect, test } from 'vitest'
import { VIEW_NAME_MAX, VIEWS_MAX } from '#contract/review/saved-view-limits.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'

let app: TestApp
let grace: TestUser
beforeAll(async () => {
  app = await testApp()
  grace = await app.signIn({ role: 'reviewer' })
})

const save = (who: TestUser, name: unknown, search: object, list = 'queue') =>
  who.call('POST', '/api/admin/views', { list, name, search })
const viewsOf = async (who: TestUser, list = 'queue') =>
  (await who.call('GET', `/api/admin/views?list=${list}`)).json().views

test('a view is saved under a name, replaced by the same name, deleted, and no one else’s', async () => {
  const { view } = (
    await save(grace, 'Late companies', { due: 'overdue', kind: 'business', order: 'asc' })
  ).json()
  expect(view.search).toEqual({ due: 'overdue', kind: 'business', order: 'asc' })
  await save(grace, 'Of colleague 7', { owner: 7 })
  const again = await save(grace, 'Late companies', { due: 'today' })
  expect(again.json().view).toMatchObject({ id: view.id, search: { due: 'today' } })
  expect((await viewsOf(grace)).map(({ name }: { name: string }) => name)).toEqual([
    'Late companies',
    'Of colleague 7',
  ])
  expect(await viewsOf(grace, 'users')).toEqual([])
  const other = await app.signIn({ role: 'admin' })
  expect(await viewsOf(other)).toEqual([])
  expect((await other.call('DELETE', `/api/admin/views/${view.id}`)).statusCode).toBe(404)
  expect((await grace.call('DELETE', `/api/admin/views/${view.id}`)).statusCode).toBe(200)
  expect((await grace.call('DELETE', `/api/admin/views/${view.id}`)).statusCode).toBe(404)
})

test('search text is not stored, nor filters that the list doesn’t know', async () => {
  const { view } = (await save(grace, 'Typed', { q: 'Sofia', kind: 'business', evil: 'x' })).json()
  expect(view.search).toEqual({ kind: 'business' })
  const short = await app.signIn({ role: 'reviewer' })
  for (const name of ['Q1', '王']) expect((await save(short, name, {})).json().view.name).toBe(name)
  const users = (await save(grace, 'Typed', { name: 'Sofia', individual: 'approved' }, 'users')).json()
  expect(users.view.search).toEqual({ individual: 'approved' })
  for (const [name, search, list] of [
    ['', {}, 'queue'],
    [' \u200b ', {}, 'queue'],
    ['n'.repeat(VIEW_NAME_MAX + 1), {}, 'queue'],
    ['Bad', { due: 'never' }, 'queue'],
    ['Bad', {}, 'mails'],
  ] as const)
    expect((await save(grace, name, search, list)).statusCode).toBe(400)
})

test('one person may save a limited number of views of a list, even at once', async () => {
  const busy = await app.signIn({ role: 'reviewer' })
  const answers = await Promise.all(
    Array.from({ length: VIEWS_MAX + 3 }, (_, n) => save(busy, `View ${n}`, { kind: 'business' })),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(VIEWS_MAX)
  expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(3)
  expect(await viewsOf(busy)).toHaveLength(VIEWS_MAX)
})

test('R13 applicants and strangers have none', async () => {
  for (const who of [await app.signIn(), await app.visit()])
    expect((await who.call('GET', '/api/admin/views?list=queue')).statusCode).not.toBe(200)
})
