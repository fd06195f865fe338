import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { beforeAll, expect, test } from 'vitest'
import { bucketOf } from '#server/platform/files/bucket.ts'
import { s3FileStore } from '#server/platform/files/s3-file-store.ts'
import { makeJpeg, padded } from '#server/platform/files/test-files.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { atEndOfFile } from '#server/testing/end-of-file.ts'
import { uploadPicture } from '#server/testing/journeys.ts'

/**
 * How the connection to the bucket fails: no answer; cut off at the first byte, or in the middle of what is
 * sent or read back; closed; or answered by a service that fails or refuses.
 */
const FAULTS = ['silent', 'cut', 'cut in a part', 'cut in reading', 'closed', 'failing', 'refusing'] as const
let way: 'open' | (typeof FAULTS)[number] = 'open'
const SPOKEN = { failing: '503 Slow Down', refusing: '403 Forbidden' }
/** How many bytes pass before a connection is cut in the middle: more than the headers, less than a part. */
const PASSED_BYTES = 1_000_000
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
    if (way === 'closed') socket.destroy()
    else if (way === 'silent') socket.resume()
    else if (way === 'cut') socket.once('data', () => socket.destroy())
    else if (way === 'failing' || way === 'refusing') {
      const line = `HTTP/1.1 ${SPOKEN[way]}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`
      socket.once('data', () => socket.end(line)).resume()
    } else {
      const on = connect(behind, '127.0.0.1').on('error', () => socket.destroy())
      socket.pipe(on).pipe(socket)
      socket.once('close', () => on.destroy())
      if (way === 'cut in a part') cutAfter(PASSED_BYTES, socket, socket)
      if (way === 'cut in reading') cutAfter(PASSED_BYTES, on, socket)
    }
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const bucket = bucketOf(
    `s3://S3RVER:S3RVER@documents?region=eu-west-2&endpoint=${encodeURIComponent(endpoint)}`,
  )
  if (!bucket) throw new Error('The address of the bucket was not understood')
  app = await testApp({ store: s3FileStore(bucket) })
  /** Connections that are kept alive would not be affected by a new fault. */
  dropConnections = () => {
    for (const socket of sockets) socket.destroy()
  }
  atEndOfFile(async () => {
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

/** Ends `socket` once more than this many bytes have come from `source`. */
function cutAfter(bytes: number, source: Socket, socket: Socket): void {
  let passed = 0
  source.on('data', ({ length }) => {
    passed += length
    if (passed > bytes) socket.destroy()
  })
}

const documents = async () => (await person.call('GET', '/api/documents')).json().documents

/** Sent in one piece; in parts, and checked in memory; in parts, and read back to be checked. */
const SIZES = [40_000, 6_000_000, 9_000_000]
const SLOTS = ['selfie', 'proof-of-address', 'id-front'] as const
/** The smallest upload that a fault affects; faults not listed affect all. */
const LEAST_HIT: Partial<Record<(typeof FAULTS)[number], number>> = {
  'cut in a part': PASSED_BYTES,
  'cut in reading': 8_400_000,
}

test.each(FAULTS)(
  'B10 uploads of every size to a bucket that is %s are 503, logged as errors, leave no row, and work again afterwards',
  async (fault) => {
    turn('open')
    person = await app.signIn()
    const files = await Promise.all(
      SIZES.map(async (bytes) => padded(await makeJpeg({ artist: `${bytes}` }), bytes)),
    )
    const upload = (at: number) => uploadPicture(person, SLOTS[at] ?? 'other', files[at])
    expect((await uploadPicture(person, 'other')).statusCode).toBe(200)
    const [before] = await documents()

    turn(fault)
    app.logged.length = 0
    const least = LEAST_HIT[fault] ?? 0
    const [other, ...answers] = await Promise.all([
      person.call('GET', '/api/verification/status'),
      ...SIZES.flatMap((bytes, at) => (bytes >= least ? [upload(at)] : [])),
      ...(least === 0 ? [person.call('GET', before.documentUrl)] : []),
    ])
    // If the bucket is silent, the fact that there are answers shows that the server does not wait for it for
    // ever.
    expect(other.statusCode).toBe(200)
    for (const answer of answers) {
      expect([answer.statusCode, answer.json().error]).toEqual([503, 'UNAVAILABLE'])
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
    const failures = app.logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request failed')
    expect(failures.map(({ level }) => level)).toEqual(answers.map(() => 50))
    expect(await documents()).toEqual([before])

    turn('open')
    expect((await person.call('GET', before.documentUrl)).statusCode).toBe(200)
    for (const at of SIZES.keys()) expect((await upload(at)).statusCode).toBe(200)
  },
)
