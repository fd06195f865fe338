import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PRODUCTION } from '#server/testing/production.ts'
import { newDeployment } from './testing/deployment.ts'
import { type Env, runScript } from './testing/process.ts'

let dataDir = ''
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'verdaccord-start-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

/** As `deploy/verdaccord.service` has it, after which nothing is tried again. */
const WRONG_CONFIGURATION = 78

/** The sentences with which a server with this environment exits. */
async function refusal(env: Env, code = WRONG_CONFIGURATION): Promise<string[]> {
  const exit = await runScript('main', [], { DATA_DIR: dataDir, PORT: '0', ...env })
  expect(exit).toMatchObject({ code, signal: null })
  return exit.output.trim().split('\n')
}

describe('a start with a wrong configuration', () => {
  test('exits with a sentence for each variable: its name, its value, what is expected', async () => {
    expect(
      await refusal({
        PORT: 'eighty',
        PUBLIC_URL: 'verify.example.com',
        DATABASE_URL: 'mysql://root:hunter2@localhost/x',
        LOG_LEVEL: 'loud',
        DEMO: 'yes',
        DOCUMENT_KEYS: 'short:AAAA',
      }),
    ).toEqual([
      'PORT is "eighty", expected a whole number from 0 to 65535 (default 3000).',
      'PUBLIC_URL is "verify.example.com", expected the address people use, without a path, such as https://verify.example.com.',
      'DATABASE_URL is set to something, expected a PostgreSQL address, postgres://user:password@host/database.',
      'DOCUMENT_KEYS is set to something, expected one or more keys as id:base64 of 32 bytes, or as make-key gives them, separated by commas, newest first.',
      'DEMO is "yes", expected 1 to seed the demo people, 0 to seed no one (default: only on loopback).',
      'LOG_LEVEL is "loud", expected trace, debug, info, warn, error or silent (default info in production, else warn).',
    ])
  })

  test('R63 in production names every default that is not allowed there', async () => {
    const sentences = await refusal({ NODE_ENV: 'production', CAPTCHA: 'off', DEMO: '1' })
    const named = sentences.map((sentence) => sentence.split(' ', 1)[0])
    expect(named).toEqual([
      'PUBLIC_URL',
      'OIDC_ISSUER',
      'DOCUMENT_KEYS',
      'CAPTCHA_KEY',
      'CAPTCHA',
      'DEMO',
      'SMTP_URL',
    ])
  })

  test('T3 that others can reach says why it is not a first look, and needs what production needs', async () => {
    const [why, ...needed] = await refusal({ HOST: '0.0.0.0' })
    expect(why).toBe(
      'HOST is "0.0.0.0" and PUBLIC_URL is "http://localhost:0": a server that others can reach is run as production.',
    )
    const named = needed.map((sentence) => sentence.split(' ', 1)[0])
    expect(named).toEqual(['PUBLIC_URL', 'OIDC_ISSUER', 'DOCUMENT_KEYS', 'CAPTCHA_KEY', 'SMTP_URL'])
  })

  test('exits with a sentence if another program listens on its port, or its address belongs to another machine', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    // Before the database is opened, which the start would take for a copy: there is none at this address.
    const unopened = { ...PRODUCTION, DATABASE_URL: 'postgres://nobody:none@127.0.0.1:9/none' }
    expect(await refusal({ ...unopened, PORT: String(port), HOST: '127.0.0.1' })).toEqual([
      `PORT is "${port}", expected a port that no other program listens on.`,
    ])
    other.close()
    const { DATABASE_URL = '' } = (await newDeployment()).env
    const elsewhere = await refusal({
      ...PRODUCTION,
      DATABASE_URL,
      STATUS_CALL: 'reviewed',
      HOST: '192.0.2.1',
    })
    // The log has lines of its own, and the two may arrive in any order.
    expect(elsewhere).toContain('HOST is "192.0.2.1", expected an address of this machine.')
  })

  test('exits with a sentence that names the variable if its data folder cannot be created', async () => {
    expect(await refusal({ DATA_DIR: '/dev/null/data' }, 1)).toEqual([
      expect.stringMatching(
        /^Verdaccord cannot start: This account can’t write to \/dev\/null.* DATA_DIR\.$/,
      ),
    ])
  })

  test('and if a file is in its place', async () => {
    const file = join(dataDir, 'a-file')
    await writeFile(file, '')
    expect(await refusal({ DATA_DIR: file }, 1)).toEqual([
      expect.stringMatching(/a-file \(it is no folder\): .* DATA_DIR\.$/),
    ])
  })

  test('exits with a sentence about the part that is away, not about the database, if the demo’s files can’t be scanned', async () => {
    const { env } = await newDeployment()
    const sentences = await refusal({ ...env, DEMO: '1', CLAMD_URL: 'tcp://127.0.0.1:1' }, 1)
    expect(sentences).toContainEqual(
      expect.stringMatching(
        /^Verdaccord cannot start: Files can’t be checked .* \w+\. npm run admin -- doctor says/,
      ),
    )
    expect(sentences.join()).not.toContain('DATABASE_URL')
  })
})
