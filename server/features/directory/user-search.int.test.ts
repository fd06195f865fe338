import { beforeAll, describe, expect, test } from 'vitest'
import { COUNT_CAP } from '#contract/directory/admin-users.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { caseOf } from '#server/testing/cases.ts'
import { newClient, newInvoice } from '#server/testing/invoices.ts'
import { submitted, submittedBusiness } from '#server/testing/journeys.ts'
import { eventsOf } from '#server/testing/snapshots.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.signIn({ role: 'admin' })
})

const page = async (query: string) => (await admin.call('GET', `/api/admin/users?${query}`)).json()

/** The names of every page, one after the other, and the counts that the pages showed. */
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

const submittedCompany = (userId: number | undefined) =>
  app.database.pool.query(
    `insert into cases (user_id, kind, state, version, round, round_limit, items, created_at, updated_at)
     values ($1, 'business', 'submitted', 1, 1, 5, '[]', now(), now())`,
    [userId],
  )

/**
 * Adds people called `mark 1`, `mark 2` and so on, all created at the same moment: only their ids tell them
 * apart.
 */
const addPeople = (mark: string, count: number) =>
  app.database.pool.query(
    `insert into users (issuer, auth0_id, email, name, created_at)
     select 'https://id.example/', $1 || n, $1 || n || '@people.example', $1 || ' ' || lpad(n::text, 4, '0'), '2026-01-05T10:00:00.123456Z'
     from generate_series(1, $2::int) n`,
    [mark, count],
  )

describe('a search with few results', () => {
  test('returns each once, in every order and page by page, with the total on each page', async () => {
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

  test('continues after a person who was renamed meanwhile, and ends if no one follows', async () => {
    await addPeople('moved', 3)
    const { nextCursor } = await page('name=moved&sort=name&limit=2')
    await app.database.pool.query("update users set name = 'moved 0000' where name = 'moved 0003'")
    expect(await page(`name=moved&sort=name&limit=2&cursor=${nextCursor}`)).toMatchObject({
      count: 3,
      data: [],
      nextCursor: null,
    })
  })

  test('R30 treats wildcards as text, and finds no visitor', async () => {
    await addPeople('50%_off', 1)
    expect(await page('name=%25_o')).toMatchObject({ count: 1 })
    expect(await page('name=5%250')).toMatchObject({ count: 0 })
    const visitor = await app.visit('visitor-of-search@people.example')
    await app.database.pool.query("update users set name = 'Visiting' where id = $1", [visitor.id])
    expect(await page('name=visiting')).toMatchObject({ count: 0 })
  })
})

describe('a search of the list', () => {
  test('finds by words of the name, the company or a number, and says where it had to guess', async () => {
    const [person] = [
      await submittedBusiness(await app.signIn({ name: 'Tomás Müller' }), { legalName: 'Zephyr Peat Ltd' }),
    ]
    for (const q of ['tomas', 'Mueller', 'zephyr tom', 'peat zephyr', String(person.id)])
      expect([q, await page(`q=${encodeURIComponent(q)}`)]).toMatchObject([
        q,
        {
          count: 1,
          isNear: q === 'Mueller',
          data: [
            { id: person.id, name: 'Tomás Müller', business_state: 'submitted', individual_state: null },
          ],
        },
      ])
    expect(await page('name=MULLER')).toMatchObject({ count: 1 })
    expect(await page('q=tomas&name=zephyr')).toMatchObject({ count: 0, isNear: false })
  })

  test('finds the people of a client by its invoice number, however it is typed, as the queue does', async () => {
    const person = await submitted(await app.signIn({ name: 'Ines Faro' }))
    const { number } = await newInvoice(app, admin, (await newClient(admin, [person])).id)
    const digits = `${number}`.replace(/\D/g, '')
    for (const q of [`${number}`, `${number}`.toLowerCase(), `vc ${digits}`.slice(0, -4), digits]) {
      const found = { count: 1, isNear: false }
      const words = encodeURIComponent(q)
      expect([q, await page(`q=${words}`)]).toMatchObject([q, { ...found, data: [{ id: person.id }] }])
      const queue = (await admin.call('GET', `/api/admin/queue?q=${words}`)).json()
      expect([q, queue]).toMatchObject([q, { ...found, cases: [{ userId: person.id }] }])
    }
    expect(await page('q=VC-1999-0001')).toMatchObject({ count: 0 })
  })

  test('filters by the standing of each of the two verifications', async () => {
    await addPeople('stands', 3)
    const [first, second] = (await page('q=stands&sort=name')).data as { id: number }[]
    await caseOf(app.database, new Date(), { state: 'withdrawn' }).then(({ id }) =>
      app.database.pool.query('update cases set user_id = $2 where id = $1', [id, first?.id]),
    )
    await submittedCompany(second?.id)
    for (const [query, names] of [
      ['individual=withdrawn', ['stands 0001']],
      ['individual=none', ['stands 0002', 'stands 0003']],
      ['business=submitted', ['stands 0002']],
      ['individual=withdrawn&business=none', ['stands 0001']],
      ['individual=expired', []],
    ] as const)
      expect([query, (await walk(`q=stands&sort=name&limit=1&${query}`)).names]).toEqual([query, names])
    expect((await admin.call('GET', '/api/admin/users?individual=sideways')).statusCode).toBe(400)
  })

  test('shows anyone who may read the queue how each line stands, also of others’ cases', async () => {
    const person = await submitted(await app.signIn())
    const linesSeenBy = async (reader: TestUser) => {
      const { data } = (await reader.call('GET', `/api/admin/users?email=${person.email}`)).json()
      return [data[0].individual_lines, data[0].business_lines]
    }
    expect(await linesSeenBy(admin)).toEqual([Array(6).fill('with_us'), []])
    expect(await linesSeenBy(await app.signIn({ role: 'support' }))).toEqual([[], []])
    const own = await app.signIn({ role: 'admin' })
    await submitted(own)
    const { data } = (await own.call('GET', `/api/admin/users?email=${own.email}`)).json()
    expect(data).toMatchObject([{ individual_state: 'submitted', individual_lines: [] }])
  })

  test('finds those who have not started a verification, also after a case comes, goes or changes hands', async () => {
    await addPeople('unstarted', 2)
    const [first, second] = (await page('q=unstarted&sort=name')).data as { id: number }[]
    const unstarted = async () => (await walk('q=unstarted&sort=name&individual=none')).names
    const query = (text: string, ...values: unknown[]) => app.database.pool.query(text, values)
    expect(await unstarted()).toEqual(['unstarted 0001', 'unstarted 0002'])
    const { id } = await caseOf(app.database, new Date(), { state: 'withdrawn' })
    await query('update cases set user_id = $2 where id = $1', id, first?.id)
    expect(await unstarted()).toEqual(['unstarted 0002'])
    await query('update cases set user_id = $2 where id = $1', id, second?.id)
    expect(await unstarted()).toEqual(['unstarted 0001'])
    await submittedCompany(first?.id)
    expect(await unstarted()).toEqual(['unstarted 0001'])
    await query('delete from cases where id = $1', id)
    expect(await unstarted()).toEqual(['unstarted 0001', 'unstarted 0002'])
  })

  test('sorts people without a name last, whichever way the names are sorted', async () => {
    await addPeople('nameless', 3)
    await app.database.pool.query("update users set name = null where name = 'nameless 0001'")
    await app.database.pool.query("update users set name = ' ' where name = 'nameless 0003'")
    for (const order of ['asc', 'desc'])
      expect((await walk(`email=nameless&sort=name&order=${order}&limit=1`)).names[0]).toBe('nameless 0002')
  })
})

test('a row shows the company of someone who applied for one, and who is suspended', async () => {
  const person = await submittedBusiness(await app.signIn(), { legalName: 'Fern Hill Carbon Limited' })
  const row = async () => (await admin.call('GET', `/api/admin/users?email=${person.email}`)).json().data[0]
  expect(await row()).toMatchObject({ legal_name: 'Fern Hill Carbon Limited', is_suspended: false })
  const reason = 'The card was reported stolen.'
  await admin.call('POST', `/api/admin/users/${person.id}/suspension`, { reason })
  expect(await row()).toMatchObject({ is_suspended: true })
  expect((await admin.call('GET', `/api/admin/users/${person.id}`)).json().data.is_suspended).toBe(true)
})

describe('the export of the users', () => {
  test('A22 R31 R24 contains those that match, with nothing that a spreadsheet would run, and is recorded without the search text', async () => {
    const taker = await app.signIn({ role: 'admin' })
    await addPeople('=filed()', 2)
    const answer = await taker.call('GET', '/api/admin/users/export.csv?q=filed&sort=name&individual=none')
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers['content-disposition']).toBe('attachment; filename="users.csv"')
    const lines = answer.body.slice(1).trimEnd().split('\r\n')
    expect(lines[0]).toBe(
      'Id,Name,Email,User type,Pending user type,Verified,Individual,Business,Individual approval,Business approval,Erased,Created,Email confirmed',
    )
    expect(lines.slice(1).map((line) => line.replace(/^\d+/, 'id'))).toEqual([
      "id,'=filed() 0001,'=filed()1@people.example,,,no,,,,,no,2026-01-05T10:00:00.123Z,no",
      "id,'=filed() 0002,'=filed()2@people.example,,,no,,,,,no,2026-01-05T10:00:00.123Z,no",
    ])
    const [noted] = await eventsOf(app.database, taker.id, 'users.exported')
    expect(noted?.after).toEqual({
      individual: 'none',
      sort: 'name',
      order: 'asc',
      withErased: false,
      typed: ['q'],
    })
  })

  test('contains all of them if there are more than are counted', async () => {
    await addPeople('long', COUNT_CAP + 7)
    const { body } = await admin.call('GET', '/api/admin/users/export.csv?q=long')
    expect(body.trimEnd().split('\r\n')).toHaveLength(COUNT_CAP + 8)
  })
})

test('a search that finds more than are counted says so, and still leads to all of them', async () => {
  const many = COUNT_CAP + 30
  await addPeople('crowd', many)
  for (const query of ['name=crowd', 'name=crowd&sort=name&order=desc']) {
    expect(await page(query)).toMatchObject({ count: COUNT_CAP, countIsCapped: true })
    const { names } = await walk(`${query}&limit=100`)
    expect(names).toEqual(names.toSorted().toReversed())
    expect(new Set(names).size).toBe(many)
  }
  // Exactly as many as are counted is not more than that.
  await app.database.pool.query("delete from users where name like 'crowd%' and name > $1", [
    `crowd ${COUNT_CAP}`,
  ])
  expect(await page('name=crowd')).toMatchObject({ count: COUNT_CAP, countIsCapped: false })
})
