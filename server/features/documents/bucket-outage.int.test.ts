import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bucketOf } from '#server/platform/files/bucket.ts'
import { s3FileStore } from '#server/platform/files/s3-file-store.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { uploadPicture } from '#server/testing/journeys.ts'

const LIMIT_MS = 15_000

/** How the way to the bucket is: as it should be, without an answer, or cut off in the middle of what is sent. */
let way: 'open' | 'silent' | 'cut' = 'open'
let app: TestApp
let person: TestUser

beforeAll(async () => {
  const directory = await mkdtemp(join(tmpdir(), 'bucket-'))
  const buckets = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: 'documents', configs: [] }],
  })
  const behind = (await buckets.run()).port
  const sockets = new Set<Socket>()
  const proxy = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    if (way === 'silent') socket.resume()
    else if (way === 'cut') socket.once('data', () => socket.destroy())
    else {
      const on = connect(behind, '127.0.0.1').on('error', () => socket.destroy())
      socket.pipe(on).pipe(socket)
    }
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const bucket = bucketOf(
    `s3://S3RVER:S3RVER@documents?region=eu-west-2&endpoint=${encodeURIComponent(endpoint)}`,
  )
  if (!bucket) throw new Error('The address of the bucket was not understood')
  app = await testApp({ store: s3FileStore(bucket) })
  /** Connections that are kept open know nothing of a change of the way. */
  dropConnections = () => {
    for (const socket of sockets) socket.destroy()
  }
  afterAll(async () => {
    dropConnections()
    proxy.close()
    await buckets.close()
    await rm(directory, { recursive: true })
  })
})
let dropConnections: () => void

function turn(next: typeof way): void {
  way = next
  dropConnections()
}

const documents = async () => (await person.call('GET', '/api/documents')).json().documents

test.each(['silent', 'cut'] as const)(
  'B10 an upload to a bucket whose way is %s is 503 in time, leaves no row, and works again afterwards',
  async (fault) => {
    turn('open')
    person = await app.signIn()
    expect((await uploadPicture(person, 'selfie')).statusCode).toBe(200)
    const [before] = await documents()

    turn(fault)
    const began = performance.now()
    const [refused, read, other] = await Promise.all([
      uploadPicture(person, 'proof-of-address'),
      person.call('GET', before.documentUrl),
      person.call('GET', '/api/verification/status'),
    ])
    expect(performance.now() - began).toBeLessThan(LIMIT_MS)
    expect([refused.statusCode, refused.json().error, read.statusCode, other.statusCode]).toEqual([
      503,
      'UNAVAILABLE',
      503,
      200,
    ])
    expect(await documents()).toEqual([before])

    turn('open')
    expect((await person.call('GET', before.documentUrl)).statusCode).toBe(200)
    const again = await uploadPicture(person, 'proof-of-address')
    expect(again.statusCode).toBe(200)
  },
  60_000,
)
