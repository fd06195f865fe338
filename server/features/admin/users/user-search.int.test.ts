import { beforeAll, describe, expect, test } from 'vitest'
import { COUNT_CAP } from '#contract/admin-users.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.signIn({ role: 'admin' })
})

const page = async (query: string) => (await admin.call('GET', `/api/admin/users?${query}`)).json()

/** Names of every page, one after the other, and the counts that the pages told. */
async function walk(query: string): Promise<{ names: string[]; counts: number[] }> {
  const [names, counts]: [string[], number[]] = [[], []]
  for (let cursor = ''; ; ) {
    const { data, count, nextCursor } = await page(query + cursor)
    names.push(...data.map(({ name }: { name: string }) => name))
    counts.push(count)
    if (!nextCursor) return { names, counts }
    cursor = `&cursor=${nextCursor}`
  }
}

/** People called `mark 1`, `mark 2` and so on, all made at one moment: only their ids tell them apart in time. */
const addPeople = (mark: string, count: number) =>
  app.database.pool.query(
    `insert into users (issuer, auth0_id, email, name, created_at)
     select 'https://id.example/', $1 || n, $1 || n || '@people.example', $1 || ' ' || lpad(n::text, 4, '0'), '2026-01-05T10:00:00.123456Z'
     from generate_series(1, $2::int) n`,
    [mark, count],
  )

describe('a search that finds few', () => {
  test('gives each once, in every order and page by page, with their number on each page', async () => {
    await addPeople('few', 5)
    const names = [1, 2, 3, 4, 5].map((n) => `few 000${n}`)
    const back = names.toReversed()
    for (const [query, expected] of [
      ['', back],
      ['&order=asc', names],
      ['&sort=name', names],
      ['&sort=name&order=desc', back],
    ] as const)
      expect(await walk(`email=FEW&limit=2${query}`)).toEqual({ names: expected, counts: [5, 5, 5] })
    expect(await page('email=few3@&name=few 0003')).toMatchObject({ count: 1, nextCursor: null })
    expect(await page('email=few&name=nobody')).toMatchObject({ count: 0, data: [], nextCursor: null })
  })

  test('finds a person by the address they sign in with as well as by the one they gave', async () => {
    await addPeople('both', 1)
    await app.database.pool.query(
      `update users set auth0_email = email, email = 'Office@both-fern.example' where email = 'both1@people.example'`,
    )
    for (const email of ['both1@people', 'office@BOTH-fern'])
      expect(await page(`email=${email}`)).toMatchObject({
        count: 1,
        data: [{ email: 'Office@both-fern.example' }],
      })
  })

  test('goes on from a person who was renamed meanwhile, and ends where nobody follows', async () => {
    await addPeople('moved', 3)
    const { nextCursor } = await page('name=moved&sort=name&limit=2')
    await app.database.pool.query("update users set name = 'moved 0000' where name = 'moved 0003'")
    expect(await page(`name=moved&sort=name&limit=2&cursor=${nextCursor}`)).toMatchObject({
      count: 3,
      data: [],
      nextCursor: null,
    })
  })

  test('R30 takes wildcards as text, and finds no visitor', async () => {
    await addPeople('50%_off', 1)
    expect(await page('name=%25_o')).toMatchObject({ count: 1 })
    expect(await page('name=5%250')).toMatchObject({ count: 0 })
    const visitor = await app.visit('visitor-of-search@people.example')
    await app.database.pool.query("update users set name = 'Visiting' where id = $1", [visitor.id])
    expect(await page('name=visiting')).toMatchObject({ count: 0 })
  })
})

test('a search that finds more than are counted says so, and still leads to every one of them', async () => {
  const many = COUNT_CAP + 30
  await addPeople('crowd', many)
  for (const query of ['name=crowd', 'name=crowd&sort=name&order=desc']) {
    expect(await page(query)).toMatchObject({ count: COUNT_CAP, countIsCapped: true })
    const { names } = await walk(`${query}&limit=100`)
    expect(names).toEqual(names.toSorted().toReversed())
    expect(new Set(names).size).toBe(many)
  }
  // Exactly as many as are counted is no more than that.
  await app.database.pool.query("delete from users where name like 'crowd%' and name > $1", [
    `crowd ${COUNT_CAP}`,
  ])
  expect(await page('name=crowd')).toMatchObject({ count: COUNT_CAP, countIsCapped: false })
})
