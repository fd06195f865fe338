import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { LOCAL_KEY } from '#server/boot/master-keys.ts'
import { documentBinding } from '#server/model/documents/document-proof.ts'
import { importList } from '#server/model/screening/sanctions-lists.ts'
import { openPostgres } from '#server/platform/database/postgres.ts'
import { FieldCipher } from '#server/platform/fields/field-cipher.ts'
import { KeyRing, type MasterKey } from '#server/platform/files/envelope.ts'
import { newEmbeddedSecrets } from '#server/platform/identity/embedded/secrets.ts'
import { ON_POSTGRES } from '#server/reliability/testing/deployment.ts'
import { seedPeople } from '#server/reliability/testing/people.ts'
import { testDatabaseUrl } from '#server/testing/database.ts'
import { atEndOfFile } from '#server/testing/end-of-file.ts'
import { freePort } from '#server/testing/free-port.ts'
import { dropDatabase } from '#server/testing/postgres.ts'
import { PRODUCTION } from '#server/testing/production.ts'
import { examine } from './doctor.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'verdaccord-doctor-stored-'))
  atEndOfFile(() => rm(dataDir, { recursive: true, force: true }))
})

const SAMPLE = fileURLToPath(new URL('../../model/screening/lists/sample-list.csv', import.meta.url))
const newKey = (id: string): MasterKey => ({ id, key: randomBytes(32) })
const settingOf = (...keys: MasterKey[]) =>
  keys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join()

async function newDatabase() {
  const url = await testDatabaseUrl()
  const database = openPostgres(url, 2)
  atEndOfFile(async () => {
    await database.close()
    await dropDatabase(url)
  })
  return { url, database }
}

type Database = Awaited<ReturnType<typeof newDatabase>>['database']

/** A document whose key is wrapped by `key`, and a mail whose text it has encrypted. */
async function storeWith(database: Database, key: MasterKey, { withFile = true } = {}) {
  const [person] = await seedPeople(database, { count: 1 })
  const userId = person?.id ?? 0
  const mail = `mail-${randomUUID()}`
  const text = new FieldCipher([key], randomBytes).seal('Dear Ada', ['mails', 'text', mail])
  await database.pool.query(
    `insert into mails (message_key, kind, to_address, subject, html, text, created_at)
     values ($1, 'welcome', 'ada@people.example', 'Hello', '', $2, now())`,
    [mail, text],
  )
  if (!withFile) return
  const id = randomUUID()
  const binding = {
    id,
    userId,
    kind: 'consumer',
    slot: 'other',
    sha256: id,
    storageKey: id,
    renditionKey: null,
  }
  const ring = new KeyRing([key], randomBytes)
  const { wrappedKey } = ring.wrap(ring.newDataKey(), documentBinding(binding))
  await database.pool.query(
    `insert into documents (id, user_id, slot, file_name, mime, bytes, sha256, storage_key, wrapped_key, key_id, created_at)
     values ($1, $2, 'other', 'scan.jpg', 'image/jpeg', 1, $5, $5, $3, $4, now())`,
    [id, userId, wrappedKey, key.id, id],
  )
}

/** What the doctor says about one part, line by line. */
async function about(part: string, env: Record<string, string>): Promise<string[]> {
  const { says } = await examine({ DATA_DIR: dataDir, PORT: String(await freePort()), ...env })
  const found = says.split(/\n(?=\S)/).find((text) => text.startsWith(`${part}\n`))
  return (found ?? '').split('\n').slice(1)
}

describe.skipIf(!ON_POSTGRES)('what the doctor reads in the database', () => {
  test('R47 each key of what is stored is tried, and a missing or another one is named with what it would open', async () => {
    const { url, database } = await newDatabase()
    const [k1, k2] = [newKey('k1'), newKey('k2')] as const
    const keys = (...configured: MasterKey[]) =>
      about('Keys', { DATABASE_URL: url, DOCUMENT_KEYS: settingOf(...configured) })
    expect(await keys(k1)).toEqual([])
    await storeWith(database, k1)
    await storeWith(database, k2, { withFile: false })
    expect(await keys(k2, k1)).toEqual([
      expect.stringMatching(/ok +k1 opens what it has encrypted: 1 file, and values of rows\.$/),
      expect.stringMatching(/ok +k2 opens what it has encrypted: values of rows\.$/),
    ])
    expect(await keys(k1)).toEqual([
      expect.stringContaining('ok'),
      expect.stringMatching(
        /WRONG k2 has encrypted values of rows, which no one can open: it isn’t in DOCUMENT_KEYS\. Put it back/,
      ),
    ])
    expect(await keys(k2, newKey('k1'))).toEqual([
      expect.stringMatching(/WRONG k1 in DOCUMENT_KEYS opens nothing of what k1 has encrypted \(1 file, and/),
      expect.stringContaining('ok'),
    ])
  })

  test('R63 a generated key is looked for in secrets.json, and none is made', async () => {
    const { url, database } = await newDatabase()
    const local = newKey(LOCAL_KEY)
    await storeWith(database, local)
    const folder = await mkdtemp(join(dataDir, 'secrets-'))
    const keys = () => about('Keys', { DATABASE_URL: url, DATA_DIR: folder })
    expect(await keys()).toEqual([
      expect.stringMatching(/WRONG local has encrypted 1 file, .* Put secrets\.json back into /),
    ])
    expect(await readdir(folder)).toEqual([])
    const secrets = { captchaKey: '', identity: await newEmbeddedSecrets() }
    await writeFile(
      join(folder, 'secrets.json'),
      JSON.stringify({ ...secrets, documentKey: local.key.toString('base64') }),
    )
    expect(await keys()).toEqual([expect.stringMatching(/ok +local opens what it has encrypted/)])
    expect(
      await about('Keys', { DATABASE_URL: url, DATA_DIR: folder, DOCUMENT_KEYS: settingOf(newKey('k1')) }),
    ).toEqual([expect.stringMatching(/WRONG local .*Add local: and the documentKey of secrets\.json/)])
  })

  test('the sanctions lists in force are named with their age, and none, a sample or an old one is wrong', async () => {
    const { url, database } = await newDatabase()
    const production = { ...PRODUCTION, DATABASE_URL: url, SANCTIONS_LISTS: '' }
    const lists = (env = {}) => about('Sanctions lists', { ...production, ...env })
    await database.pool.query('update sanctions_lists set retired_at = now()')
    expect((await lists()).join('\n')).toMatch(
      /WRONG No list is in force, so no one can be approved: import one with import-sanctions FILE\./,
    )
    await importList(database, SAMPLE, { now: new Date(), source: 'sample' })
    expect((await lists({ SANCTIONS_FETCH: 'uk' })).at(-1)).toMatch(
      /WRONG Only the sample of made-up names is in force, .* a process fetches one within the hour/,
    )
    const file = join(dataDir, 'partners.csv')
    await writeFile(file, 'id,kind,name\n1,person,Ada Lovelace\n')
    await importList(database, file, { now: new Date() })
    expect(await lists()).toEqual([
      expect.stringMatching(/ok +The In-house list “partners” of .* is in force, with 1 entry\.$/),
      expect.stringMatching(/note +No list is fetched or named: import each newer one/),
    ])
    await database.pool.query(
      "update sanctions_lists set source = 'uk', published_on = '2020-01-01' where retired_at is null",
    )
    expect((await lists()).join('\n')).toMatch(
      /WRONG The UK Sanctions List of Jan 1, 2020 is in force and more than 14 days old, so no one can be approved: import/,
    )
    await database.pool.query(
      `insert into sanctions_fetches (source, failure, tried_at) values ('uk', 'The publisher answers 503.', now())`,
    )
    expect((await lists({ SANCTIONS_FETCH: 'uk' })).at(-1)).toMatch(
      /note +The UK Sanctions List can’t be fetched: The publisher answers 503\.$/,
    )
  })

  test('R3 accounts of another identity provider than the configured one are counted', async () => {
    const { url, database } = await newDatabase()
    const signIn = (env: Record<string, string>) => about('Sign-in', { DATABASE_URL: url, ...env })
    expect(await signIn({})).toEqual([expect.stringContaining('ok')])
    await seedPeople(database, { count: 2 })
    expect(await signIn({})).toEqual([
      expect.stringMatching(
        /note +2 accounts belong to another identity provider \(http:\/\/127\.0\.0\.1:9\/\) than the embedded one\. .*set OIDC_ISSUER back/,
      ),
      expect.stringContaining('ok'),
    ])
    const same = await signIn({ OIDC_ISSUER: 'http://127.0.0.1:9/', OIDC_CLIENT_ID: 'product' })
    expect(same.join('\n')).not.toContain('another identity provider')
  })

  test('made-up details of the company are wrong in production, and only there', async () => {
    const own = {
      COMPANY_LEGAL_NAME: 'Fern Carbon Limited',
      COMPANY_ADDRESS: '2 Exchange Place, London EC2A 2AA',
      COMPANY_PHONE: '020 7946 0999',
      COMPANY_SUPPORT_EMAIL: 'help@fern.test',
      COMPANY_CONTACT_EMAIL: 'hello@fern.test',
      COMPANY_COMPLAINTS_EMAIL: 'complaints@fern.test',
      COMPANY_FORUM_URL: 'https://forum.fern.test',
      COMPANY_LINKEDIN_URL: 'https://linkedin.test/fern',
      COMPANY_X_URL: 'https://x.test/fern',
      COMPANY_TERMS_URL: 'https://fern.test/terms',
      COMPANY_PRIVACY_URL: 'https://fern.test/privacy',
      COMPANY_DOMAINS: 'fern.test',
    }
    expect(await about('Company', {})).toEqual([])
    expect(await about('Company', PRODUCTION)).toEqual([
      expect.stringMatching(/WRONG COMPANY_LEGAL_NAME, .* and COMPANY_PRIVACY_URL are still the sample’s/),
      expect.stringMatching(/WRONG Mails would be sent from Verdaccord <support@verdaccord\.example>/),
      expect.stringMatching(/WRONG COMPANY_DOMAINS has verdaccord\.example/),
      expect.stringMatching(/note +Invoices can’t be issued until COMPANY_VAT_NUMBER, .* are set\.$/),
    ])
    const set = {
      ...PRODUCTION,
      ...own,
      STRIPE_SECRET_KEY: 'sk_test_12345678',
      STRIPE_WEBHOOK_SECRET: `whsec_${randomBytes(24).toString('base64')}`,
    }
    expect(await about('Company', set)).toEqual([expect.stringMatching(/ok +Its details and addresses/)])
    expect(
      await about('Company', { ...set, COMPANY_PHONE: '', MAIL_FROM: 'Fern <no-reply@example.com>' }),
    ).toEqual([
      expect.stringMatching(/WRONG COMPANY_PHONE is still the sample’s: .* Set it\.$/),
      expect.stringMatching(/WRONG Mails would be sent from Fern <no-reply@example\.com>/),
    ])
  })
})
