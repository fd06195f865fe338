import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { buildExport } from '#server/features/privacy/exports/data-exports.ts'
import { heldData } from '#server/features/privacy/exports/held-data.ts'
import { moveApplication } from '#server/model/applications/claim-application.ts'
import { mailSender } from '#server/model/mail/send-mail.ts'
import { SEALED_TABLES } from '#server/model/schema/sealed-columns.ts'
import { beginSealing } from '#server/platform/database/installation.ts'
import { FieldCipher } from '#server/platform/fields/field-cipher.ts'
import { makeJpeg } from '#server/platform/files/test-files.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { newClient, newInvoice } from '#server/testing/invoices.ts'
import { submitted, submittedBusiness, uploadPicture } from '#server/testing/journeys.ts'
import { TEST_FIELDS, TEST_MASTER_KEY } from '#server/testing/keys.ts'
import { mailRows } from '#server/testing/mail-rows.ts'
import { decideOn, openCase } from '#server/testing/reviews.ts'
import { rewrapKeys } from './rewrap-keys.ts'
import { countUnsealed, sealFields } from './seal-fields.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  const visitor = await app.visit()
  await submitted(visitor)
  const person = await app.signIn({ emailConfirmed: false })
  const answer = await person.call('POST', '/api/user/update-email', { email: person.email })
  if (answer.statusCode !== 200) throw new Error(answer.body)
})

/** Returns every row of every table, as a dump of the database has it. */
async function dump(): Promise<string> {
  const { rows: tables } = await app.database.pool.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await app.database.pool.query(`select t::text as row from ${name} t`)
    texts.push(...rows.map(({ row }) => row))
  }
  return texts.join('\n')
}

interface Mail {
  kind: string
  text: string
  html: string
  status: string
}
const mails = () => mailRows<Mail>(app.database, 'select kind, text, html, status from mails order by id')
/**
 * The secrets in a mail: tokens of links, and codes with the text around them, because the digits alone may
 * occur elsewhere.
 */
const secretsOf = ({ text, html }: Pick<Mail, 'text' | 'html'>) => [
  ...(`${text} ${html}`.match(/(?<=[/=])[\w-]{43}(?![\w-])/g) ?? []),
  ...text.split('\n').filter((line) => /\b\d{6}\b/.test(line)),
]

test('R60 a dump of the database has no code, no link token and no mail text', async () => {
  const sent = await mails()
  const secrets = sent.flatMap(secretsOf)
  expect(sent.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['application-code', 'system-email-confirmation']),
  )
  expect(secrets.length).toBeGreaterThanOrEqual(2)
  const text = await dump()
  expect(text).toContain('system-email-confirmation')
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  for (const mail of sent) {
    const longest = mail.text.split('\n').toSorted((left, right) => right.length - left.length)[0]
    expect(text).not.toContain(longest)
    expect(text).not.toContain(mail.html.slice(0, 100))
  }
})

test('R60 a delivered mail has no token or code in it any more, even for someone with the keys', async () => {
  const { database, log, now } = app.services
  const before = await mails()
  const given: Mail[] = []
  const send = mailSender({
    database,
    fields: TEST_FIELDS,
    renderAttachments: async () => [],
    transport: {
      kind: 'smtp',
      send: async (message) => {
        given.push(message as unknown as Mail)
        return { event: 'delivered', description: 'accepted' }
      },
    },
  })
  const { rows } = await database.pool.query('select id from mails order by id')
  for (const { id } of rows) await send(Number(id), { log, now })
  expect(given.map(({ text }) => text)).toEqual(before.map(({ text }) => text))
  const after = await mails()
  expect(after.map(({ status }) => status)).toEqual(before.map(() => 'sent'))
  expect(after.flatMap(secretsOf)).toEqual([])
  expect(after.map(({ text }) => text.split('\n').length)).toEqual(
    before.map(({ text }) => text.split('\n').length),
  )
})

test('R60 while the former release may still serve, rows are written in its format, and encrypted by the next night', async () => {
  const { database, files } = app.services
  const { pool } = database
  await pool.query('update installation set sealed_since = null, migrated_at = now()')
  const visitor = await app.visit()
  await submitted(visitor)
  const keys = async () => {
    const { rows } = await pool.query<{ bound: boolean; n: number }>(
      "select wrapped_key like 'b1.%' as bound, count(*)::int as n from documents where user_id = $1 group by 1",
      [visitor.id],
    )
    return rows
  }
  const parts = { database, fields: TEST_FIELDS }
  const [open] = await keys()
  expect(open).toEqual({ bound: false, n: expect.any(Number) })
  expect(await countUnsealed(parts)).toBeGreaterThan(0)
  const { rows: plain } = await pool.query('select text from mails where user_id = $1', [visitor.id])
  expect(plain.map(({ text }) => text).join()).not.toContain('f1.')

  // Within an hour of the migration only the operator can say that every process is new.
  expect(await beginSealing(database)).toBe(false)
  await pool.query("update installation set migrated_at = now() - interval '61 minutes'")
  expect(await beginSealing(database)).toBe(true)
  expect((await rewrapKeys({ database, files })).faults).toEqual([])
  await sealFields(parts)
  expect([await keys(), await countUnsealed(parts)]).toEqual([[{ ...open, bound: true }], 0])
  const list = (await visitor.call('GET', '/api/documents')).json()
  expect(list.documents.length).toBe(open?.n)

  await pool.query('update installation set sealed_since = null, migrated_at = now()')
  expect(await beginSealing(database, { despite: true })).toBe(true)
})

/** Of two companies that don't exist. */
const LEIS = ['000000NIGHTJAR000122', '000000NIGHTJAR000219']

/**
 * Fills an installation with everything that is stored encrypted: a returned case, a listed person, a company,
 * drafts, a client with an invoice, a copy of data and a proposed change. Returns what no dump may show, and
 * what people read of it.
 */
async function fill(n: number) {
  const by = await app.signIn({ role: 'admin' })
  const dates = { person: `1975-08-2${n}`, listed: `1971-04-1${n}`, draft: `1969-11-0${n}` }
  const details = { person: `Nightjar Magna ${n}`, listed: `Nightjar Parva ${n}`, company: LEIS[n - 1] ?? '' }
  const person = await submitted(await app.signIn(), { dob: dates.person, placeOfBirth: details.person })
  await decideOn(by, person.id, await openCase(by, person.id), { selfie: 'SELFIE_UNCLEAR' })
  const marker = `Nightjar passport ${n}`
  await uploadPicture(person, 'selfie', await makeJpeg({ artist: marker }))
  const former = `7${n} Nightjar Passage`
  await app.database.pool.query(`update kyc_profiles set address = 'elsewhere' where user_id = $1`, [
    person.id,
  ])
  const listed = {
    ...{ firstName: 'Muhammad', lastName: 'Tarhan Al-Qusayri', dob: dates.listed, address: former },
    placeOfBirth: details.listed,
  }
  const found = await submitted(await app.signIn(), listed)
  await openCase(by, found.id)
  await app.database.pool.query(`update kyc_profiles set address = 'elsewhere' where user_id = $1`, [
    found.id,
  ])
  const numbers = {
    account: `1234567${n}`,
    draft: `8877665${n}`,
    tax: `DE12345678${n}`,
    phone: `+44 20 7946 099${n}`,
  }
  const owner = await submittedBusiness(await app.signIn(), {
    bankAccountNumber: numbers.account,
    companyNumber: `765432${n}`,
    lei: details.company,
  })
  const visitor = await app.visit()
  const answers = { step: 'personal', firstName: 'Wren', dob: dates.draft }
  await visitor.call('PUT', '/api/onboarding/consumer/draft', { draft: answers, revision: 0 })
  const company = { draft: { bankAccountNumber: numbers.draft }, revision: 0 }
  await person.call('PUT', '/api/onboarding/business/draft', company)
  const client = await newClient(by, [person], { tax_number: numbers.tax, country: 'DE' })
  const invoice = await newInvoice(app, by, client.id)
  const [{ hosted_invoice_url: link }] = (await person.call('GET', '/api/invoices')).json().invoices
  const token = new URL(link).pathname.split('/').at(-1) ?? ''
  const wish = { field: 'phone', phone: numbers.phone, reason: 'By phone', evidence: 'A letter' }
  expect((await by.call('POST', `/api/admin/users/${person.id}/changes`, wish)).statusCode).toBe(200)
  const asked = (await person.call('POST', '/api/data/request-export', {})).json().export
  await buildExport(app.services, asked.id)

  const held = async ({ id }: TestUser) => {
    const { emails, history, sessions, exports, ...data } = await app.database.transaction((tx) =>
      heldData(tx, id),
    )
    return data
  }
  const read = async () => [
    ...(await Promise.all([person, found, owner, visitor].map(held))),
    ...(await Promise.all(
      [
        `/api/admin/users/${person.id}/kyc-case?kind=consumer`,
        `/api/admin/users/${found.id}/screening?kind=consumer`,
        `/api/admin/users/${owner.id}/kyc-case?kind=business`,
        `/api/admin/clients/${client.id}`,
        `/api/admin/invoices/${invoice.id}`,
        `/api/admin/users/${person.id}/support`,
        `/api/hosted-invoices/${token}`,
      ].map(async (path) => {
        const answer = await by.call('GET', path)
        expect([path, answer.statusCode]).toEqual([path, 200])
        return answer.json()
      }),
    )),
    (await person.call('GET', '/api/invoices')).json(),
  ]
  const secrets = [
    ...Object.values(dates),
    ...Object.values(numbers),
    ...Object.values(details),
    former,
    token,
  ]
  return { secrets, marker, read }
}

test('R60 neither a dump of the database nor the files contain a birth date, a number, an answer or a live link', async () => {
  const { database } = app.services
  const { pool } = database
  await pool.query('update installation set sealed_since = null')
  const former = await fill(1)
  const before = await former.read()
  // What a former release has written is not encrypted; otherwise this test could not fail.
  const open = await dump()
  expect(former.secrets.filter((secret) => !open.includes(secret))).toEqual([])
  expect(former.secrets.filter((secret) => !JSON.stringify(before).includes(secret))).toEqual([])

  // Anyone could try all birth dates against a plain hash.
  const { rows: hashes } = await pool.query<{ hash: string }>(
    "select subject_hash as hash from screening_matches where subject_hash ~ '^[0-9a-f]{64}$'",
  )
  expect(hashes.length).toBeGreaterThan(0)

  expect(await beginSealing(database, { despite: true })).toBe(true)
  const latter = await fill(2)
  const stopping = new AbortController()
  const parts = { database, fields: TEST_FIELDS }
  await sealFields(parts, { signal: stopping.signal, onBatch: () => stopping.abort() })
  expect(await countUnsealed(parts)).toBeGreaterThan(0)
  expect(await former.read()).toEqual(before)
  expect((await sealFields(parts)).faults).toEqual([])
  expect(await countUnsealed(parts)).toBe(0)
  expect(await former.read()).toEqual(before)
  const { rows: unscreened } = await pool.query('select 1 from case_screenings where round = 0')
  expect(unscreened).toEqual([])

  const text = await dump()
  const secrets = [...former.secrets, ...latter.secrets, ...hashes.map(({ hash }) => hash)]
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  const written = JSON.stringify(await latter.read())
  expect(latter.secrets.filter((secret) => !written.includes(secret))).toEqual([])
  for (const entry of await readdir(app.documentsDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const bytes = (await readFile(join(entry.parentPath, entry.name))).toString('latin1')
    const shown = [...secrets, former.marker, latter.marker].filter((secret) => bytes.includes(secret))
    expect([entry.name, shown]).toEqual([entry.name, []])
  }
})

test('R60 a value only opens in its own row', async () => {
  const { pool } = app.database
  for (const { table, name, values } of SEALED_TABLES)
    for (const { column, read, isAlike } of values) {
      const { rows } = await pool.query<{ name: string; value: string }>(
        `select ${name('t.user_id')} as name, ${read} as value from ${table} t where (${read}) <> '' order by 1 limit 9`,
      )
      const [first, second] = rows
      // Few mails have a link to unsubscribe; business-people.int.test.ts has the details of people of a
      // company, and reading/reading.int.test.ts what was read from a document.
      if (column === 'unsubscribe_url' || table === 'document_readings') continue
      if (table === 'business_people' && column === 'details') continue
      if (!first || !second) throw new Error(`Two rows of ${table} need a ${column}`)
      if (isAlike) continue
      expect(TEST_FIELDS.open(first.value, [table, column, first.name])).not.toBe(first.value)
      expect(() => TEST_FIELDS.open(first.value, [table, column, second.name])).toThrow('stands elsewhere')
    }
})

test('R47 an altered or swapped value is refused with a message, recorded, and raises an alarm once a day however often', async () => {
  const { pool } = app.database
  const superAdmin = await app.signIn({ role: 'superAdmin' })
  const [ada, bob, eve] = await Promise.all([1, 2, 3].map(async () => submitted(await app.signIn())))
  if (!ada || !bob || !eve) throw new Error('Three people were asked for')
  await pool.query(
    `update kyc_profiles t set dob = o.dob from kyc_profiles o
     where (t.user_id, o.user_id) in (($1, $2), ($2, $1))`,
    [ada.id, bob.id],
  )
  const refused = (value: string) =>
    pool
      .query('select user_id::int, actor_kind from events where type = $1 and subject = $2 order by id', [
        'value.refused',
        `value:${value}`,
      ])
      .then(({ rows }) => rows)
  app.logged.length = 0
  const look = (by: TestUser, { id }: TestUser) =>
    by.call(
      'GET',
      by === ada ? `/api/onboarding/kyc-profile-by-user/${id}` : `/api/admin/users/${id}/kyc-case`,
    )
  const answers = await Promise.all([look(ada, ada), look(ada, ada), look(superAdmin, ada)])
  for (const answer of answers)
    expect([answer.statusCode, answer.json().error, answer.json().message]).toEqual([
      409,
      'INVALID_STATE',
      expect.stringContaining('isn’t what was saved. We’ve told our team'),
    ])
  expect(
    (await refused(`kyc_profiles.dob:${ada.id}`)).map(({ actor_kind }) => actor_kind).toSorted(),
  ).toEqual(['staff', 'user', 'user'])
  expect(app.logged.join('')).toContain(`kyc_profiles.dob:${ada.id}`)
  const alarms = () =>
    mailRows(
      app.database,
      `select text from mails where kind = 'value-refused' and user_id = $1 order by id`,
      superAdmin.id,
    )
  expect((await alarms()).map(({ text }) => text)).toEqual([
    expect.stringMatching(/a personal detail was refused[\s\S]*In the database: kyc_profiles\.dob:/),
  ])
  const { notices } = (await superAdmin.call('GET', '/api/notices')).json()
  expect(notices).toMatchObject([
    { title: 'A stored value may have been changed', path: `/admin/users/${ada.id}` },
  ])

  // A truncated or nonsensical value is reported as well; everything that doesn't need it stays readable.
  await pool.query(`update kyc_profiles set dob = 'f1.test.AAAA' where user_id = $1`, [eve.id])
  expect((await look(superAdmin, eve)).statusCode).toBe(409)
  await pool.query(`update cases set evidence = '"nonsense"' where user_id = $1`, [eve.id])
  expect((await look(superAdmin, eve)).statusCode).toBe(409)
  const { rows } = await pool.query(
    `select subject from events where type = 'value.refused' and user_id = $1 order by id`,
    [eve.id],
  )
  expect(rows.map(({ subject }) => subject.replace(/\d+$/, 'N'))).toEqual([
    'value:kyc_profiles.dob:N',
    'value:cases.evidence:N',
  ])
  expect((await eve.call('GET', '/api/documents')).statusCode).toBe(200)
  await pool.query('update cases set evidence = null where user_id = $1', [eve.id])
})

test('R60 what a visitor gave is encrypted for the account once it is claimed', async () => {
  const visitor = await app.visit('wren@people.example')
  await submittedBusiness(visitor)
  await visitor.call('PUT', '/api/onboarding/consumer/draft', { draft: { dob: '1969-11-09' }, revision: 0 })
  const person = await app.signIn({ email: 'wren@people.example' })
  const { id: from } = visitor
  await app.database.transaction((tx) =>
    moveApplication(tx, app.services.files, from, person.id, app.clock.now),
  )
  const draft = await person.call('GET', '/api/onboarding/consumer/draft')
  expect(draft.json()).toMatchObject({ draft: { dob: '1969-11-09' } })
  const held = await app.database.transaction((tx) => heldData(tx, person.id))
  expect(held.company?.[0]).toMatchObject({ bank_account_number: '12345678' })
  expect((await dump()).includes('1969-11-09')).toBe(false)
})

test('R60 mails of a former release are read unchanged, and encrypted in batches that survive a stop', async () => {
  const { pool } = app.database
  await pool.query(
    `insert into mails (message_key, kind, to_address, subject, html, text, unsubscribe_url, created_at)
     select 'former-' || n, 'sign-up', 'ana@people.example', 'Hello', '<p>former ' || n, 'former ' || n, null, now()
     from generate_series(1, 600) n`,
  )
  const parts = { database: app.database, fields: TEST_FIELDS }
  const former = () =>
    mailRows(app.database, `select text, html from mails where message_key like 'former-%' order by id`)
  const written = await former()
  expect(written[0]).toEqual({ text: 'former 1', html: '<p>former 1' })
  expect(await countUnsealed(parts)).toBe(600)
  const stopping = new AbortController()
  const stopped = await sealFields(parts, { signal: stopping.signal, onBatch: () => stopping.abort() })
  expect(stopped).toEqual({ sealed: 500, faults: [], refused: [] })
  const both = await Promise.all([sealFields(parts), sealFields(parts)])
  expect(both.reduce((sum, { sealed }) => sum + sealed, 0)).toBe(100)
  expect(await countUnsealed(parts)).toBe(0)
  expect(await former()).toEqual(written)
  expect(await dump()).not.toContain('former 1')

  const newer = { id: 'newer', key: randomBytes(32) }
  const rotated = new FieldCipher([newer, TEST_MASTER_KEY], randomBytes)
  const due = await countUnsealed({ ...parts, fields: rotated })
  expect(due).toBeGreaterThan(600)
  // The two swapped values and the truncated one stay as they are, and are reported.
  const fault = expect.stringContaining('A value of kyc_profiles.dob was altered, or stands elsewhere')
  const place = ['kyc_profiles', 'dob', expect.any(String)]
  expect(await sealFields({ ...parts, fields: rotated })).toEqual({
    sealed: due - 3,
    faults: [fault, fault, fault],
    refused: [place, place, place],
  })
  const alone = new FieldCipher([newer], randomBytes)
  const { rows } = await pool.query(`select text from mails where message_key = 'former-1'`)
  expect(alone.open(rows[0].text, ['mails', 'text', 'former-1'])).toBe('former 1')
})
