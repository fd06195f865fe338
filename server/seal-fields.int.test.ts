import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { beginSealing } from './platform/database/installation.ts'
import { FieldCipher } from './platform/fields/field-cipher.ts'
import { mailSender } from './platform/mail/send-mail.ts'
import { rewrapKeys } from './rewrap-keys.ts'
import { countUnsealed, sealFields } from './seal-fields.ts'
import { type TestApp, testApp } from './testing/app.ts'
import { submitted } from './testing/journeys.ts'
import { TEST_FIELDS, TEST_MASTER_KEY } from './testing/keys.ts'
import { mailRows } from './testing/mail-rows.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  const visitor = await app.visit()
  await submitted(visitor)
  const person = await app.signIn({ emailConfirmed: false })
  const answer = await person.call('POST', '/api/user/update-email', { email: person.email })
  if (answer.statusCode !== 200) throw new Error(answer.body)
})

/** Every row of every table, as a dump of the database has it. */
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
/** What opens something: tokens of links, and codes with the words around them, because digits alone are elsewhere too. */
const secretsOf = ({ text, html }: Pick<Mail, 'text' | 'html'>) => [
  ...(`${text} ${html}`.match(/(?<=[/=])[\w-]{43}(?![\w-])/g) ?? []),
  ...text.split('\n').filter((line) => /\b\d{6}\b/.test(line)),
]

test('R60 a dump of the database has no code, no token of a link and no text of a mail', async () => {
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
    const longest = mail.text.split('\n').toSorted((one, other) => other.length - one.length)[0]
    expect(text).not.toContain(longest)
    expect(text).not.toContain(mail.html.slice(0, 100))
  }
})

test('R60 once a mail is handed over no token and no code is left in it, even for who has the keys', async () => {
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

test('R60 while the former release may still serve, rows are written as it reads them, and sealed by the next night', async () => {
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

  // Within an hour of the migration only the operator says that every process is new.
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

test('R60 mails of a former release are read as they are, and encrypted in batches that a stop leaves done', async () => {
  const { pool } = app.database
  await pool.query(
    `insert into mails (message_key, kind, to_address, subject, html, text, unsubscribe_url, created_at)
     select 'former-' || n, 'sign-up', 'ana@people.example', 'Hello', '<p>former ' || n, 'former ' || n, null, now()
     from generate_series(1, 600) n`,
  )
  const parts = { database: app.database, fields: TEST_FIELDS }
  const former = () =>
    mailRows(app.database, `select text, html from mails where message_key like 'former-%' order by id`)
  const others = async () => {
    const { rows } = await pool.query(
      `select count(*)::int as n from mails where message_key not like 'former-%'`,
    )
    return rows[0].n as number
  }
  const written = await former()
  expect(written[0]).toEqual({ text: 'former 1', html: '<p>former 1' })
  expect(await countUnsealed(parts)).toBe(600)
  const stopping = new AbortController()
  expect(await sealFields(parts, { signal: stopping.signal, onBatch: () => stopping.abort() })).toBe(500)
  expect(await Promise.all([sealFields(parts), sealFields(parts)]).then(([a, b]) => a + b)).toBe(100)
  expect(await countUnsealed(parts)).toBe(0)
  expect(await former()).toEqual(written)
  expect(await dump()).not.toContain('former 1')

  const newer = { id: 'newer', key: randomBytes(32) }
  const rotated = new FieldCipher([newer, TEST_MASTER_KEY], randomBytes)
  expect(await sealFields({ ...parts, fields: rotated })).toBe(written.length + (await others()))
  const alone = new FieldCipher([newer], randomBytes)
  const { rows } = await pool.query(`select text from mails where message_key = 'former-1'`)
  expect(alone.open(rows[0].text, ['mails', 'text', 'former-1'])).toBe('former 1')
})
