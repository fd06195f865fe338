import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import { bucketOf } from '#server/platform/files/bucket.ts'
import type { MasterKey } from '#server/platform/files/envelope.ts'
import { checkpointKeys } from '#server/platform/ledger/checkpoint.ts'
import { type CheckpointStore, checkpointFolder } from '#server/platform/ledger/checkpoint-store.ts'
import {
  type Checkpoints,
  checkpointsOf,
  type TimeStamps,
  type WarnLog,
} from '#server/platform/ledger/checkpoints.ts'

/** Opens the audit log's checkpoints as configured, or those at another address, with their signing keys. */
export async function openCheckpoints(
  config: Config,
  keys: readonly MasterKey[],
  parts: {
    database: Database
    now: () => Date
    log: WarnLog
    place?: string | undefined
  },
): Promise<Checkpoints> {
  return checkpointsOf({
    ...parts,
    store: await storeAt(parts.place ?? config.checkpoints.place, config),
    keys: checkpointKeys(keys),
    timeStamps: await timeStampsOf(config.checkpoints.timeStamps),
  })
}

async function storeAt(place: string | undefined, { dataDir, retention }: Config): Promise<CheckpointStore> {
  if (place === undefined) return checkpointFolder(join(resolve(dataDir), 'checkpoints'))
  const bucket = bucketOf(place)
  if (!bucket) return checkpointFolder(resolve(place))
  // Amazon's client is loaded only if it is used.
  const { checkpointBucket } = await import('#server/platform/ledger/checkpoint-bucket.ts')
  return checkpointBucket(bucket, retention.customerYears)
}

/** The time stamp reader is loaded only if there is one. */
async function timeStampsOf({ url, certificates }: Config['checkpoints']['timeStamps']): Promise<TimeStamps> {
  const trusted = certificates === undefined ? undefined : await readFile(certificates, 'utf8')
  const stamps = () => import('#server/platform/ledger/time-stamp.ts')
  return {
    ...(url && { request: async (text) => (await stamps()).requestTimeStamp(url, text, trusted) }),
    timeOf: async (stamp, text) => (await stamps()).timeStamped(stamp, text, trusted),
  }
}
