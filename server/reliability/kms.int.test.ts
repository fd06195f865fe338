import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ConsumerSlot } from '#contract/documents/documents.ts'
import type { StoredDocument } from '#contract/documents/uploads.ts'
import { WrongArguments } from '#server/commands/command.ts'
import { makeKey } from '#server/commands/keys.ts'
import { makeJpeg } from '#server/platform/files/test-files.ts'
import { type TestKms, testKms } from '#server/testing/kms.ts'
import { type Deployment, newDeployment } from './testing/deployment.ts'
import { type Person, seedPeople } from './testing/people.ts'
import { type Env, type RunningServer, runScript, startServer } from './testing/process.ts'

const PLAIN = `k1:${randomBytes(32).toString('base64')}`

let kms: TestKms
let deployment: Deployment
let person: Person
let wrapped: string

/** The deployment with these keys, and a KMS key. */
const withKeys = (keys: string, alias = 'alias/papers'): Env => ({
  ...deployment.env,
  DOCUMENT_KEYS: keys,
  KMS_URL: kms.address(alias),
})

beforeAll(async () => {
  kms = await testKms('alias/papers')
  deployment = await newDeployment()
  const [seeded] = await deployment.inspect((database) => seedPeople(database, { count: 1 }))
  if (!seeded) throw new Error('One person was seeded')
  person = seeded
  // Production with nothing else configured yet.
  const env = { NODE_ENV: 'production', KMS_URL: kms.address('alias/papers') }
  wrapped = (await runScript('admin', ['make-key', 'k2'], env)).output.trim()
})

async function upload(server: RunningServer, slot: ConsumerSlot): Promise<Buffer> {
  const picture = Buffer.concat([await makeJpeg({ width: 300, height: 200 }), randomBytes(16)])
  const body = new FormData()
  body.append('documentType', slot)
  body.append('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), `${slot}.jpg`)
  const answer = await server.call('POST', '/api/uploads/kyc-document-direct', {
    cookie: person.cookie,
    body,
  })
  expect(answer.status, await answer.clone().text()).toBe(200)
  return picture
}

/** The stored originals, by their slots. */
async function originals(server: RunningServer): Promise<Record<string, Buffer>> {
  const { cookie } = person
  const listed = await server.call('GET', '/api/documents', { cookie })
  const { documents } = (await listed.json()) as { documents: StoredDocument[] }
  const read = documents.map(async ({ documentType, documentUrl }) => {
    const answer = await server.call('GET', `${documentUrl}?download`, { cookie })
    return [documentType, Buffer.from(await answer.arrayBuffer())] as const
  })
  return Object.fromEntries(await Promise.all(read))
}

describe('R47 KMS keys', () => {
  test('documents move from a plain key to a wrapped one by the job, and the KMS is called once, at the start', async () => {
    const before = await startServer({ ...deployment.env, DOCUMENT_KEYS: PLAIN })
    const front = await upload(before, 'id-front')
    expect((await before.stop()).code).toBe(0)

    const moved = await runScript('admin', ['rewrap-keys'], withKeys(`${wrapped},${PLAIN}`))
    expect([moved.code, moved.output]).toEqual([0, expect.stringContaining('Files by key: k2 1.')])

    kms.calls.length = 0
    // It does not answer at once, so the start retries.
    kms.failing = 2
    const server = await startServer(withKeys(wrapped))
    expect(kms.calls).toEqual(
      Array(3).fill({
        call: 'Decrypt',
        key: 'alias/papers',
        context: { application: 'verdaccord', key: 'k2' },
      }),
    )
    await kms.stop()
    const selfie = await upload(server, 'selfie')
    expect(await originals(server)).toEqual({ 'id-front': front, selfie })
    expect((await server.stop()).code).toBe(0)
    await kms.start()
    expect(kms.calls).toHaveLength(3)

    // With the former key alone it is not ready, and says what is missing.
    const without = await startServer({ ...deployment.env, DOCUMENT_KEYS: PLAIN })
    const ready = await without.call('GET', '/api/health/ready')
    expect([ready.status, await ready.json()]).toEqual([
      503,
      {
        status: 'unavailable',
        dependencies: expect.arrayContaining([{ name: 'document keys', state: 'down' }]),
      },
    ])
    expect((await without.stop()).output).toMatch(
      /k2 has encrypted 2 files.*, which no one can open: it isn’t in DOCUMENT_KEYS\. Put it back/,
    )
  })

  test('a start that can’t open one ends with a sentence', async () => {
    const away = withKeys(wrapped)
    away.KMS_URL = away.KMS_URL?.replace(/endpoint=.*/, 'endpoint=http://127.0.0.1:9') ?? ''
    for (const [env, sentence] of [
      [
        withKeys(wrapped, 'alias/missing'),
        /with alias\/missing at http.*: there is no such key; check KMS_URL\.$/,
      ],
      [away, /at http:\/\/127\.0\.0\.1:9: nothing listens there; check KMS_URL and the network\.$/],
    ] as const) {
      const { code, output } = await runScript('main', [], { ...env, PORT: '0' })
      expect([code, output.trim()]).toEqual([1, expect.stringMatching(sentence)])
      expect(output).toMatch(/^Verdaccord cannot start: The key k2 in DOCUMENT_KEYS can’t be opened /)
    }
  })

  test('make-key creates one before anything else is configured, and a plain one without a KMS', async () => {
    expect(wrapped).toMatch(/^k2:kms:[A-Za-z0-9+/]+=*$/)
    expect(await makeKey.inspect(['k3'])?.()).toEqual({
      says: expect.stringMatching(/^k3:[A-Za-z0-9+/]{43}=$/),
      isSound: true,
    })
    for (const words of [[], ['two words'], ['k3', 'k4'], ['k:3']])
      expect(() => makeKey.inspect(words)).toThrow(WrongArguments)
  })
})
