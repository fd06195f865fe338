import { randomBytes } from 'node:crypto'
import { access, constants, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import type { Config } from '#server/config.ts'
import type { Bucket } from '#server/platform/files/bucket.ts'
import { folderRefusal, refusedIn } from '#server/platform/files/data-folder.ts'
import { type FileStore, newStorageKey } from '#server/platform/files/file-store.ts'
import { FreeSpaceGuard, MIN_FREE_BYTES } from '#server/platform/files/free-space.ts'
import { reasonOf } from '#server/platform/reason-of.ts'
import { type ClockReading, clockOf, type Finding, findingsOf } from './finding.ts'

const COMFORTABLE_BYTES = 4 * MIN_FREE_BYTES
/** More than one part of an upload, so that it takes a large file's path. */
const LARGE_BYTES = 6 * 1024 * 1024
const HEAD_MS = 5_000

/** Checks the data folder: whether it can be written, and how much space there is. */
export async function inspectFolder({ dataDir, bucket }: Config): Promise<Finding[]> {
  const { found, ok, note, wrong } = findingsOf('Data folder')
  const folder = resolve(dataDir)
  const { place, error } = await canBeWritten(folder)
  const refused = error ? { place, error } : await refusedIn(folder)
  if (refused) {
    wrong(folderRefusal(refused))
    return found
  }
  const bytes = await new FreeSpaceGuard(place).freeBytes()
  const room = `${Math.round(bytes / 1e6).toLocaleString('en-GB')} MB free`
  if (bytes < MIN_FREE_BYTES)
    wrong(`${folder} has ${room}: below 256 MiB every change is refused. Make room.`)
  else if (bytes < COMFORTABLE_BYTES)
    note(`${folder} has ${room}: below 256 MiB every change is refused. Make room soon.`)
  else ok(`${folder} can be written${place === folder ? '' : ', and is made by the first start'}; ${room}.`)
  if (!bucket) ok('Documents are kept there, encrypted. Back it up together with the database.')
  return found
}

/** Whether a folder can be written, or created in its nearest existing ancestor. Returns the error if not. */
export async function canBeWritten(folder: string): Promise<{ place: string; error?: unknown }> {
  const place = await nearest(folder)
  try {
    if (!(await stat(place)).isDirectory()) throw new Error('it is no folder')
    if (place === folder) await probe(folder)
    else await access(place, constants.W_OK)
    return { place }
  } catch (error) {
    return { place, error }
  }
}

/** What exists at the folder's path, or at its nearest existing ancestor. */
async function nearest(folder: string): Promise<string> {
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  )
  return isThere || folder === dirname(folder) ? folder : nearest(dirname(folder))
}

async function probe(folder: string): Promise<void> {
  const file = join(folder, `.doctor-${randomBytes(6).toString('hex')}`)
  try {
    await writeFile(file, 'probe', { flag: 'wx' })
  } finally {
    await rm(file, { force: true })
  }
}

/** Checks the bucket with the product's own calls, using files that are removed again. */
export async function inspectBucket(bucket: Bucket, clocks: ClockReading[]): Promise<Finding[]> {
  const { found, ok, note, wrong } = findingsOf('Bucket')
  const endpoint = bucket.endpoint ?? `https://s3.${bucket.region}.amazonaws.com`
  const head = await fetch(endpoint, {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(HEAD_MS),
  }).catch((error: unknown) => error)
  if (!(head instanceof Response)) {
    wrong(`${endpoint} can’t be reached: ${reasonOf(head)}. Check the endpoint in S3_URL and the network.`)
    return found
  }
  clocks.push(...clockOf('bucket', head))
  const { s3FileStore } = await import('#server/platform/files/s3-file-store.ts')
  const store = s3FileStore(bucket)
  const refusals: string[] = []
  const attempt = async (right: string, work: () => Promise<unknown>) => {
    try {
      await work()
      return true
    } catch (error) {
      refusals.push(`${right}: ${serviceWord(error)}`)
      return false
    }
  }
  const [small, large] = [newStorageKey(randomBytes), newStorageKey(randomBytes)] as const
  if (!(await attempt('put (s3:PutObject)', () => store.put(small, Readable.from([Buffer.from('probe')]))))) {
    wrong(`${bucket.name} can’t be written, ${refusals[0]}. ${TODO}`)
    return found
  }
  await attempt('get (s3:GetObject)', () => read(store, small))
  await attempt('list (s3:ListBucket)', () => first(store.list()))
  await attempt('copy (s3:GetObject, s3:PutObject)', async () => {
    if (!(await store.setAside(small))) throw new Error('the file that was put isn’t there to be copied')
  })
  await attempt('put in parts (s3:PutObject, s3:AbortMultipartUpload)', () =>
    store.put(large, Readable.from([Buffer.alloc(LARGE_BYTES)])),
  )
  await attempt('delete (s3:DeleteObject)', async () => {
    for (const key of [small, large]) await store.delete(key)
    await store.deleteSetAside(small)
  })
  if (refusals.length > 0) wrong(`${bucket.name} refuses to ${refusals.join('; to ')}. ${TODO}`)
  else ok(`${bucket.name} takes files large and small, gives, lists, copies and deletes them.`)
  // Nothing is that old: this only shows whether the service lists them.
  const isListed = await attempt('list uploads', () => store.removeUnfinished(new Date(0)))
  if (!isListed)
    note(
      'It doesn’t list unfinished uploads (s3:ListBucketMultipartUploads): add a lifecycle rule that ends them after a day.',
    )
  await inspectProtection(store, { ok, note })
  return found
}

const TODO =
  'Check the key in S3_URL and its policy: docs/operations.md names the rights under “Backup and restore”.'

async function inspectProtection(
  store: FileStore,
  { ok, note }: Record<'ok' | 'note', (says: string) => void>,
) {
  const protection = await store.protection?.().catch(() => undefined)
  const isOn = (state: boolean | undefined) => state === true
  if (isOn(protection?.versioning) && isOn(protection?.objectLock))
    return ok('Versioning and object lock are on.')
  const off = [!isOn(protection?.versioning) && 'versioning', !isOn(protection?.objectLock) && 'object lock']
  note(
    `It has no ${off.filter(Boolean).join(' and no ')}, or doesn’t say: turn them on, so that no one can delete documents at once.`,
  )
}

async function read(store: FileStore, key: string): Promise<void> {
  for await (const _ of await store.get(key));
}

async function first(list: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of list) return
}

/** The service's own error, such as AccessDenied, which is the cause of what people are told. */
function serviceWord(error: unknown): string {
  for (let e = error; e instanceof Error; e = e.cause) {
    if (e.cause === undefined) return 'Code' in e ? `${e.name} (${reasonOf(e)})` : `${e.name}: ${reasonOf(e)}`
  }
  return 'no reason was given'
}
