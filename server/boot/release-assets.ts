import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { DAY_MS } from '#domain/plain-date.ts'
import {
  deleteOldReleaseAssets,
  selectReleaseAssets,
  updateNamedAt,
  upsertReleaseAssets,
} from '#server/features/operations/housekeeping/housekeeping.sql.ts'
import { isAssetName } from '#server/platform/files/file-store.ts'
import type { Services } from '#server/services.ts'

/** Former releases are served for as long as browsers and caches were told to keep their files. */
const RETAINED_DAYS = 365
const AT_ONCE = 16
/**
 * How soon the files of a just started release are found; looking up unknown names costs no more than this
 * allows.
 */
const LOOK_AGAIN_MS = 5_000

type Parts = Pick<Services, 'database' | 'files' | 'now'>

/**
 * The scripts, styles and fonts of every release that ran within a year, whichever process is asked (decision
 * 055).
 */
export interface ReleaseAssets {
  /** One of them; undefined if no release has it. Throws the database's and the store's errors. */
  read(name: string): Promise<Buffer | undefined>
}

/**
 * Finds releases' files by the names in the database, and trusts the store only for contents that match the
 * hashes there.
 */
export function releaseAssets({ database, files, now }: Parts): ReleaseAssets {
  let known = new Map<string, string>()
  let lookedAt = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | undefined
  const look = async () => {
    const { rows } = await selectReleaseAssets(database.pool)
    known = new Map(rows.map(({ name, sha256 }) => [name, sha256]))
  }
  return {
    async read(name) {
      if (!isAssetName(name)) return undefined
      if (!known.has(name) && Math.abs(now().getTime() - lookedAt) >= LOOK_AGAIN_MS) {
        lookedAt = now().getTime()
        looking = look().catch((error: unknown) => {
          lookedAt = Number.NEGATIVE_INFINITY
          throw error
        })
      }
      // A page requests several at once: all of them await the same look-up.
      if (!known.has(name)) await looking
      const sha256 = known.get(name)
      if (sha256 === undefined) return undefined
      const content = await files.store.readAsset(name)
      return content && hashOf(content) === sha256 ? content : undefined
    },
  }
}

/**
 * Puts this release's files, from the build's folder, where every process finds them, and removes those that no
 * release has listed for a year. Idempotent. Throws the database's and the store's errors.
 */
export async function storeReleaseAssets({ database, files, now }: Parts, folder: string): Promise<void> {
  const at = now()
  const names = (await readdir(folder)).filter(isAssetName)
  const { rows } = await updateNamedAt(database.pool, [names, at])
  const kept = new Set(rows.map(({ name }) => name))
  const limit = pLimit(AT_ONCE)
  const fresh = names.filter((name) => !kept.has(name))
  const keep = async (name: string) => {
    const content = await readFile(join(folder, name))
    await files.store.writeAsset(name, content)
    return hashOf(content)
  }
  const hashes = await Promise.all(fresh.map((name) => limit(() => keep(name))))
  // Listed once they are stored: after a crash before this they are stored again.
  await upsertReleaseAssets(database.pool, [fresh, hashes, at])
  const { rows: old } = await deleteOldReleaseAssets(database.pool, [
    new Date(at.getTime() - RETAINED_DAYS * DAY_MS),
  ])
  for (const { name } of old) await files.store.deleteAsset(name)
}

function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
