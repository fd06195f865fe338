import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { reasonOf } from '#server/platform/reason-of.ts'

/** What a start and commands open in the data folder. */
const WRITTEN = ['.', 'server.lock', 'database', 'database/PG_VERSION', 'documents', 'checkpoints']
/** Not written again once it is there. */
const READ = ['secrets.json']

/** A file or folder that this account can't use, and why. */
export interface Refused {
  place: string
  error: unknown
}

/**
 * The first part of the data folder that this account can't read and write, such as one that another account has made;
 * undefined if there is none. What doesn't exist yet is no obstacle.
 */
export async function refusedIn(folder: string): Promise<Refused | undefined> {
  for (const name of [...WRITTEN, ...READ]) {
    const place = join(folder, name)
    try {
      const isFolder = (await stat(place)).isDirectory()
      const toWrite = READ.includes(name) ? 0 : constants.W_OK
      await access(place, constants.R_OK | toWrite | (isFolder ? constants.X_OK : 0))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return { place, error }
    }
  }
  return undefined
}

/**
 * The folder above a missing one that doesn't let it be made; undefined if there is none. Making several at once says
 * of a read-only file system only that they aren't there.
 */
export async function refusedAbove(folder: string): Promise<Refused | undefined> {
  const place = dirname(folder)
  try {
    await access(place, constants.W_OK)
    return undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return { place, error }
    return place === folder ? undefined : refusedAbove(place)
  }
}

/** The same for the operator, with what to do. */
export function folderRefusal({ place, error }: Refused): string {
  const why = (error as NodeJS.ErrnoException).code === 'EEXIST' ? 'it is no folder' : reasonOf(error)
  return `This account can’t write to ${place} (${why}): give it the folder, as with chown -R, or name another in DATA_DIR.`
}
