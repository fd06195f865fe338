import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectVersionsCommand,
  PutBucketEncryptionCommand,
  PutBucketVersioningCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { openPostgres } from '../../server/platform/database/postgres.ts'
import { bucketOf } from '../../server/platform/files/bucket.ts'
import { newStorageKey } from '../../server/platform/files/file-store.ts'
import { s3FileStore } from '../../server/platform/files/s3-file-store.ts'
import { noise } from '../../server/platform/files/test-files.ts'
import { type Person, seedPeople } from '../../server/reliability/testing/people.ts'
import { drill } from './parts/drill.ts'
import { selfie } from './parts/load.ts'
import { rows, startPostgres } from './parts/postgres.ts'
import { clientOfGateway, startGateway } from './parts/radosgw.ts'
import { call, installationEnv, runAdmin, startServer } from './parts/verdaccord.ts'
import { counted } from './parts/writers.ts'

// Our file store on Ceph's S3 gateway: everything it does with a bucket, then many uploads at once through a
// whole process (security B13), and uploads while the gateway is silent or killed (security B10). UPLOADS: how
// many at once (200).
const MB = 1_000_000
const AT_ONCE = Number(process.env.UPLOADS ?? 200)

await drill(async (machine, report) => {
  const gateway = await startGateway(machine)
  const client = clientOfGateway(gateway)
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
    const listed = await keys()
    report.expect(
      `${name}: both are listed`,
      [small, large].every((key) => listed.includes(key)),
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
    // An upload that does not look like ours must be left alone.
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
  const [first] = people as [Person]
  let toldToComeBack = 0
  const upload = async (person: Person, bytes: number) => sendAll(person, await encoded(bytes))
  const sendAll = async (person: Person, form: EncodedForm, { comesBack = false } = {}) => {
    const startedAt = performance.now()
    for (;;) {
      const status = await send(server.port, person, form)
      const ms = performance.now() - startedAt
      if (status !== 503 || !comesBack || ms > 300_000) return { status, ms }
      toldToComeBack++
      await delay(5_000)
    }
  }
  const figureText = (answers: { status: number; ms: number }[]) => {
    const statuses = new Map<number, number>()
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1)
    return `${counted(statuses)}, the last after ${(Math.max(...answers.map(({ ms }) => ms)) / 1000).toFixed(1)} s`
  }
  let arePagesServed = true
  /** The 95th percentile, in ms, of pages that need no bucket. */
  const pagesWhile = async (work: () => Promise<unknown>) => {
    let isOver = false
    const working = work().finally(() => {
      isOver = true
    })
    const took: number[] = []
    while (!isOver) {
      const startedAt = performance.now()
      const { status } = await call(origin, 'GET', '/api/auth/profile', { cookie: first.cookie })
      took.push(performance.now() - startedAt)
      arePagesServed &&= status === 200
      await delay(25)
    }
    await working
    return Math.round(took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.95)] ?? 0)
  }
  const memory = () =>
    Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.part.pid}/status`, 'utf8'))?.[1]) / 1000
  // Memory that the first upload leaves loaded is not counted.
  await upload(first, 10 * MB)
  const calm = await pagesWhile(() => delay(3_000))
  report.figure('pages with nothing beside', `95 % within ${calm} ms`)
  const atRest = memory()
  let most = 0
  const watching = setInterval(() => {
    most = Math.max(most, memory())
  }, 100)
  let answers: { status: number; ms: number }[] = []
  // Encoded before any is sent, because a connection whose headers come ten seconds late is closed.
  const forms: [Person, EncodedForm][] = []
  for (const person of people) forms.push([person, await encoded(10 * MB)])
  const meanwhile = await pagesWhile(async () => {
    answers = await Promise.all(forms.map(([person, form]) => sendAll(person, form, { comesBack: true })))
  })
  clearInterval(watching)
  report.figure(
    `B13 ${AT_ONCE} uploads of 10 MB at once`,
    `${figureText(answers)}; ${toldToComeBack} times one was told to come back, and did`,
  )
  report.figure('B13 pages beside them', `95 % within ${meanwhile} ms`)
  report.figure(
    'B13 memory of the process',
    `${Math.round(atRest)} MB before, ${Math.round(most)} MB at most`,
  )
  report.expect(
    'B13 each is taken',
    answers.every(({ status }) => status === 200),
  )
  report.expect('B13 at most 256 MB more', most - atRest <= 256)
  const taken = answers.filter(({ status }) => status === 200).length + 1
  const kept = async () =>
    Number(
      (await rows<{ n: number }>(postgres.url('verdaccord'), 'select count(*)::int as n from documents'))[0]
        ?.n,
    )
  report.expect('each that was taken has its row', (await kept()) === taken)
  const verified = runAdmin(env, 'verify-files')
  report.figure('verify-files', verified.said)
  report.expect('each file is read back as its row says', verified.isOk)

  const some = (await seedPeople(database, { count: 5 })) as [Person, ...Person[]]
  const [id] = await rows<{ id: string; cookie: string }>(
    postgres.url('verdaccord'),
    'select id from documents where user_id = $1 limit 1',
    [first.id],
  )
  for (const how of ['silent', 'killed among uploads'] as const) {
    const before = await kept()
    const ready: [Person, EncodedForm][] = []
    for (const person of some) ready.push([person, await encoded(10 * MB)])
    let refused: { status: number; ms: number }[] = []
    const pages = await pagesWhile(async () => {
      if (how === 'silent') process.kill(gateway.part.pid, 'SIGSTOP')
      const sending = ready.map(([person, form]) => sendAll(person, form))
      if (how !== 'silent') {
        await delay(200)
        await gateway.part.kill()
      }
      refused = await Promise.all(sending)
    })
    report.figure(
      `B10 the gateway is ${how}: ${some.length} uploads`,
      `${figureText(refused)}; pages 95 % within ${pages} ms`,
    )
    const later = await upload(some[0], 10 * MB)
    report.expect('B10 an upload is 503', later.status === 503)
    report.expect(
      'B10 no upload takes longer than 15 s',
      [...refused, later].every(({ ms }) => ms <= 15_000),
    )
    const download = await call(origin, 'GET', `/api/documents/${id?.id}?download`, {
      cookie: first.cookie,
    })
    report.expect(`B10 a download is 503 (${download.status})`, download.status === 503)
    if (how === 'silent') process.kill(gateway.part.pid, 'SIGCONT')
    else await gateway.restart()
    const succeeded = refused.filter(({ status }) => status === 200).length
    report.expect('B10 no row without its upload', (await kept()) === before + succeeded)
    let again = 0
    for (let i = 0; i < 30 && again !== 200; i++) {
      again = (await upload(some[0], 10 * MB)).status
      if (again !== 200) await delay(500)
    }
    report.expect('B10 uploads are taken again when it is back', again === 200)
  }
  report.expect('pages are served throughout', arePagesServed)
  report.expect('each row has its file, whole', runAdmin(env, 'verify-files').isOk)
})

interface EncodedForm {
  type: string
  body: Buffer
}

async function encoded(bytes: number): Promise<EncodedForm> {
  const form = new Request('http://localhost', { method: 'POST', body: await selfie(bytes) })
  return { type: form.headers.get('content-type') ?? '', body: Buffer.from(await form.arrayBuffer()) }
}

/**
 * Sends the form as a browser does and returns the status, even if it arrives before the whole body is sent; 0
 * for none.
 */
function send(port: number, { cookie }: Person, { type, body }: EncodedForm): Promise<number> {
  const headers = { cookie, 'sec-fetch-site': 'same-origin', 'content-type': type }
  return new Promise((resolve) => {
    const path = '/api/uploads/kyc-document-direct'
    const asked = request({ host: '127.0.0.1', port, method: 'POST', path, headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    // An answer that has already arrived is still read.
    asked.on('error', () => setTimeout(() => resolve(0), 500))
    asked.end(body)
  })
}

async function all<T>(source: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const value of source) found.push(value)
  return found
}
