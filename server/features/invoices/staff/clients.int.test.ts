import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { eventsAbout, newClient } from '#server/testing/invoices.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.signIn({ role: 'admin' })
})

const FIELDS = {
  name: 'Glenmore Estates Ltd',
  client_type: 'company',
  billing_email: 'accounts@glenmore.example',
  address: '2 Peat Road\nInverness IV99 1AA',
  tax_number: 'GB 123 4567 89',
  stripe_customer_id: 'cus_QXg1o8vcGmoR32',
}

describe('clients', () => {
  test('in the United Kingdom have a tax number that can be right; others have any', async () => {
    const send = (more: object) => admin.call('POST', '/api/admin/clients', { ...FIELDS, ...more })
    const wrong = { name: 'Larkfield Ltd', country: 'GB', tax_number: 'GB123', stripe_customer_id: '' }
    const refused = await send(wrong)
    expect(refused.json()).toMatchObject({
      error: 'VALIDATION_ERROR',
      fields: { tax_number: expect.stringContaining('neither a VAT number nor a UTR') },
    })
    const made = await send({ ...wrong, tax_number: 'GB 980 7806 84' })
    expect(made.json().client).toMatchObject({ tax_number: 'GB 980 7806 84' })
    const { id } = made.json().client
    const changed = await admin.call('PUT', `/api/admin/clients/${id}`, { ...FIELDS, ...wrong })
    expect(changed.json()).toMatchObject({ error: 'VALIDATION_ERROR' })
    expect((await send({ ...wrong, name: 'Auwald GmbH', country: 'DE' })).statusCode).toBe(200)
  })

  test('are created, changed and listed by name, each change with its event', async () => {
    const made = await admin.call('POST', '/api/admin/clients', FIELDS)
    expect(made.json().client).toMatchObject({ ...FIELDS, people: [], projects: [] })
    const { id } = made.json().client
    const changed = await admin.call('PUT', `/api/admin/clients/${id}`, {
      ...FIELDS,
      name: ' Glenmore   Peat Ltd ',
      billing_email: '',
    })
    expect(changed.json().client).toMatchObject({ name: 'Glenmore Peat Ltd', billing_email: null })
    const list = await admin.call('GET', '/api/admin/clients?name=more%20pe')
    expect(list.json().clients).toEqual([
      expect.objectContaining({ id, name: 'Glenmore Peat Ltd', people: 0, projects: 0, open_invoices: 0 }),
    ])
    const events = await eventsAbout(app, `client:${id}`)
    expect(events.map(({ type, actor_id }) => [type, actor_id])).toEqual([
      ['client.created', String(admin.id)],
      ['client.changed', String(admin.id)],
    ])
    expect(events[1]?.after).toMatchObject({ changed: ['name', 'billingEmail'], clientType: 'company' })
    // A client may be a person, and the ledger outlives an erasure.
    for (const value of ['Glenmore', 'Peat Road', 'accounts@', '4567'])
      expect(JSON.stringify(events)).not.toContain(value)
  })

  test('that are sent twice with one key are one, at once and later; with other values the key is refused', async () => {
    const body = { ...FIELDS, name: 'Twice Sent Ltd', stripe_customer_id: '', request_key: randomUUID() }
    const send = (more = {}) => admin.call('POST', '/api/admin/clients', { ...body, ...more })
    const answers = [...(await Promise.all([send(), send(), send()])), await send()]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    const [id, ...others] = new Set(answers.map((answer) => answer.json().client.id))
    expect(others).toEqual([])
    expect(await eventsAbout(app, `client:${id}`)).toHaveLength(1)
    const refused = await send({ name: 'Another Ltd' })
    expect([refused.statusCode, refused.json().error]).toEqual([409, 'INVALID_STATE'])
    expect((await send({ request_key: randomUUID() })).json().error).toBe('DUPLICATE_ENTRY')
  })

  test('are unique: a second one with the same name, or the same Stripe customer, is refused', async () => {
    const { name } = await newClient(admin, [], { stripe_customer_id: 'cus_Twice' })
    for (const [fields, field] of [
      [{ name: name.toUpperCase() }, 'name'],
      [{ name: `${name} 2`, stripe_customer_id: 'cus_Twice' }, 'stripe_customer_id'],
    ] as const) {
      const answer = await admin.call('POST', '/api/admin/clients', { client_type: 'company', ...fields })
      expect(answer.statusCode).toBe(409)
      expect(answer.json()).toMatchObject({
        error: 'DUPLICATE_ENTRY',
        fields: { [field]: expect.any(String) },
      })
    }
  })

  test('of the same name at the same moment are one', async () => {
    const body = { name: 'Cheviot Woods', client_type: 'company' }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => admin.call('POST', '/api/admin/clients', body)),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409, 409])
  })

  test.each([
    [{ name: ' ' }, 'name', 'Enter the client’s name'],
    [{ client_type: 'charity' }, 'client_type', 'Choose what kind of client this is'],
    [{ billing_email: 'nobody' }, 'billing_email', 'Please enter a valid email address'],
    [
      { stripe_customer_id: 'in_123' },
      'stripe_customer_id',
      'Enter a Stripe customer id, like cus_QXg1o8vcGmoR32',
    ],
  ])('R28 with %j are refused at the field', async (wrong, field, sentence) => {
    const answer = await admin.call('POST', '/api/admin/clients', { ...FIELDS, ...wrong })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toEqual({ [field]: sentence })
  })

  test('are paged without missing or repeating one', async () => {
    for (const name of ['Page C', 'page a', 'Page B', 'Page_D', 'PAGE E'])
      await admin.call('POST', '/api/admin/clients', { name, client_type: 'individual' })
    const names: string[] = []
    let cursor = ''
    do {
      const page = await admin.call('GET', `/api/admin/clients?name=page&limit=2${cursor}`)
      names.push(...page.json().clients.map((client: { name: string }) => client.name))
      cursor = page.json().nextCursor ? `&cursor=${page.json().nextCursor}` : ''
    } while (cursor)
    expect(new Set(names)).toEqual(new Set(['page a', 'Page B', 'Page C', 'Page_D', 'PAGE E']))
    expect(names).toHaveLength(5)
    // R30: the search text is not a pattern.
    expect((await admin.call('GET', '/api/admin/clients?name=page_d')).json().clients).toHaveLength(1)
  })
})

describe('a client’s people', () => {
  test('are attached by their address, once, and detached', async () => {
    const person = await app.signIn({ name: 'Amara Okafor' })
    const client = await newClient(admin)
    const url = `/api/admin/clients/${client.id}/users`
    for (const email of [person.email, person.email.toUpperCase()]) {
      const answer = await admin.call('POST', url, { email })
      expect(answer.json().client.people).toEqual([
        { id: person.id, name: 'Amara Okafor', email: person.email, email_confirmed: true },
      ])
    }
    expect((await admin.call('DELETE', `${url}/${person.id}`)).json().client.people).toEqual([])
    expect((await admin.call('DELETE', `${url}/${person.id}`)).statusCode).toBe(404)
    expect((await eventsAbout(app, `client:${client.id}`)).map(({ type }) => type)).toEqual([
      'client.created',
      'admin.client_viewed',
      'client.user_attached',
      'client.user_detached',
    ])
  })

  test('R23 attach or detach no one who is themselves', async () => {
    const officer = await app.signIn({ role: 'finance' })
    const [own, other] = [await newClient(admin, [officer]), await newClient(admin)]
    const refused = [403, 'Someone else has to deal with your own account.']
    for (const answer of [
      await officer.call('DELETE', `/api/admin/clients/${own.id}/users/${officer.id}`),
      await officer.call('POST', `/api/admin/clients/${other.id}/users`, { email: officer.email }),
    ])
      expect([answer.statusCode, answer.json().message]).toEqual(refused)
    const people = (await admin.call('GET', `/api/admin/clients/${own.id}`)).json().client.people
    expect(people).toMatchObject([{ id: officer.id }])
  })

  test('belong to one client at most', async () => {
    const person = await app.signIn()
    const first = await newClient(admin, [person])
    const second = await newClient(admin)
    const answer = await admin.call('POST', `/api/admin/clients/${second.id}/users`, { email: person.email })
    expect(answer.statusCode).toBe(409)
    expect(answer.json().message).toContain(first.name)
  })

  test('R3 R55 are never found by an unconfirmed address', async () => {
    const owner = await app.signIn()
    const thief = await app.signIn({ emailVerified: false })
    await app.database.pool.query('update users set email_confirmed_at = null where id = $1', [thief.id])
    const client = await newClient(admin)
    const attach = (email: string) => admin.call('POST', `/api/admin/clients/${client.id}/users`, { email })
    expect((await attach(thief.email)).json().fields.email).toMatch(/No one has signed in/)
    // Two providers that both vouch for the same address need not mean the same person.
    await app.database.pool.query('update users set auth0_email = $2, email_verified = true where id = $1', [
      thief.id,
      owner.email,
    ])
    expect((await attach(owner.email)).json().fields.email).toMatch(/More than one account/)
    expect((await admin.call('GET', `/api/admin/clients/${client.id}`)).json().client.people).toEqual([])
  })
})

describe('a client’s projects', () => {
  const peat = { name: 'Glenmore Peatland', status: 'in_progress', project_description: 'Rewetting 40 ha' }

  test('are added, changed, and seen by its own people', async () => {
    const person = await app.signIn()
    const client = await newClient(admin, [person])
    const added = await admin.call('POST', `/api/admin/clients/${client.id}/projects`, peat)
    const [project] = added.json().client.projects
    expect(project).toMatchObject(peat)
    const changed = await admin.call('PUT', `/api/admin/projects/${project.id}`, {
      ...peat,
      status: 'on_hold',
      project_description: '',
    })
    expect(changed.json().client.projects).toEqual([
      { ...project, status: 'on_hold', project_description: null },
    ])
    const own = await person.call('GET', '/api/client')
    expect(own.json().client).toEqual({
      id: client.id,
      name: client.name,
      client_type: 'company',
      stripe_customer_id: null,
      projects: changed.json().client.projects,
    })
    expect((await (await app.signIn()).call('GET', '/api/client')).json()).toEqual({ client: null })
  })

  test('have a unique name within the client', async () => {
    const client = await newClient(admin)
    const url = `/api/admin/clients/${client.id}/projects`
    expect((await admin.call('POST', url, peat)).statusCode).toBe(200)
    const again = await admin.call('POST', url, { ...peat, name: 'glenmore peatland' })
    expect(again.statusCode).toBe(409)
    expect(again.json().fields.name).toBe('This client already has a project with this name.')
    expect((await admin.call('POST', `/api/admin/clients/999999/projects`, peat)).statusCode).toBe(404)
    expect((await admin.call('PUT', '/api/admin/projects/999999', peat)).statusCode).toBe(404)
  })
})
