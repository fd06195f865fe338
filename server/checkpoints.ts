import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from './config.ts'
import { documentKeys } from './files.ts'
import type { LocalSecrets } from './local-secrets.ts'
import type { Database } from './platform/database/database.ts'
import { bucketOf } from './platform/files/bucket.ts'
import { checkpointKeys, derivedSecret } from './platform/ledger/checkpoint.ts'
import { type CheckpointStore, checkpointFolder } from './platform/ledger/checkpoint-store.ts'
import {
  type Checkpoints,
  checkpointsOf,
  type TimeStamps,
  type WarnLog,
} from './platform/ledger/checkpoints.ts'

/**
 * Opens the checkpoints of the audit log as the configuration says, or those at another address. Where no key is configured
 * for them, one is made of that of documents: it is outside the database in any case.
 */
export async function openCheckpoints(
  config: Config,
  secrets: LocalSecrets | undefined,
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
    keys: checkpointKeys(config.checkpoints.keys ?? documentKeys(config, secrets).map(derivedSecret)),
    timeStamps: await timeStampsOf(config.checkpoints.timeStamps),
  })
}

async function storeAt(place: string | undefined, { dataDir, retention }: Config): Promise<CheckpointStore> {
  if (place === undefined) return checkpointFolder(join(resolve(dataDir), 'checkpoints'))
  const bucket = bucketOf(place)
  if (!bucket) return checkpointFolder(resolve(place))
  // Amazon's client is loaded only where it serves.
  const { checkpointBucket } = await import('./platform/ledger/checkpoint-bucket.ts')
  return checkpointBucket(bucket, retention.customerYears)
}

/** What reads time stamps is loaded when there is one. */
async function timeStampsOf({ url, certificates }: Config['checkpoints']['timeStamps']): Promise<TimeStamps> {
  const trusted = certificates === undefined ? undefined : await readFile(certificates, 'utf8')
  const stamps = () => import('./platform/ledger/time-stamp.ts')
  return {
    ...(url && { request: async (text) => (await stamps()).requestTimeStamp(url, text, trusted) }),
    timeOf: async (stamp, text) => (await stamps()).timeStamped(stamp, text, trusted),
  }
}
