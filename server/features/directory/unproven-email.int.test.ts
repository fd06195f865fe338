import { beforeAll, expect, test } from 'vitest'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { newClient } from '#server/testing/invoices.ts'
import { submitted } from '#server/testing/journeys.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.signIn({ role: 'admin' })
})

interface Found {
  id?: number
  userId?: number
  email?: string
  email_confirmed?: boolean
}

/** Every place where staff read a person's address: it, and whether the person has proven it. */
async function shownToStaff(person: TestUser, clientId: number) {
  const get = async (url: string) => (await admin.call('GET', url)).json()
  const theirs = (rows: Found[]) => rows.find(({ id, userId }) => (userId ?? id) === person.id)
  const queue = await get('/api/admin/queue?limit=100')
  const held = await get('/api/admin/queue?email=unconfirmed&limit=100')
  const erasures = (await get('/api/admin/erasures')).erasures as { person: Found }[]
  const exported = (await admin.call('GET', `/api/admin/users/export.csv?q=${person.id}`)).body
    .split('\r\n')
    .map((line) => line.split(','))
    .find(([id]) => id === String(person.id))
  const found: Record<string, Found | undefined> = {
    users: theirs((await get(`/api/admin/users?q=${person.id}`)).data),
    search: theirs((await get(`/api/admin/search?q=${person.id}`)).people),
    queue: theirs([...queue.cases, ...held.cases]),
    user: (await get(`/api/admin/users/${person.id}`)).data,
    client: theirs((await get(`/api/admin/clients/${clientId}`)).client.people),
    erasures: theirs(erasures.map((request) => request.person)),
    exported: exported && { email: exported[2] ?? '', email_confirmed: exported.at(-1) === 'yes' },
  }
  return Object.entries(found).map(([place, row]) => [place, row?.email, row?.email_confirmed])
}
const PLACES = ['users', 'search', 'queue', 'user', 'client', 'erasures', 'exported']
const everywhere = (email: string, isConfirmed: boolean) => PLACES.map((place) => [place, email, isConfirmed])

test('R55 an address that its person has not proven is marked wherever staff read it, until it is', async () => {
  const person = await submitted(await app.signIn({ name: 'Rosalind Unproven' }))
  const { id: clientId } = await newClient(admin, [person])
  await person.call('POST', '/api/privacy/erasure', {})
  expect(await shownToStaff(person, clientId)).toEqual(everywhere(person.email, true))

  const changed = `changed-${person.id}@people.example`
  await person.call('POST', '/api/user/update-email', { email: changed })
  expect(await shownToStaff(person, clientId)).toEqual(everywhere(changed, false))

  const [link] = (await app.call('GET', `/dev/mailbox/messages?to=${changed}`)).json<{ text: string }[]>()
  const token = /confirm-email\?token=([\w-]+)/.exec(link?.text ?? '')?.[1]
  expect((await person.call('POST', '/api/user/confirm-email', { token })).statusCode).toBe(200)
  expect(await shownToStaff(person, clientId)).toEqual(everywhere(changed, true))
})

test('R55 an address that neither a link nor the provider has shown to be theirs is marked from the start', async () => {
  const person = await submitted(await app.signIn({ emailVerified: false, emailConfirmed: false }))
  const shown = await shownToStaff(person, (await newClient(admin)).id)
  const found = shown.filter(([, email]) => email)
  expect(found).toEqual(
    everywhere(person.email, false).filter(([place]) => place !== 'client' && place !== 'erasures'),
  )
})

test('the address that someone signs in with is shown, and proven, while they have given no other', async () => {
  const person = await app.signIn({ name: 'Given None' })
  await app.database.pool.query('update users set email = null, email_confirmed_at = null where id = $1', [
    person.id,
  ])
  const [row] = (await admin.call('GET', `/api/admin/users?q=${person.id}`)).json().data
  expect(row).toMatchObject({ email: person.email, email_confirmed: true })
})
