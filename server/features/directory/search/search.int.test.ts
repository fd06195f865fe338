import { beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { searchEverything } from '#contract/directory/search.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { newClient, newInvoice } from '#server/testing/invoices.ts'
import { submitted, submittedBusiness } from '#server/testing/journeys.ts'
import { eventsOf } from '#server/testing/snapshots.ts'

type Found = z.infer<(typeof searchEverything)['answer']>

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.signIn({ role: 'admin', name: 'Grace Hopper' })
})

async function search(q: string, who = admin): Promise<Found> {
  const answer = await who.call('GET', `/api/admin/search?q=${encodeURIComponent(q)}`)
  expect([q, answer.statusCode]).toEqual([q, 200])
  return answer.json()
}
const namesFor = async (q: string) => (await search(q)).people.map(({ name }) => name)

describe('a person', () => {
  test.each([
    ['María García', ['Garcia', 'garcia maria', 'GARCÍA', 'mar gar', 'Garcai', 'Marai Garcia', 'gracia']],
    ['Siân Llŷr', ['Sian', 'Llyr', 'sian llyr', 'siân']],
    ['Niamh O’Neill', ["O'Neill", 'O’Neill', 'oneill', 'O Neill', 'oneil', 'niamh o']],
    ['Jürgen Strauß', ['strauss', 'Strauß', 'jurgen', 'Juergen']],
    ['Søren Kjærgård', ['soren', 'kjaergard', 'Søren']],
    ['Łukasz Żółć', ['lukasz', 'zolc', 'Łukasz']],
    ['Anne-Marie Duval', ['annemarie', 'anne marie', 'Anne-Marie', 'duval anne']],
    ['Пётр Чайковский', ['пётр', 'ПЕТР', 'чайк']],
    ['محمد الفارسي', ['محمد', 'الفارسي', 'فارسي', 'فارس', 'محمد فارسي']],
    ['ليلى هاشمي', ['هاشمي', 'الهاشمي', 'ليلى الهاشمي']],
    ['عبد الله الالباني', ['عبد الله', 'الباني', 'الله', 'الالباني']],
    ['Zoë \u{1f642} Ampère', ['zoe', 'ampere', '\u{1f642}']],
  ])('%s is found however the name is typed', async (name, typed) => {
    await app.signIn({ name })
    for (const q of typed) expect([q, await namesFor(q)]).toEqual([q, [name]])
  })

  test('is found by either address, by phone however it is spaced, by number and by what they submitted', async () => {
    const person = await submitted(await app.signIn({ name: 'Wren Ashdown' }), {
      firstName: 'Wrenna',
      phone: '+44 20 7946 0461',
    })
    await app.database.pool.query("update users set email = 'office@kestrel-post.example' where id = $1", [
      person.id,
    ])
    for (const q of [
      'office@kestrel-post.example',
      person.email,
      'kestrel',
      '020 7946 0461',
      '+44 (0)20 7946 0461',
      '0044 20 7946 0461',
      'wrenna ashdown',
    ])
      expect([q, await namesFor(q)]).toEqual([q, ['Wren Ashdown']])
    expect((await search(String(person.id))).people[0]).toMatchObject({
      id: person.id,
      name: 'Wren Ashdown',
      state: 'submitted',
      is_erased: false,
    })
  })

  test('is found by the number in their mails, and so is a company', async () => {
    const quoted = async (email: string) => {
      const answer = await app.call('GET', `/dev/mailbox/messages?to=${encodeURIComponent(email)}`)
      const [mail] = answer.json<{ text: string }[]>()
      return /Application ID:\s+(VC-\d+)/.exec(mail?.text ?? '')?.[1] ?? 'none'
    }
    const person = await submitted(await app.signIn({ name: 'Perpetua Lock' }))
    const number = await quoted(person.email)
    const theirs = { id: person.id, case_id: Number(number.slice(3)) }
    const support = await app.signIn({ role: 'support' })
    for (const q of [number, number.toLowerCase(), number.replace('-', ' '), `Application ID: ${number}`]) {
      expect([q, await search(q, support)]).toMatchObject([q, { people: [theirs], companies: [] }])
      const users = await support.call('GET', `/api/admin/users?q=${encodeURIComponent(q)}`)
      expect(users.json()).toMatchObject({ count: 1, data: [{ id: person.id }] })
    }
    const listed = await admin.call('GET', `/api/admin/queue?q=${number}`)
    expect(listed.json()).toMatchObject({ cases: [{ userId: person.id }] })

    const owner = await submittedBusiness(await app.signIn({ name: 'Casimir Lock' }))
    const company = await quoted(owner.email)
    const { people, companies } = await search(company)
    expect([people, companies]).toMatchObject([
      [{ id: owner.id }],
      [{ id: owner.id, case_id: Number(company.slice(3)) }],
    ])
  })

  test('with exactly that name comes before names that start with it; similar spellings are only found if no one has it', async () => {
    for (const name of ['Jonquil Aardvark', 'Jonquilla Abbot', 'Jonquile Adams']) await app.signIn({ name })
    expect(await search('jonquil')).toMatchObject({
      isNear: false,
      people: [{ name: 'Jonquil Aardvark' }, { name: 'Jonquile Adams' }, { name: 'Jonquilla Abbot' }],
    })
    expect(await search('jonquill')).toMatchObject({ isNear: false, people: [{ name: 'Jonquilla Abbot' }] })
    expect(await search('jonqiul')).toMatchObject({ isNear: true, people: [{ name: 'Jonquil Aardvark' }] })
    expect(await search('jnqiul')).toMatchObject({ isNear: false, people: [] })
    // One word with a wrong letter, the last one unfinished.
    expect(await search('jonqiul aard')).toMatchObject({
      isNear: true,
      people: [{ name: 'Jonquil Aardvark' }],
    })
    expect(await search('aardvakr jonq')).toMatchObject({
      isNear: true,
      people: [{ name: 'Jonquil Aardvark' }],
    })
    expect(await search('jonqiul zzzz')).toMatchObject({ isNear: false, people: [] })
  })

  test('is found by their current details after a change, and not by the old ones', async () => {
    const person = await app.signIn({ name: 'Quillon Before' })
    await app.database.pool.query("update users set name = 'Quillon After' where id = $1", [person.id])
    expect(await namesFor('quillon before')).toEqual([])
    expect(await namesFor('quillon after')).toEqual(['Quillon After'])
  })

  test('is not a visitor whose application is unclaimed, until they sign up', async () => {
    const visitor = await app.visit('ferrous@visitors.example')
    await submitted(visitor, { lastName: 'Ferrousham' })
    expect((await search('ferrousham')).people).toEqual([])
    const [{ id = 0 } = {}] = (
      await app.database.pool.query<{ id: string }>(
        `insert into users (issuer, auth0_id, name) values ('https://id.example/', 'ferrous', 'Ferrous Owner') returning id`,
      )
    ).rows
    await app.database.pool.query('update kyc_profiles set user_id = $1 where user_id = $2', [id, visitor.id])
    expect((await search('ferrousham')).people).toMatchObject([{ id: Number(id) }])
  })
})

test('with an erased account whose records are retained is only found by super admins', async () => {
  const person = await submitted(await app.signIn({ name: 'Isolde Penhaligon' }), {
    firstName: 'Isolde',
    lastName: 'Penhaligon',
  })
  await app.database.pool.query(
    "update users set issuer = 'erased', auth0_id = 'erased|' || id, name = null, email = null, auth0_email = null where id = $1",
    [person.id],
  )
  const owner = await app.signIn({ role: 'superAdmin' })
  for (const q of ['penhaligon', String(person.id), 'Isolde Penhaligno']) {
    // A number may also occur in someone else's address.
    const isTheirs = ({ id }: { id: number }) => id === person.id
    expect((await search(q)).people.filter(isTheirs)).toEqual([])
    expect((await search(q, owner)).people.filter(isTheirs)).toMatchObject([
      { name: 'Isolde Penhaligon', is_erased: true },
    ])
  }
  const list = async (who: TestUser, query: string) =>
    who.call('GET', `/api/admin/users?q=penhaligon${query}`)
  expect((await list(owner, '')).json()).toMatchObject({ count: 0 })
  expect((await list(owner, '&erased=include')).json()).toMatchObject({
    count: 1,
    data: [{ id: person.id, name: 'Isolde Penhaligon', is_erased: true }],
  })
  expect((await list(admin, '&erased=include')).statusCode).toBe(403)
  expect((await admin.call('GET', '/api/admin/users/export.csv?erased=include')).statusCode).toBe(403)
})

test('a company is found by its name, its number and its owners; a client and an invoice by theirs', async () => {
  const owner = await submittedBusiness(await app.signIn({ name: 'Odile Brandt' }), {
    legalName: 'Œuvre & Söhne Carbon Ltd',
    companyNumber: 'SC765431',
  })
  for (const q of ['oeuvre sohne', 'Söhne', 'SC765431', 'sc 765431', '765431', 'oeuvre cabron'])
    expect([q, (await search(q)).companies]).toMatchObject([
      q,
      [{ kind: 'company', id: owner.id, name: 'Œuvre & Söhne Carbon Ltd', number: 'SC765431' }],
    ])
  expect((await search('sohne')).people).toMatchObject([{ id: owner.id, name: 'Odile Brandt' }])

  const client = await newClient(admin, [], { name: 'Bård Timber' })
  expect((await search('bard timber')).companies).toMatchObject([{ kind: 'client', id: client.id }])
  const invoice = await newInvoice(app, admin, client.id)
  const number = invoice.number ?? ''
  for (const q of [number, number.toLowerCase(), number.replaceAll('-', '')])
    expect([q, (await search(q)).invoices]).toMatchObject([
      q,
      [{ id: invoice.id, number, client_name: 'Bård Timber' }],
    ])
})

describe('the search text', () => {
  test.each(['%', '_', '\\', '%%%', '\u202ezz', '""', "'; drop table users; --", '- -', '()'])(
    'R28 R30 %j is plain text and not a pattern',
    async (q) => {
      const found = await search(q)
      expect(found.people.length).toBeLessThan(2)
      expect((await admin.call('GET', `/api/admin/users?q=${encodeURIComponent(q)}`)).statusCode).toBe(200)
      expect((await admin.call('GET', `/api/admin/queue?q=${encodeURIComponent(q)}`)).statusCode).toBe(200)
    },
  )

  test.each(['', ' ', '\u202e\u200f', 'x'.repeat(10_000), 'a\u0000b'])('R28 refuses %j', async (q) => {
    expect((await admin.call('GET', `/api/admin/search?q=${encodeURIComponent(q)}`)).statusCode).toBe(400)
  })

  test('R28 R30 does not find anyone by wildcards in a list either', async () => {
    expect((await admin.call('GET', '/api/admin/users?q=%25')).json()).toMatchObject({ count: 0, data: [] })
  })

  test('R60 is in no line of the log', async () => {
    await search('Ada Unloggable')
    await admin.call('GET', '/api/admin/users?q=unloggable&name=unloggable')
    await admin.call('GET', '/api/admin/queue?q=unloggable')
    await admin.call('GET', `/api/admin/search?q=${'unloggable'.repeat(40)}`)
    expect(app.logged.filter((line) => line.toLowerCase().includes('unloggable'))).toEqual([])
  })
})

test('R24 is not recorded, only who searched, once in a while', async () => {
  const reader = await app.signIn({ role: 'admin' })
  await search('secretive', reader)
  await search('secretive more', reader)
  const noted = await eventsOf(app.database, reader.id, 'admin.search_viewed')
  expect(noted).toHaveLength(1)
  expect(JSON.stringify(noted)).not.toContain('secretive')
})

test('R21 finds what the searcher’s role may read, and no one else’s work', async () => {
  const person = await submitted(await app.signIn({ name: 'Wexcombe Search' }))
  await submittedBusiness(person, { legalName: 'Wexcombe Company Ltd' })
  const client = await newClient(admin, [person], { name: 'Wexcombe Client' })
  const { number } = await newInvoice(app, admin, client.id)
  const kinds = async (role: 'finance' | 'reviewer' | 'support' | 'auditor', q: string) => {
    const { people, companies, invoices } = await search(q, await app.signIn({ role }))
    return [people.length, companies.map(({ kind }) => kind).sort(), invoices.length]
  }
  expect(await kinds('finance', 'wexcombe')).toEqual([0, ['client'], 0])
  expect(await kinds('finance', `${number}`)).toEqual([0, [], 1])
  expect(await kinds('finance', person.email)).toEqual([0, [], 0])
  // Nor are people found by their client's invoices.
  const reviewer = await app.signIn({ role: 'reviewer' })
  for (const list of ['search?q=', 'users?q=', 'queue?q=']) {
    const find = async (who: TestUser) =>
      (await who.call('GET', `/api/admin/${list}${number}`)).body.includes('Wexcombe Search')
    expect([list, await find(reviewer)]).toEqual([list, false])
    if (list !== 'search?q=') expect([list, await find(admin)]).toEqual([list, true])
  }
  expect(await kinds('auditor', 'wexcombe')).toEqual([1, ['client', 'company'], 0])
  for (const role of ['reviewer', 'support'] as const)
    expect(await kinds(role, 'wexcombe')).toEqual([1, ['company'], 0])
  const none = await app.signIn({ role: 'staff' })
  expect((await none.call('GET', '/api/admin/search?q=wexcombe')).statusCode).toBe(403)
})
