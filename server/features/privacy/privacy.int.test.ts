import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { applyErasures } from '#server/commands/apply-erasures.ts'
import { sweepDocuments } from '#server/features/operations/housekeeping/sweep-files.ts'
import { screenWaiting } from '#server/features/screening/screen-waiting.ts'
import { REMOVED_TABLES, RETAINED_TABLES } from '#server/model/people/remove-person.ts'
import { localFileStore } from '#server/platform/files/local-file-store.ts'
import { verifyLedger } from '#server/platform/ledger/verify-ledger.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { prepare, submitted, uploadPicture } from '#server/testing/journeys.ts'
import { mailRows } from '#server/testing/mail-rows.ts'
import { acceptAll, openCase } from '#server/testing/reviews.ts'
import { eventsOf, filesIn } from '#server/testing/snapshots.ts'
import { deleteOutdatedRecords } from './outdated-records.ts'

/** On the sample list, and not a real person. */
const LISTED = { firstName: 'Muhammad Idris', lastName: 'Tarhan Al-Qusayri', dob: '1971-04-02' }

let app: TestApp
let admin: TestUser
const STARTED = new Date('2026-03-10T10:00:00Z')
beforeAll(async () => {
  app = await testApp()
  admin = await app.signIn({ role: 'admin' })
})
afterEach(() => {
  app.clock.now = STARTED
})

const rows = async (query: string, ...values: unknown[]) =>
  (await app.database.pool.query(query, values)).rows
const privacy = async (person: TestUser) => (await person.call('GET', '/api/privacy')).json()
const ask = (person: TestUser, reason?: string) => person.call('POST', '/api/privacy/erasure', { reason })
const mailsAbout = async (address: string) =>
  (await mailRows(
    app.database,
    'select kind, text from mails where to_address = $1 order by id',
    address,
  )) as {
    kind: string
    text: string
  }[]

async function asked(person: TestUser): Promise<number> {
  return (await ask(person)).json().erasure.id
}
const carryOut = (id: number, by = admin) => by.call('POST', `/api/admin/erasures/${id}/carry-out`)

async function approved(): Promise<TestUser> {
  const person = await submitted(await app.signIn())
  await acceptAll(admin, person.id, await openCase(admin, person.id))
  return person
}

/** Runs the nightly jobs of a day, with a member of staff who is still signed in. */
async function nightOf(day: string) {
  app.clock.now = new Date(`${day}T04:07:00Z`)
  return deleteOutdatedRecords(app.services)
}

test('R58 every table with people’s data or their cases is deleted from, or retained for a stated reason', async () => {
  const tables = await rows(
    `select distinct table_name from information_schema.columns
     where table_schema = 'public' and column_name in ('user_id', 'case_id', 'mail_id')
       and table_name not in (select name from events_months())`,
  )
  const known = [...REMOVED_TABLES, ...Object.keys(RETAINED_TABLES)]
  expect(tables.map(({ table_name }) => table_name).filter((name) => !known.includes(name))).toEqual([])
})

describe('R58 requesting erasure', () => {
  test('R58 R11 says in advance what is deleted and retained, needs a recent sign-in, and notifies both sides once', async () => {
    const person = await approved()
    const { plan, erasure } = await privacy(person)
    expect(erasure).toBeNull()
    expect(plan.kept).toMatchObject([
      {
        until: 'Apr 9, 2031 at the latest',
        why: expect.stringContaining('Money Laundering Regulations 2017'),
      },
      { what: 'Statements and disclosures you accepted', until: 'Apr 9, 2031 at the latest' },
      { what: expect.stringContaining('log of what happened') },
    ])
    app.clock.now = new Date(STARTED.getTime() + 16 * 60_000)
    expect((await ask(person)).json()).toMatchObject({ error: 'REAUTH_REQUIRED' })
    app.clock.now = STARTED
    const answers = await Promise.all([ask(person, 'I leave'), ask(person), ask(person)])
    const ids = answers.map((answer) => answer.json().erasure.id)
    expect(new Set(ids).size).toBe(1)
    expect((await privacy(person)).erasure).toMatchObject({
      state: 'requested',
      dueAt: '2026-04-09T10:00:00.000Z',
    })
    // The page says the same as the mail.
    const [mail] = (await mailsAbout(person.email)).filter(({ kind }) => kind === 'erasure-requested')
    expect((await privacy(person)).plan).toEqual(plan)
    for (const { what, until, why } of plan.kept)
      expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(`${what}: Until ${until}. ${why}`)
    const dueAt = async () => [
      (await person.call('GET', '/api/home')).json().erasureDueAt,
      (await person.call('GET', '/api/user/profile')).json().erasure_due_at,
    ]
    expect(await dueAt()).toEqual(['2026-04-09T10:00:00.000Z', '2026-04-09T10:00:00.000Z'])
    expect((await mailsAbout(person.email)).filter(({ kind }) => kind === 'erasure-requested')).toHaveLength(
      1,
    )
    expect(
      await rows(
        'select title from notices where user_id = $1 and notice_key like $2',
        admin.id,
        '%:erasure:%',
      ),
    ).toHaveLength(1)
    // Idempotent; someone who never requested it has nothing to withdraw.
    for (const time of [1, 2])
      expect([time, (await person.call('DELETE', '/api/privacy/erasure')).statusCode]).toEqual([time, 200])
    const told = await rows(
      "select id from events where user_id = $1 and type = 'erasure.withdrawn'",
      person.id,
    )
    expect(told).toHaveLength(1)
    const cancelled = (await mailsAbout(person.email)).filter(({ kind }) => kind === 'erasure-cancelled')
    expect(cancelled).toHaveLength(1)
    expect(await dueAt()).toEqual([null, null])
    expect((await admin.call('DELETE', '/api/privacy/erasure')).statusCode).toBe(404)
    expect((await privacy(person)).erasure).toMatchObject({ state: 'withdrawn' })
    expect((await carryOut(ids[0])).json()).toMatchObject({ error: 'INVALID_STATE' })
    expect((await ask(admin)).json()).toMatchObject({ error: 'INVALID_STATE' })
  })

  test('R58 may be refused with a reason that the person reads', async () => {
    const person = await app.signIn()
    const id = await asked(person)
    const refuse = (answer: string) => admin.call('POST', `/api/admin/erasures/${id}/refuse`, { answer })
    expect((await refuse(' ')).json()).toMatchObject({
      fields: { answer: 'Write why, for the person to read' },
    })
    expect((await refuse('A payment is open.')).json()).toMatchObject({
      erasure: { state: 'refused', answer: 'A payment is open.', person: { userId: person.id } },
    })
    expect((await privacy(person)).erasure).toMatchObject({ state: 'refused', answer: 'A payment is open.' })
    expect((await mailsAbout(person.email)).at(-1)?.text).toContain('A payment is open.')
    // They may request it again.
    expect((await ask(person)).json()).toMatchObject({ erasure: { state: 'requested' } })
  })
})

describe('R58 an erasure and a backup', () => {
  test('R58 is repeated once in a restored database that does not know of it, for no one else', async () => {
    const person = await app.signIn({ name: 'Ada Restored' })
    await uploadPicture(person, 'selfie')
    const { rows: former } = await app.database.pool.query('select created_at from users where id = $1', [
      person.id,
    ])
    expect((await carryOut(await asked(person))).statusCode).toBe(200)

    const store = localFileStore(app.documentsDir)
    const restored = await testApp({ store })
    const insert = (id: number, createdAt: Date) =>
      restored.database.pool.query(
        `insert into users (id, issuer, auth0_id, name, email, created_at, updated_at)
         overriding system value values ($1, 'i', $2, 'Ada Restored', 'ada@people.example', $3, $3)`,
        [id, `i|${id}`, createdAt],
      )
    await insert(person.id, former[0].created_at)
    // An id that was assigned again after the restore is another person's.
    const others = await rows(
      'select user_id::int as id from retention_records where user_id <> $1',
      person.id,
    )
    for (const { id } of others) await insert(id, new Date('2026-03-09T00:00:00Z'))
    const { config, database } = restored
    const openFiles = async () => ({ ...restored.services.files, close: async () => {} })
    const apply = () => applyErasures.parse([])?.({ config, database, now: () => STARTED, openFiles })
    expect(await apply()).toEqual({ says: '1 person who had been erased was erased again.' })
    expect(await apply()).toEqual({ says: '0 people who had been erased were erased again.' })
    const { rows: left } = await database.pool.query(
      'select id::int, name, email, issuer from users order by id',
    )
    expect(left.find(({ id }) => id === person.id)).toMatchObject({
      name: null,
      email: null,
      issuer: 'erased',
    })
    expect(left.filter(({ name }) => name === 'Ada Restored')).toHaveLength(others.length)
    const { rows: tombstones } = await database.pool.query(
      'select user_id::int as id, ground from retention_records',
    )
    expect(tombstones).toEqual([{ id: person.id, ground: 'none' }])
  })
})

describe('R58 an erasure that is carried out', () => {
  test('R22 R58 does not remove a role: someone who has been given one since must lose it first', async () => {
    const person = await app.signIn()
    const id = await asked(person)
    await app.database.pool.query('update users set is_admin = true, is_super_admin = true where id = $1', [
      person.id,
    ])
    expect((await carryOut(id)).json()).toMatchObject({
      error: 'INVALID_STATE',
      message: expect.stringContaining('has a role on our staff now'),
    })
    expect((await privacy(person)).erasure).toMatchObject({ state: 'requested' })
    await app.database.pool.query('update users set is_admin = false, is_super_admin = false where id = $1', [
      person.id,
    ])
    expect((await carryOut(id)).statusCode).toBe(200)
  })

  test('R58 waits for the answer to a complaint, which would have no address afterwards', async () => {
    const person = await app.signIn()
    const id = await asked(person)
    await person.call('POST', '/api/privacy/complaints', { text: 'You kept my picture for too long.' })
    expect((await carryOut(id)).json()).toMatchObject({
      error: 'INVALID_STATE',
      message: expect.stringMatching(/^Answer complaint DP-\d{6} first/),
    })
    const [complaint] = (await privacy(person)).complaints
    await admin.call('POST', `/api/admin/complaints/${complaint.id}/answer`, { answer: 'You are right.' })
    expect((await carryOut(id)).statusCode).toBe(200)
    await admin.call('POST', `/api/admin/complaints/${complaint.id}/close`)
  })

  test('R58 leaves of someone who submitted nothing only a tombstone and an intact ledger', async () => {
    const person = await app.signIn({ name: 'Ada Ephemera' })
    await prepare(person)
    await person.call('PUT', '/api/onboarding/consumer/draft', { draft: { firstName: 'Ada' }, revision: 0 })
    const changes = { name: 'Ada Volatile', company: 'Ada Works', email: 'ada.volatile@people.example' }
    expect((await person.call('PUT', '/api/user/update-profile', changes)).statusCode).toBe(200)
    await app.database.pool.query(
      `with mail as (insert into mails (message_key, kind, to_address, subject, html, text, created_at)
         values ('invited', 'beta-invitation', $2, 's', 'h', 't', $3), ('confirm', 'email-confirmation', $2, 's', 'h', 't', $3)
         returning id, kind),
       invitation as (insert into invitations (email, invited_at, expires_at, user_id) values ($2, $3, $3, $1) returning id)
       insert into invitation_mails (invitation_id, mail_id, link_hash, open_hash, unsubscribe_hash)
         select invitation.id, mail.id, 'a', 'b', 'c' from invitation, mail where kind = 'beta-invitation'`,
      [person.id, person.email, STARTED],
    )
    const files = Object.keys(await filesIn(app.documentsDir)).length
    const id = await asked(person)
    expect((await carryOut(id)).json()).toMatchObject({
      erasure: { state: 'carried_out', plan: { goes: expect.any(Array) } },
    })

    for (const table of ['documents', 'drafts', 'certifications', 'sessions', 'notices', 'mails', 'sign_ins'])
      expect([table, await rows(`select 1 from ${table} where user_id = $1`, person.id)]).toEqual([table, []])
    const [tombstone] = await rows('select u::text as words from users u where id = $1', person.id)
    expect(tombstone.words).not.toMatch(/Ada|people\.example/)
    const [record] = await rows('select * from retention_records where user_id = $1', person.id)
    expect(record).toMatchObject({
      ground: 'none',
      retain_until: null,
      purged_at: STARTED,
      removed: { documents: 3 },
    })
    expect(Object.keys(await filesIn(app.documentsDir))).toHaveLength(files - 6)
    expect(await verifyLedger(app.database)).toMatchObject({ faults: [] })
    const events = await rows('select e::text as words from events e where user_id = $1', person.id)
    expect(events.map(({ words }) => words).join()).not.toMatch(/Ada|Volatile|people\.example/)
    expect(await eventsOf(app.database, person.id, 'erasure.carried_out')).toMatchObject([
      { actor_kind: 'staff', actor_id: String(admin.id), user_id: String(person.id) },
    ])
    expect((await mailsAbout(person.email)).map(({ kind }) => kind)).toEqual(['account-erased'])
    expect(await rows('select 1 from invitations where lower(email) = lower($1)', person.email)).toEqual([])
    // Signed out everywhere; a retry finds it done.
    expect((await person.call('GET', '/api/privacy')).statusCode).toBe(401)
    expect((await carryOut(id)).json()).toMatchObject({ error: 'INVALID_STATE' })
  })

  test('R58 retains what a customer submitted for five years, deletes the rest, and frees the address for a new account', async () => {
    const person = await approved()
    await uploadPicture(person, 'other', undefined, 'business')
    const id = await asked(person)
    expect((await carryOut(id)).statusCode).toBe(200)
    expect(await rows('select kind from documents where user_id = $1', person.id)).toEqual(
      Array(3).fill({ kind: 'consumer' }),
    )
    expect(await rows('select 1 from kyc_profiles where user_id = $1', person.id)).toHaveLength(1)
    const [mail] = await mailsAbout(person.email)
    expect(mail?.text).toContain('Mar 10, 2031')
    const again = await app.signIn({ email: person.email })
    expect(again.id).not.toBe(person.id)
    const found = (await admin.call('GET', '/api/admin/users?limit=100')).json().data
    expect(found.map(({ id }: { id: number }) => id)).toContain(again.id)
    expect(found.map(({ id }: { id: number }) => id)).not.toContain(person.id)
    // Staff who open the retained data read that its account is gone.
    const detail = async (id: number) => (await admin.call('GET', `/api/admin/users/${id}`)).json().data
    expect([(await detail(person.id)).is_erased, (await detail(again.id)).is_erased]).toEqual([true, false])

    expect(await nightOf('2031-03-09')).toMatchObject({ purged: 0 })
    expect(await nightOf('2031-03-10')).toMatchObject({ purged: 1 })
    expect((await nightOf('2031-03-11')).purged).toBe(0)
    for (const table of ['documents', 'kyc_profiles', 'certifications'])
      expect([table, await rows(`select 1 from ${table} where user_id = $1`, person.id)]).toEqual([table, []])
    expect(
      await rows('select state, items from cases where user_id = $1 and kind = $2', person.id, 'consumer'),
    ).toEqual([{ state: 'approved', items: [] }])
    expect(await eventsOf(app.database, person.id, 'retention.purged')).toHaveLength(1)
    app.clock.now = new Date('2031-03-12T00:00:00Z')
    expect(await sweepDocuments(app.services, app.clock.now)).toMatchObject({ setAside: [], removed: [] })
  })

  test('R58 opens what is retained only to those who may read erased accounts, and lets no one change it', async () => {
    const person = await approved()
    await carryOut(await asked(person))
    const superAdmin = await app.signIn({ role: 'superAdmin' })
    const [auditor, reviewer] = [
      await app.signIn({ role: 'auditor' }),
      await app.signIn({ role: 'reviewer' }),
    ]
    const [document] = await rows('select id from documents where user_id = $1', person.id)
    const opened = async (by: TestUser) => {
      const detail = (await by.call('GET', `/api/admin/users/${person.id}`)).json().data
      const review = await by.call('GET', `/api/admin/users/${person.id}/kyc-case`)
      const reason = await by.call('POST', `/api/documents/${document.id}/reason`, {
        reason: 'Asked by the FCA',
      })
      const screening = await by.call('GET', `/api/admin/users/${person.id}/screening`)
      return [detail.kyc_profile !== null, review.statusCode, screening.statusCode, reason.statusCode]
    }
    expect(await opened(superAdmin)).toEqual([true, 200, 200, 200])
    expect(await opened(auditor)).toEqual([true, 200, 200, 200])
    expect(await opened(admin)).toEqual([false, 403, 403, 404])
    expect(await opened(reviewer)).toEqual([false, 403, 403, 404])

    const path = `/api/admin/users/${person.id}`
    const { case: stored } = (await superAdmin.call('GET', `${path}/kyc-case`)).json()
    expect(stored).toMatchObject({ state: 'approved', mayDecide: false, isOwn: false })
    const { version } = stored
    for (const answer of [
      await superAdmin.call('PUT', `${path}/kyc-status`, {
        kyc_status: 'rejected',
        version,
      }),
      await superAdmin.call('POST', `${path}/kyc-reverification`, { version, note: 'To be sure' }),
      await superAdmin.call('POST', `${path}/kyc-notes`, { text: 'A note' }),
      await superAdmin.call('POST', `${path}/kyc-claim`, {}),
      await superAdmin.call('PUT', `/api/documents/${document.id}/dates`, {
        issuedOn: null,
        expiresOn: null,
      }),
    ])
      expect(answer.json()).toMatchObject({
        error: 'INVALID_STATE',
        message: 'This account was erased. Its case can’t be changed any more.',
      })
    const assigned = await superAdmin.call('POST', '/api/admin/queue/assign', {
      cases: [stored.id],
      to: null,
    })
    expect(assigned.json()).toMatchObject({ assigned: 0, refused: [{ id: stored.id }] })
    const { support } = (await superAdmin.call('GET', `${path}/support`)).json()
    expect(support).toMatchObject({ mayPropose: false, maySuspend: false })
  })

  test('R58 withdraws a waiting case and retains it for the shorter time, and a hold stops all of it', async () => {
    const person = await submitted(await app.signIn())
    const id = await asked(person)
    admin = await app.signIn({ role: 'admin' })
    const hold = await admin.call('POST', '/api/admin/legal-holds', {
      userId: person.id,
      reason: 'Police enquiry',
    })
    expect(hold.json()).toMatchObject({ hold: { person: { userId: person.id }, reason: 'Police enquiry' } })
    expect(
      (await admin.call('POST', '/api/admin/legal-holds', { userId: person.id, reason: 'Twice' })).json(),
    ).toMatchObject({ error: 'DUPLICATE_ENTRY' })
    expect((await carryOut(id)).json()).toMatchObject({ error: 'INVALID_STATE' })
    // The person is not told, neither here nor in the list of their notices.
    expect(JSON.stringify(await privacy(person))).not.toMatch(/hold|police/i)
    const lift = await admin.call('POST', `/api/admin/legal-holds/${hold.json().hold.id}/lift`, {
      reason: 'Over',
    })
    expect(lift.json()).toMatchObject({ hold: { liftReason: 'Over' } })
    expect((await carryOut(id)).statusCode).toBe(200)
    expect(await rows('select state from cases where user_id = $1', person.id)).toEqual([
      { state: 'withdrawn' },
    ])
    const [record] = await rows(
      'select ground, retain_until from retention_records where user_id = $1',
      person.id,
    )
    expect(record).toEqual({ ground: 'applicant', retain_until: new Date('2027-03-10T00:00:00Z') })

    const again = await admin.call('POST', '/api/admin/legal-holds', { userId: person.id, reason: 'Court' })
    expect((await nightOf('2027-03-20')).purged).toBe(0)
    await app.database.pool.query('update legal_holds set lifted_at = now() where id = $1', [
      again.json().hold.id,
    ])
    expect((await nightOf('2027-03-20')).purged).toBe(1)
    expect(await eventsOf(app.database, person.id, 'hold.set', 'hold.lifted')).toHaveLength(3)
  })

  test('R11 needs a sign-in of the last 15 minutes, and so does lifting a hold, which may delete as much', async () => {
    const person = await app.signIn()
    admin = await app.signIn({ role: 'admin' })
    const id = await asked(person)
    const hold = await admin.call('POST', '/api/admin/legal-holds', { userId: person.id, reason: 'Court' })
    const lift = () =>
      admin.call('POST', `/api/admin/legal-holds/${hold.json().hold.id}/lift`, { reason: 'Over' })
    for (const minutes of [8, 16]) {
      app.clock.now = new Date(STARTED.getTime() + minutes * 60_000)
      expect((await admin.call('GET', '/api/admin/erasures')).statusCode).toBe(200)
    }
    for (const answer of [await carryOut(id), await lift()])
      expect([answer.statusCode, answer.json().error]).toEqual([403, 'REAUTH_REQUIRED'])
    expect(await eventsOf(app.database, person.id, 'hold.lifted', 'erasure.carried_out')).toEqual([])
    app.clock.now = STARTED
    expect((await lift()).statusCode).toBe(200)
    expect((await carryOut(id)).statusCode).toBe(200)
  })

  test('a hold is shown on its person’s page, only to staff and never to themselves', async () => {
    const [person, clerk] = [await app.signIn(), await app.signIn({ role: 'admin' })]
    const boss = await app.signIn({ role: 'admin', name: 'Grace Hopper' })
    const holdOf = async (by: TestUser, { id }: TestUser) =>
      (await by.call('GET', `/api/admin/users/${id}`)).json().data.legal_hold
    expect(await holdOf(boss, person)).toBeNull()
    for (const { id } of [person, clerk])
      await boss.call('POST', '/api/admin/legal-holds', { userId: id, reason: 'Police enquiry' })
    const seen = {
      id: expect.any(Number),
      reason: 'Police enquiry',
      setBy: 'Grace Hopper',
      setAt: STARTED.toISOString(),
    }
    expect([await holdOf(boss, person), await holdOf(boss, clerk)]).toEqual([seen, seen])
    expect(await holdOf(clerk, clerk)).toBeNull()
    const listed = async (by: TestUser) =>
      (await by.call('GET', '/api/admin/legal-holds?limit=100')).json().holds
    expect([(await listed(boss)).length - (await listed(clerk)).length]).toEqual([1])
    for (const path of ['/api/auth/user', '/api/user/profile', '/api/notices', '/api/privacy'])
      expect((await person.call('GET', path)).body).not.toMatch(/hold|police/i)
    const { id } = await holdOf(boss, person)
    await boss.call('POST', `/api/admin/legal-holds/${id}/lift`, { reason: 'Over' })
    expect(await holdOf(boss, person)).toBeNull()
  })

  test('R15 a hold on an administrator looks to them like one that doesn’t exist, in force and lifted', async () => {
    const [clerk, boss] = [await app.signIn({ role: 'admin' }), await app.signIn({ role: 'admin' })]
    const lift = (by: TestUser, id: number) =>
      by.call('POST', `/api/admin/legal-holds/${id}/lift`, { reason: 'Over' })
    const page = async (by: TestUser, open: '0' | '1') =>
      (await by.call('GET', `/api/admin/legal-holds?open=${open}&limit=1`)).json()
    const before = await page(clerk, '1')
    const set = await boss.call('POST', '/api/admin/legal-holds', { userId: clerk.id, reason: 'Police' })
    const { id } = set.json().hold
    const looksUnknown = async () => {
      const [own, unknown] = [await lift(clerk, id), await lift(clerk, 999_999)]
      expect(own.statusCode).toBe(404)
      expect({ ...own.json(), requestId: null }).toEqual({ ...unknown.json(), requestId: null })
    }
    await looksUnknown()
    expect(await page(clerk, '1')).toEqual(before)
    expect(await eventsOf(app.database, clerk.id, 'hold.lifted')).toEqual([])
    expect((await lift(boss, id)).statusCode).toBe(200)
    await looksUnknown()
    expect((await page(boss, '0')).holds).toMatchObject([{ id }])
    expect((await page(clerk, '0')).holds).not.toMatchObject([{ id }])
  })

  test('R23 no one answers their own request or complaint, nor learns by it of a hold on themselves or of a match', async () => {
    const clerk = await submitted(await app.signIn(), LISTED)
    await screenWaiting(app.services)
    const id = await asked(clerk)
    const complaint = (
      await clerk.call('POST', '/api/privacy/complaints', { text: 'You kept my picture' })
    ).json().complaint.id
    await rows(
      `update users set is_admin = true, auth0_email = 'clerk-' || id || '@verdaccord.example' where id = $1`,
      clerk.id,
    )
    await admin.call('POST', '/api/admin/legal-holds', { userId: clerk.id, reason: 'Police' })
    const tries = (by: TestUser) => [
      carryOut(id, by),
      by.call('POST', `/api/admin/erasures/${id}/refuse`, { answer: 'No' }),
      by.call('POST', `/api/admin/complaints/${complaint}/answer`, { answer: 'You are right.' }),
      by.call('POST', `/api/admin/complaints/${complaint}/close`),
    ]
    for (const answer of await Promise.all(tries(clerk)))
      expect([answer.statusCode, answer.json().message]).toEqual([
        403,
        'Someone else has to deal with your own account.',
      ])
    const shownTo = async (by: TestUser) =>
      (await by.call('GET', '/api/admin/erasures?limit=100'))
        .json()
        .erasures.find((each: { id: number }) => each.id === id)
    expect(await shownTo(clerk)).toMatchObject({ isHeld: false, openMatches: [] })
    expect(await shownTo(admin)).toMatchObject({ isHeld: true, openMatches: ['consumer'] })
    const answered = { answer: 'You are right.' }
    for (const [what, body] of [
      ['answer', answered],
      ['close', {}],
    ] as const) {
      const done = await admin.call('POST', `/api/admin/complaints/${complaint}/${what}`, body)
      expect(done.statusCode).toBe(200)
    }
  })

  test('eight attempts at once carry it out once', async () => {
    const person = await submitted(await app.signIn())
    const id = await asked(person)
    admin = await app.signIn({ role: 'admin' })
    const statuses = (await Promise.all(Array.from({ length: 8 }, () => carryOut(id)))).map(
      (answer) => answer.statusCode,
    )
    expect(statuses.sort()).toEqual([200, ...Array(7).fill(409)])
    expect(await eventsOf(app.database, person.id, 'erasure.carried_out')).toHaveLength(1)
  })
})

describe('R59 the nightly job', () => {
  test('R59 counts a closed account from its closing, and stops counting if it is reopened', async () => {
    const person = await approved()
    const close = (at: string | null) =>
      app.database.pool.query('update users set disabled_at = $2 where id = $1', [person.id, at])
    await close('2026-06-01T12:00:00Z')
    expect((await nightOf('2026-06-02')).ended).toBe(1)
    expect(await rows('select retain_until from retention_records where user_id = $1', person.id)).toEqual([
      { retain_until: new Date('2031-05-31T23:00:00Z') },
    ])
    await close(null)
    await nightOf('2026-06-03')
    expect(await rows('select 1 from retention_records where user_id = $1', person.id)).toEqual([])
    await close('2026-06-05T12:00:00Z')
    await nightOf('2026-06-06')
    await nightOf('2031-06-05')
    expect(await rows('select 1 from kyc_profiles where user_id = $1', person.id)).toEqual([])
  })

  test('R59 deletes people who never became customers after twelve months without activity, and tells them', async () => {
    const [gone, waiting, customer, staff] = [
      await app.signIn(),
      await submitted(await app.signIn()),
      await approved(),
      await app.signIn({ role: 'admin' }),
    ]
    await prepare(gone)
    await nightOf('2027-03-09')
    expect(await rows('select 1 from documents where user_id = $1', gone.id)).toHaveLength(3)
    await nightOf('2027-03-12')
    expect(await rows('select 1 from documents where user_id = $1', gone.id)).toEqual([])
    expect(await rows('select issuer from users where id = $1', gone.id)).toEqual([{ issuer: 'erased' }])
    expect((await mailsAbout(gone.email)).map(({ kind }) => kind)).toEqual(['account-erased'])
    for (const { id } of [waiting, customer, staff])
      expect(await rows('select issuer from users where id = $1', id)).toEqual([{ issuer: 'embedded' }])
    admin = await app.signIn({ role: 'admin' })
  })
})

describe('a data-protection complaint', () => {
  test('is acknowledged at once, answered by mail, and closed; each once', async () => {
    app.clock.now = STARTED
    admin = await app.signIn({ role: 'admin' })
    const person = await app.signIn()
    const complain = (text: string) => person.call('POST', '/api/privacy/complaints', { text })
    expect((await complain('  ')).json()).toMatchObject({ fields: { text: 'Write what you complain about' } })
    const [first, second] = [await complain('You kept my picture'), await complain('You kept my picture')]
    const { complaint } = first.json()
    expect(second.json().complaint.id).toBe(complaint.id)
    expect(complaint).toMatchObject({
      reference: expect.stringMatching(/^DP-\d{6}$/),
      state: 'open',
      dueAt: '2026-04-09T10:00:00.000Z',
    })
    expect((await mailsAbout(person.email)).map(({ kind }) => kind)).toEqual(['complaint-received'])

    const list = async (open: '0' | '1') =>
      (await admin.call('GET', `/api/admin/complaints?open=${open}`))
        .json()
        .complaints.filter((each: { person: { userId: number } }) => each.person.userId === person.id)
    expect(await list('1')).toMatchObject([{ id: complaint.id, person: { userId: person.id } }])
    const close = () => admin.call('POST', `/api/admin/complaints/${complaint.id}/close`)
    expect((await close()).json()).toMatchObject({ error: 'INVALID_STATE' })
    const answer = () =>
      admin.call('POST', `/api/admin/complaints/${complaint.id}/answer`, { answer: 'You are right.' })
    expect((await answer()).json()).toMatchObject({ complaint: { state: 'answered' } })
    expect((await answer()).statusCode).toBe(409)
    expect((await privacy(person)).complaints).toMatchObject([
      { state: 'answered', answer: 'You are right.' },
    ])
    expect((await mailsAbout(person.email)).at(-1)).toMatchObject({
      kind: 'complaint-answered',
      text: expect.stringContaining('You are right.'),
    })
    expect((await close()).json()).toMatchObject({ complaint: { state: 'closed' } })
    expect(await list('1')).toEqual([])
    expect(await list('0')).toHaveLength(1)

    for (const text of ['One', 'Two', 'Three']) expect((await complain(text)).statusCode).toBe(200)
    expect((await complain('Four')).json()).toMatchObject({ error: 'INVALID_STATE' })
    const page = (await admin.call('GET', '/api/admin/complaints?limit=2')).json()
    const rest = (await admin.call('GET', `/api/admin/complaints?limit=2&cursor=${page.nextCursor}`)).json()
    expect([...page.complaints, ...rest.complaints].map(({ text }) => text)).toEqual(['One', 'Two', 'Three'])
    expect((await nightOf('2031-03-10')).answered).toBe(0)
  })
})
