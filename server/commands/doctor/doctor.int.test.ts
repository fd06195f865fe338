import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { beforeAll, describe, expect, test } from 'vitest'
import { openPostgres } from '#server/platform/database/postgres.ts'
import { prepareDatabase } from '#server/platform/database/prepare.ts'
import {
  type ScriptedIssuer,
  startScriptedIssuer,
} from '#server/platform/identity/testing/scripted-issuer.ts'
import { checkpointKeys } from '#server/platform/ledger/checkpoint.ts'
import { ON_POSTGRES } from '#server/reliability/testing/deployment.ts'
import { runScript } from '#server/reliability/testing/process.ts'
import { type TestBucket, testBucket } from '#server/testing/bucket.ts'
import { testDatabaseUrl } from '#server/testing/database.ts'
import { atEndOfFile } from '#server/testing/end-of-file.ts'
import { freePort } from '#server/testing/free-port.ts'
import { testKms } from '#server/testing/kms.ts'
import { examine } from './doctor.ts'

let dataDir: string
let databaseUrl: string
let bucket: TestBucket
let issuer: ScriptedIssuer
let smtpPort: number
let clamdPort: number

/** An SMTP server that accepts no password. */
async function mailServer(): Promise<number> {
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, done) => done(Object.assign(new Error('no'), { responseCode: 535 })),
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEndOfFile(() => new Promise<void>((resolve) => server.close(resolve)))
  return (server.server.address() as AddressInfo).port
}

/** A clamd that finds everything clean. */
async function clamd(): Promise<number> {
  const server = createTcpServer((socket) => {
    socket.on('data', (part: Buffer) => {
      if (part.subarray(-4).equals(Buffer.alloc(4))) socket.end('stream: OK\0')
    })
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEndOfFile(() => server.close())
  return (server.address() as AddressInfo).port
}

beforeAll(async () => {
  if (!ON_POSTGRES) return
  dataDir = await mkdtemp(join(tmpdir(), 'verdaccord-doctor-'))
  atEndOfFile(() => rm(dataDir, { recursive: true, force: true }))
  databaseUrl = await testDatabaseUrl()
  bucket = await testBucket()
  issuer = await startScriptedIssuer()
  atEndOfFile(() => issuer.close())
  smtpPort = await mailServer()
  clamdPort = await clamd()
})

/** All parts, each of them healthy. */
const wellEnv = async () => ({
  PORT: String(await freePort()),
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  S3_URL: bucket.newAddress(),
  OIDC_ISSUER: issuer.issuer,
  OIDC_CLIENT_ID: 'product',
  SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
  CLAMD_URL: `tcp://127.0.0.1:${clamdPort}`,
})

async function examined(env: Record<string, string>) {
  const { says: output, isSound } = await examine(env)
  return { isSound, ...read(output) }
}

function read(output: string) {
  const lines = output.split('\n').map((line) => line.trim())
  return { output, wrong: lines.filter((line) => line.startsWith('WRONG')) }
}

// These tests don't depend on the database of the rest of the suite.
describe.skipIf(!ON_POSTGRES)('the doctor', () => {
  test('finds nothing wrong with the defaults, without using the network or creating anything', async () => {
    const folder = join(dataDir, 'not-there-yet')
    const env = { DATA_DIR: folder, PORT: String(await freePort()) }
    const { code, output: printed } = await runScript('admin', ['doctor'], env)
    const { output, wrong } = read(printed)
    expect([code, wrong]).toEqual([0, []])
    expect(output).toContain('PGlite, in DATA_DIR.')
    expect(output).toContain('Nothing is wrong.')
    expect(await readdir(dataDir)).not.toContain('not-there-yet')
  })

  test('finds nothing wrong if every part is real and healthy, and leaves nothing behind', async () => {
    await writeFile(join(dataDir, 'uk.csv'), 'list')
    const checkpoints = join(dataDir, 'checkpoints')
    const env = {
      ...(await wellEnv()),
      SANCTIONS_LISTS: join(dataDir, 'uk.csv'),
      CHECKPOINTS_URL: checkpoints,
    }
    const { isSound, output, wrong } = await examined(env)
    expect([isSound, wrong]).toEqual([true, []])
    for (const says of [
      /PostgreSQL \d+ answers/,
      'The account in DATABASE_URL may do what migrations need',
      'takes files large and small, gives, lists, copies and deletes them',
      'The discovery document names this issuer.',
      'It knows the client.',
      `The server at 127.0.0.1:${smtpPort} answers.`,
      'finds a clean file clean',
      'uk.csv can be read',
      `${checkpoints} can be written, and is made with the first checkpoint.`,
      'Agrees with the clock of the identity provider',
      'Agrees with the clock of the database',
    ])
      expect(output).toMatch(says)
    const left = []
    for await (const { key } of bucket.store(env.S3_URL).list()) left.push(key)
    for await (const { key } of bucket.store(env.S3_URL).listSetAside()) left.push(key)
    expect([left, await readdir(dataDir)]).toEqual([[], ['uk.csv']])
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    const { rows } = await client.query(
      "select 1 from pg_namespace where nspname like 'verdaccord%' union all select 1 from pg_class where relname like 'verdaccord%'",
    )
    await client.end()
    expect(rows).toEqual([])
  })

  test('says what is wrong with each part, and exits with 1', async () => {
    const gone = await freePort()
    issuer.script.discovery = { issuer: `${issuer.issuer}other` }
    const { isSound, wrong } = await examined({
      ...(await wellEnv()),
      DATABASE_URL: `postgres://someone:wrong@127.0.0.1:${gone}/verdaccord`,
      S3_URL: `s3://KEY:SECRET@documents?region=eu-west-2&endpoint=http://127.0.0.1:${gone}`,
      SMTP_URL: `smtp://user:wrong@127.0.0.1:${smtpPort}`,
      CLAMD_URL: `tcp://127.0.0.1:${gone}`,
      SANCTIONS_LISTS: [join(dataDir, 'nothing.csv'), dataDir].join(),
    })
    issuer.script.discovery = {}
    expect(isSound).toBe(false)
    for (const says of [
      /database at 127\.0\.0\.1:\d+ can’t be reached: nothing listens there/,
      /http:\/\/127\.0\.0\.1:\d+ can’t be reached: nothing listens there/,
      /OIDC_ISSUER has to be the same to the letter/,
      /refuses the user or the password: check them in SMTP_URL/,
      /ClamAV can’t be used at .*: nothing listens there/,
      /nothing\.csv can’t be read/,
      /is a folder: name the file of the list in SANCTIONS_LISTS/,
    ])
      expect(wrong.join('\n')).toMatch(says)
    expect(wrong).toHaveLength(7)
  })

  test('names what a database account may not do, and a server that accepts no writes', async () => {
    const owner = new pg.Client({ connectionString: databaseUrl })
    await owner.connect()
    const role = `doctor_${Date.now()}`
    await owner.query(`create role ${role} login password 'weak'`)
    const url = new URL(databaseUrl)
    Object.assign(url, { username: role, password: 'weak' })
    const asRole = async () =>
      (await examined({ ...(await wellEnv()), DATABASE_URL: url.href })).wrong.join('\n')
    try {
      const wrong = await asRole()
      expect(wrong).toMatch(/The account in DATABASE_URL can’t make schemas/)
      expect(wrong).toMatch(/The account in DATABASE_URL can’t make tables/)
      expect(wrong).toMatch(/Its tables belong to another account/)
      await owner.query(`alter role ${role} set default_transaction_read_only = on`)
      expect(await asRole()).toMatch(/read-only/)
    } finally {
      await owner.query(`drop role ${role}`)
      await owner.end()
    }
  })

  test('checks migration rights only for the owner, who may be locked between upgrades', async () => {
    const admin = new pg.Client({ connectionString: databaseUrl })
    await admin.connect()
    const name = `doctor_two_${Date.now()}`
    const [owner, app] = [`${name}_owner`, `${name}_app`]
    const urlOf = (username: string, password = 'weak') =>
      Object.assign(new URL(databaseUrl), { username, password, pathname: `/${name}` }).href
    const asked = async (ownerUrl: string) =>
      examined({ ...(await wellEnv()), DATABASE_URL: urlOf(app), DATABASE_OWNER_URL: ownerUrl })
    // As deploy/database.sql and docs/operations.md create them.
    await admin.query(`create role ${owner} login password 'weak'`)
    await admin.query(`create role ${app} login password 'weak'`)
    await admin.query(`grant ${app} to ${owner}`)
    await admin.query(`create database ${name} owner ${owner}`)
    try {
      const before = await asked(urlOf(owner))
      expect([before.wrong, before.output]).toEqual([
        [],
        expect.stringContaining('The account in DATABASE_OWNER_URL may do what migrations need'),
      ])
      expect((await asked(urlOf('someone'))).wrong.join()).toMatch(/someone.* DATABASE_OWNER_URL/)

      const database = openPostgres(urlOf(app), 1)
      await prepareDatabase(database, urlOf(owner)).finally(() => database.close())
      const after = await asked(urlOf('someone'))
      expect([after.wrong, after.output]).toEqual([
        [],
        expect.stringContaining('Nothing needs that account until the next upgrade'),
      ])
    } finally {
      await admin.query(`drop database ${name} with (force)`)
      await admin.query(`drop role ${app}`)
      await admin.query(`drop role ${owner}`)
      await admin.end()
    }
  })

  test('says which sanctions lists are fetched, and warns only if there are none, so that no one can be approved', async () => {
    const production = {
      ...(await wellEnv()),
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://verify.example.com',
      OIDC_ISSUER: 'https://127.0.0.1:9',
      DOCUMENT_KEYS: 'k1:p4bMOYOTsVe7jOBBWBD8tfX2lLv1wrwjj2Zd2gYpkLQ=',
      CAPTCHA_KEY: 'Zk1v9QeLr4mTnXw7BsYd2HcUj6GfPa38',
    }
    expect((await examined(production)).output).toContain('Fetched every hour: uk, un.')
    const none = await examined({ ...production, SANCTIONS_FETCH: 'off' })
    expect(none.output).toMatch(/No list is fetched or named: no one can be approved/)
  })

  test('names the calls that a bucket refuses, an unknown client and a wrong clock', async () => {
    const address = new URL(bucket.newAddress())
    const endpoint = address.searchParams.get('endpoint') ?? ''
    const refusing = createServer(async (request, response) => {
      if (request.url === '/token') return response.writeHead(401).end('{"error":"invalid_client"}')
      if (request.method === 'DELETE' || request.url?.includes('uploads'))
        return response
          .writeHead(403, { 'content-type': 'application/xml' })
          .end('<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>')
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const { host: _, connection: __, 'transfer-encoding': ___, ...headers } = request.headers
      const answer = await fetch(endpoint + request.url, {
        method: request.method ?? 'GET',
        headers: { ...headers, host: new URL(endpoint).host } as unknown as Record<string, string>,
        ...(chunks.length > 0 && { body: new Uint8Array(Buffer.concat(chunks)) }),
      })
      const date = new Date(Date.now() - 120_000).toUTCString()
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '', date })
      response.end(Buffer.from(await answer.arrayBuffer()))
    })
    await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve))
    const front = `http://127.0.0.1:${(refusing.address() as AddressInfo).port}`
    address.searchParams.set('endpoint', front)
    issuer.script.discovery = { token_endpoint: `${front}/token` }
    try {
      const { wrong, output } = await examined({ ...(await wellEnv()), S3_URL: address.href })
      expect(wrong.join('\n')).toMatch(/documents refuses to .*delete \(s3:DeleteObject\): AccessDenied/)
      expect(wrong.join('\n')).toMatch(/doesn’t know the client/)
      expect(output).toMatch(/note\s+It doesn’t list unfinished uploads/)
      expect(wrong.join('\n')).toMatch(/clock is 1[12]\d s ahead of that of the bucket/)
    } finally {
      issuer.script.discovery = {}
      refusing.closeAllConnections()
      refusing.close()
    }
  })

  test('checks where checkpoints are stored by using it, and the key of the last one', async () => {
    const KEY = 'c1:p4bMOYOTsVe7jOBBWBD8tfX2lLv1wrwjj2Zd2gYpkLQ='
    const OTHER = 'c2:Zk1v9QeLr4mTnXw7BsYd2HcUj6GfPa38p4bMOYOTsVc='
    const folder = await mkdtemp(join(dataDir, 'checkpoints-'))
    const about = async (place: string, key = KEY) => {
      const { says } = await examine({
        DATA_DIR: dataDir,
        PORT: String(await freePort()),
        CHECKPOINTS_URL: place,
        CHECKPOINT_KEYS: key,
      })
      return (says.split(/\n(?=\S)/).find((part) => part.startsWith('Checkpoints')) ?? '')
        .split('\n')
        .slice(1)
    }
    expect(await about(folder)).toEqual([
      expect.stringMatching(/ok .*can be written\.$/),
      expect.stringMatching(/ok .*There is no checkpoint yet\./),
    ])
    const sealed = checkpointKeys([{ id: 'c1', key: Buffer.from(KEY.slice(3), 'base64') }]).seal({})
    await writeFile(join(folder, '0000000001.json'), JSON.stringify(sealed))
    expect((await about(folder)).at(-1)).toMatch(/ok .*0000000001\.json, is signed with a key/)
    expect((await about(folder, OTHER)).at(-1)).toMatch(
      /WRONG .*is signed with the key c1, which isn’t configured/,
    )
    expect(await readdir(folder)).toEqual(['0000000001.json'])
    await writeFile(join(folder, 'file'), '')
    expect(await about(join(folder, 'file', 'below'))).toEqual([
      expect.stringMatching(/WRONG .*can’t write to/),
    ])

    const place = bucket.newAddress()
    for (const _ of ['once', 'and again'])
      expect(await about(place)).toEqual([
        expect.stringMatching(
          /documents takes checkpoints, gives and lists them|doesn’t know conditional writes/,
        ),
        expect.stringMatching(/note .*no object lock/),
        expect.stringMatching(/no checkpoint yet/),
      ])
    const stranger = place.replace('documents/', 'nobodys/')
    expect(await about(stranger)).toEqual([
      expect.stringMatching(/WRONG .*nobodys refuses to list \(s3:ListBucket\): NoSuchBucket.*to put/),
    ])
  })

  test('opens the keys that a KMS has wrapped, and says what to do about each that it can’t open', async () => {
    const kms = await testKms('alias/papers', 'alias/other')
    const wrapped = (id: string, alias = 'alias/papers') =>
      `${id}:kms:${kms.wrap(alias, id, randomBytes(32)).wrapped.toString('base64')}`
    const plain = `k1:${randomBytes(32).toString('base64')}`
    const about = async (env: Record<string, string>) => {
      const { says } = await examine({
        DATA_DIR: dataDir,
        PORT: String(await freePort()),
        KMS_URL: kms.address('alias/papers'),
        CHECKPOINTS_URL: join(dataDir, 'kms-checkpoints'),
        ...env,
      })
      return (says.split(/\n(?=\S)/).find((part) => part.startsWith('Keys')) ?? '').split('\n').slice(1)
    }
    const both = { DOCUMENT_KEYS: `${wrapped('k2')},${plain}`, CHECKPOINT_KEYS: wrapped('c1') }
    expect(await about(both)).toEqual([
      expect.stringMatching(/ok .*The KMS opens k2 in DOCUMENT_KEYS\.$/),
      expect.stringMatching(/ok .*The KMS opens c1 in CHECKPOINT_KEYS\.$/),
    ])
    expect(await about({ DOCUMENT_KEYS: `${wrapped('k2', 'alias/other')},${plain}` })).toEqual([
      expect.stringMatching(
        /WRONG .*k2 in DOCUMENT_KEYS can’t be opened .*another key wrapped it; name that one/,
      ),
    ])
    expect(await about({ DOCUMENT_KEYS: plain })).toEqual([
      expect.stringMatching(/note .*put one of make-key in front of DOCUMENT_KEYS\.$/),
    ])
    await kms.stop()
    expect(await about(both)).toEqual(
      Array(2).fill(expect.stringMatching(/WRONG .*nothing listens there; check KMS_URL and the network\.$/)),
    )
  })

  test('reports an unreadable configuration as the start does, and arguments that it doesn’t know', async () => {
    const { code, output } = await runScript('admin', ['doctor'], { PORT: 'eighty', DATA_DIR: dataDir })
    expect([code, read(output).wrong]).toEqual([
      1,
      ['WRONG PORT is "eighty", expected a whole number from 0 to 65535 (default 3000).'],
    ])
    expect((await runScript('admin', ['doctor', 'now'], { DATA_DIR: dataDir })).code).toBe(2)
  })
})
