import { resolve } from 'node:path'
import { masterKeys } from '#server/boot/master-keys.ts'
import type { Config } from '#server/config.ts'
import { type Bucket, bucketOf } from '#server/platform/files/bucket.ts'
import { checkpointKeys } from '#server/platform/ledger/checkpoint.ts'
import {
  CHECKPOINT_FILE,
  type CheckpointStore,
  checkpointFolder,
} from '#server/platform/ledger/checkpoint-store.ts'
import { reasonOf } from '#server/platform/reason-of.ts'
import { canBeWritten } from './files.ts'
import { type Finding, findingsOf } from './finding.ts'

type Tell = Record<'ok' | 'note' | 'wrong', (says: string) => void>

/** A probe in the checkpoints' store: a locked object can't be removed, so each check writes the same one. */
const PROBE = 'doctor.json'
const RIGHTS = 'docs/operations.md names the rights under “Checkpoints”.'

/** Checks the checkpoints' store, if CHECKPOINTS_URL names one, and the keys that sign them. */
export async function inspectCheckpoints(config: Config): Promise<Finding[]> {
  const { found, ...tell } = findingsOf('Checkpoints')
  const { place } = config.checkpoints
  if (place === undefined) {
    if (config.production)
      tell.note(
        'They are kept in the data folder, where those who can change the database may reach them. CHECKPOINTS_URL names a better place.',
      )
    return found
  }
  const bucket = bucketOf(place)
  const store = bucket
    ? await inspectBucketOf(bucket, config, tell)
    : await inspectFolderAt(resolve(place), tell)
  if (store) await inspectKeys(store, config, tell)
  return found
}

async function inspectFolderAt(folder: string, { ok, wrong }: Tell): Promise<CheckpointStore | undefined> {
  const { place, error } = await canBeWritten(folder)
  if (error) {
    wrong(
      `This account can’t write to ${place} (${reasonOf(error)}): give it the folder, as with chown, or name another in CHECKPOINTS_URL.`,
    )
    return undefined
  }
  ok(`${folder} can be written${place === folder ? '' : ', and is made with the first checkpoint'}.`)
  return checkpointFolder(folder)
}

async function inspectBucketOf(
  bucket: Bucket,
  { retention }: Config,
  { ok, note, wrong }: Tell,
): Promise<CheckpointStore | undefined> {
  const { checkpointBucket } = await import('#server/platform/ledger/checkpoint-bucket.ts')
  const store = checkpointBucket(bucket, retention.customerYears)
  const refusals: string[] = []
  const attempt = async (right: string, work: () => Promise<unknown>) => {
    try {
      return await work()
    } catch (error) {
      refusals.push(
        `${right}: ${error instanceof Error ? `${error.name} (${reasonOf(error)})` : 'no reason was given'}`,
      )
      return undefined
    }
  }
  await attempt('list (s3:ListBucket)', async () => {
    for await (const _ of store.list()) return
  })
  await attempt('put (s3:PutObject)', () => store.replace(PROBE, '{}'))
  await attempt('get (s3:GetObject)', () => store.read(PROBE))
  if (refusals.length > 0) {
    wrong(`${bucket.name} refuses to ${refusals.join('; to ')}. Check the key in CHECKPOINTS_URL; ${RIGHTS}`)
    return undefined
  }
  const isOverwritten = await attempt('write on condition', () => store.add(PROBE, '{}'))
  if (isOverwritten === false)
    ok(`${bucket.name} takes checkpoints, gives and lists them, and overwrites none.`)
  else
    wrong(
      `${bucket.name} doesn’t know conditional writes (If-None-Match), so one checkpoint could overwrite another. Use a service that does.`,
    )
  if ((await attempt('say', store.isLocked)) === true) ok('Object lock is on.')
  else
    note(
      'It has no object lock, or doesn’t say (s3:GetBucketObjectLockConfiguration): make one with object lock, so that no one can remove checkpoints.',
    )
  return store
}

/**
 * Whether the last checkpoint's signing key is configured. If the key is generated at the first start, this
 * can't be checked.
 */
async function inspectKeys(store: CheckpointStore, config: Config, { ok, note, wrong }: Tell): Promise<void> {
  if (!config.checkpoints.keys && !config.documentKeys) return
  if (!config.checkpoints.keys)
    note('They are signed with a key made of DOCUMENT_KEYS: keep retired ones, or set CHECKPOINT_KEYS.')
  const keys = await masterKeys(config, undefined, { isPatient: false }).catch(() => undefined)
  // Keys reports which one can't be opened.
  if (!keys) return
  let last: string | undefined
  for await (const name of store.list()) if (CHECKPOINT_FILE.test(name)) last = name
  if (last === undefined) return ok('There is no checkpoint yet.')
  try {
    checkpointKeys(keys.checkpoints).open((await store.read(last)) ?? '')
    ok(`The last one, ${last}, is signed with a key that is configured.`)
  } catch (error) {
    wrong(
      `The last one, ${last}, ${reasonOf(error)}. Put that key back into CHECKPOINT_KEYS or DOCUMENT_KEYS.`,
    )
  }
}
