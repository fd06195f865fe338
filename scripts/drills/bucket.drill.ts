import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectVersionsCommand,
  PutBucketEncryptionCommand,
  PutBucketVersioningCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { openPostgres } from '../../server/platform/database/postgres.ts'
import { bucketOf } from '../../server/platform/files/bucket.ts'
import { newStorageKey } from '../../server/platform/files/file-store.ts'
import { s3FileStore } from '../../server/platform/files/s3-file-store.ts'
import { makeJpeg, noise, padded } from '../../server/platform/files/test-files.ts'
import { seedPeople } from '../../server/reliability/testing/people.ts'
import { drill } from './parts/drill.ts'
import { rows, startPostgres } from './parts/postgres.ts'
import { startGateway } from './parts/radosgw.ts'
import { call, installationEnv, runAdmin, startServer } from './parts/verdaccord.ts'

// Our store of files on Ceph's S3 gateway: everything it does with a bucket, then uploads through a whole process.
const MB = 1_000_000
const AT_ONCE = 20

await drill(async (machine, report) => {
  const gateway = await startGateway(machine)
  const client = new S3Client({
    region: 'default',
    endpoint: gateway.endpoint,
    forcePathStyle: true,
    credentials: gateway.credentials,
  })
  for (const [Bucket, ObjectLockEnabledForBucket] of [
    ['plain', false],
    ['documents', true],
  ] as const)
    await client.send(new CreateBucketCommand({ Bucket, ObjectLockEnabledForBucket }))
  await client.send(
    new PutBucketVersioningCommand({ Bucket: 'documents', VersioningConfiguration: { Status: 'Enabled' } }),
  )
  report.figure('the bucket', 'radosgw of Debian, one bucket plain, one with versioning and object lock')

  for (const name of ['plain', 'documents']) {
    const bucket = bucketOf(gateway.url(name))
    if (!bucket) throw new Error('The address of the bucket was not understood')
    const store = s3FileStore(bucket)
    const keys = async () => (await all(store.list())).map(({ key }) => key)
    const newKey = () => newStorageKey(randomBytes)

    const [small, large] = [newKey(), newKey()]
    const content = noise(24 * MB)
    await store.put(small, Readable.from([Buffer.from('small')]))
    await store.put(large, Readable.from([content]))
    report.expect(
      `${name}: a small file is put and read`,
      (await buffer(await store.get(small))).toString() === 'small',
    )
    report.expect(
      `${name}: 24 MB are put in parts and read`,
      (await buffer(await store.get(large))).equals(content),
    )
    const ranged = await client.send(
      new GetObjectCommand({ Bucket: name, Key: large, Range: 'bytes=1000000-1999999' }),
    )
    const range = Buffer.from((await ranged.Body?.transformToByteArray()) ?? [])
    report.expect(
      `${name}: a range is read`,
      ranged.$metadata.httpStatusCode === 206 && range.equals(content.subarray(MB, 2 * MB)),
    )
    report.expect(
      `${name}: both are listed`,
      [small, large].every(async (key) => (await keys()).includes(key)),
    )
    const missing = await store.get(newKey()).then(
      () => '',
      (error: { code?: string }) => error.code,
    )
    report.expect(`${name}: one that is not there is not found`, missing === 'NOT_FOUND')

    const cutOff = new AbortController()
    const endless = Readable.from(
      (async function* () {
        for (let i = 0; ; i++) {
          if (i === 12) cutOff.abort(new Error('The sender is gone'))
          yield noise(MB)
        }
      })(),
    )
    const failure = await store.put(newKey(), endless, cutOff.signal).then(
      () => '',
      ({ message }: Error) => message,
    )
    report.expect(`${name}: an upload that is cut off fails`, failure === 'The sender is gone')
    const unfinished = await client.send(new ListMultipartUploadsCommand({ Bucket: name }))
    const removed = await store.removeUnfinished(new Date(Date.now() + 60_000))
    const left = await client.send(new ListMultipartUploadsCommand({ Bucket: name }))
    report.expect(
      `${name}: its parts are found and aborted`,
      unfinished.Uploads?.length === 1 && removed === 1 && (left.Uploads ?? []).length === 0,
    )
    // One that does not look like ours is left alone.
    const foreign = await client.send(new CreateMultipartUploadCommand({ Bucket: name, Key: 'foreign' }))
    await client.send(
      new UploadPartCommand({
        Bucket: name,
        Key: 'foreign',
        UploadId: foreign.UploadId,
        PartNumber: 1,
        Body: 'x',
      }),
    )
    report.expect(
      `${name}: someone else's upload stays`,
      (await store.removeUnfinished(new Date(Date.now() + 60_000))) === 0,
    )

    report.expect(
      `${name}: a file is set aside`,
      (await store.setAside(small)) && !(await keys()).includes(small),
    )
    report.expect(
      `${name}: and brought back`,
      (await store.bringBack(small)) && (await keys()).includes(small),
    )
    await store.writeMark({ installation: 'drill', generation: 1 })
    report.expect(`${name}: it says whose it is`, (await store.readMark())?.installation === 'drill')
    await store.writeErasure('user1', '{}')
    report.expect(`${name}: notes of erasures are kept`, (await all(store.readErasures())).length === 1)

    await store.delete(large)
    await store.delete(large)
    const gone = await store.get(large).then(
      () => '',
      (error: { code?: string }) => error.code,
    )
    report.expect(`${name}: a deleted file is gone`, gone === 'NOT_FOUND' && !(await keys()).includes(large))
    const { Versions = [] } = await client.send(
      new ListObjectVersionsCommand({ Bucket: name, Prefix: large }),
    )
    report.expect(
      `${name}: a former version is kept: ${name === 'documents'}`,
      Versions.length === (name === 'documents' ? 1 : 0),
    )
    const protection = await store.protection?.()
    report.figure(`${name}: what the service says of itself`, JSON.stringify(protection))
    report.expect(
      `${name}: the start would warn: ${name === 'plain'}`,
      (protection?.versioning === true && protection.objectLock === true) === (name === 'documents'),
    )
  }
  const encryption = { Rules: [{ ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' as const } }] }
  const said = await client
    .send(new PutBucketEncryptionCommand({ Bucket: 'plain', ServerSideEncryptionConfiguration: encryption }))
    .then(
      () => 'accepted',
      (error: Error) => `refused (${error.name})`,
    )
  report.figure('encryption by the service (we encrypt before, and send no header for it)', said)

  const postgres = await startPostgres(machine, 'postgres')
  await rows(postgres.url('postgres'), 'create database verdaccord')
  await client.send(new CreateBucketCommand({ Bucket: 'installation' }))
  const env = installationEnv(machine, {
    DATABASE_URL: postgres.url('verdaccord'),
    S3_URL: gateway.url('installation'),
  })
  const server = await startServer(machine, 'app', env)
  const origin = `http://127.0.0.1:${server.port}`
  const database = openPostgres(postgres.url('verdaccord'), 2)
  machine.onClose(() => database.close())
  const people = await seedPeople(database, { count: AT_ONCE })
  const upload = async ({ cookie }: { cookie: string }, bytes: number) => {
    const file = padded(await makeJpeg({ artist: randomBytes(4).toString('hex') }), bytes)
    const form = new FormData()
    form.set('documentType', 'selfie')
    form.set('file', new File([new Uint8Array(file)], 'selfie.jpg', { type: 'image/jpeg' }))
    const answer = await call(origin, 'POST', '/api/uploads/kyc-document-direct', { cookie, body: form })
    return { status: answer.status, sha256: createHash('sha256').update(file).digest('hex') }
  }
  const startedAt = performance.now()
  const answers = await Promise.all(people.map((person) => upload(person, 10 * MB)))
  report.figure(
    `${AT_ONCE} uploads of 10 MB at once`,
    `${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
  )
  report.expect(
    'all are taken',
    answers.every(({ status }) => status === 200),
  )
  const kept = new Set(
    (await rows<{ sha256: string }>(postgres.url('verdaccord'), 'select sha256 from documents')).map(
      ({ sha256 }) => sha256,
    ),
  )
  report.expect(
    'each has its row',
    answers.every(({ sha256 }) => kept.has(sha256)),
  )
  const verified = runAdmin(env, 'verify-files')
  report.figure('verify-files', verified.said)
  report.expect('each file is read back as its row says', verified.isOk)

  await gateway.part.kill()
  const lost = performance.now()
  const refused = await upload(people[0] as { cookie: string }, 10 * MB)
  report.figure(
    'an upload with the gateway killed',
    `${refused.status} after ${((performance.now() - lost) / 1000).toFixed(1)} s`,
  )
  report.expect('it is 503', refused.status === 503)
})

async function all<T>(source: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const one of source) found.push(one)
  return found
}
