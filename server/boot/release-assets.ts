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
/** What a release that has just started has written is known after this long; unknown names cost no more than that. */
const LOOK_AGAIN_MS = 5_000

type Parts = Pick<Services, 'database' | 'files' | 'now'>

/** The scripts, styles and fonts of every release that ran within a year, whichever process is asked (decision 055). */
export interface ReleaseAssets {
  /** One of them; undefined where no release has it. Throws what database and store throw. */
  read(name: string): Promise<Buffer | undefined>
}

/** Finds the files of releases by the names that the database has, and believes the store only what is written down there. */
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
      // A page asks for several at once: all of them wait for the one look.
      if (!known.has(name)) await looking
      const sha256 = known.get(name)
      if (sha256 === undefined) return undefined
      const content = await files.store.readAsset(name)
      return content && hashOf(content) === sha256 ? content : undefined
    },
  }
}

/**
 * Puts the files of this release, from the folder of the build, where every process finds them, and removes those that no
 * release has named for a year. Done again it writes nothing. Throws what database and store throw.
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
  // Named once they are there: a crash before this writes them again.
  await upsertReleaseAssets(database.pool, [fresh, hashes, at])
  const { rows: old } = await deleteOldReleaseAssets(database.pool, [
    new Date(at.getTime() - RETAINED_DAYS * DAY_MS),
  ])
  for (const { name } of old) await files.store.deleteAsset(name)
}

function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
