import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import type { Config } from '#server/config.ts'
import { fileRows } from '#server/model/documents/file-rows.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type Bucket, bucketOf } from '#server/platform/files/bucket.ts'
import { KeyRing, type MasterKey } from '#server/platform/files/envelope.ts'
import { fileJournal } from '#server/platform/files/file-journal.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import type { FileVault } from '#server/platform/files/file-vault.ts'
import { FreeSpaceGuard } from '#server/platform/files/free-space.ts'
import { localFileStore } from '#server/platform/files/local-file-store.ts'
import { sealedVault } from '#server/platform/files/sealed-vault.ts'
import { storeOwnership } from '#server/platform/files/store-owner.ts'
import { scannerOff } from '#server/platform/scan/malware-scanner.ts'
import type { Tracing } from '#server/platform/tracing/tracing.ts'

/** Opens the document vault as configured, with the keys that wrap the files' keys. */
export async function openFiles(
  config: Config,
  keys: readonly MasterKey[],
  {
    database,
    now,
    store: elsewhere,
    tracing,
  }: { database: Database; now: () => Date; store?: FileStore | undefined; tracing?: Tracing | undefined },
): Promise<FileVault> {
  const dataDir = resolve(config.dataDir)
  const opened = elsewhere ?? (await openFileStore(config, dataDir))
  const store = config.bucket && tracing ? tracing.store(opened) : opened
  return sealedVault({
    store,
    journal: fileJournal(database, now),
    ownership: storeOwnership({ database, store, rows: fileRows(database) }),
    keys: new KeyRing(keys, randomBytes),
    scanner: config.clamdUrl
      ? (await import('#server/platform/scan/clam-scanner.ts')).clamScanner(config.clamdUrl)
      : scannerOff,
    random: randomBytes,
    space: new FreeSpaceGuard(dataDir),
  })
}

async function openFileStore({ bucket }: Config, dataDir: string): Promise<FileStore> {
  return bucket ? openBucket(bucket) : localFileStore(join(dataDir, 'documents'))
}

/** Opens the store at an address in S3_URL's format, or in a folder. */
export async function storeAt(address: string): Promise<FileStore> {
  const bucket = bucketOf(address)
  return bucket ? openBucket(bucket) : localFileStore(resolve(address))
}

async function openBucket(bucket: Bucket): Promise<FileStore> {
  // Amazon's client is loaded only if it is used.
  const { s3FileStore } = await import('#server/platform/files/s3-file-store.ts')
  return s3FileStore(bucket)
}
