import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Where checkpoints are stored, separately from the database. */
export interface CheckpointStore {
  /** Adds a file with a new name. Returns false, leaving the existing file, if the name is taken. */
  add(name: string, text: string): Promise<boolean>
  /** Writes the one file that isn't permanent. */
  replace(name: string, text: string): Promise<void>
  /** Undefined if there is none. */
  read(name: string): Promise<string | undefined>
  /** Names in order, after the given one. */
  list(after?: string): AsyncIterable<string>
}

/** A checkpoint's file name, from its number. */
export const CHECKPOINT_FILE = /^\d{10}\.json$/
const UNFINISHED = '.part'

/** A folder of checkpoints. */
export function checkpointFolder(folder: string): CheckpointStore {
  const write = async (name: string, text: string) => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // Each writer has a temporary file of its own, because several may write the same name at once.
    const unfinished = join(folder, `${name}.${randomUUID()}${UNFINISHED}`)
    await writeFile(unfinished, text, { mode: 0o600, flush: true })
    return unfinished
  }
  const sync = async () => {
    const handle = await open(folder, 'r')
    await handle.sync().finally(() => handle.close())
  }
  return {
    async add(name, text) {
      const unfinished = await write(name, text)
      try {
        await link(unfinished, join(folder, name))
        await sync()
        return true
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
        throw error
      } finally {
        await rm(unfinished, { force: true })
      }
    },
    async replace(name, text) {
      await rename(await write(name, text), join(folder, name))
      await sync()
    },
    read: (name) => readFile(join(folder, name), 'utf8').catch(unlessMissing),
    async *list(after = '') {
      const names = (await readdir(folder).catch(unlessMissing)) ?? []
      yield* names.filter((name) => !name.endsWith(UNFINISHED) && name > after).sort()
    },
  }
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
