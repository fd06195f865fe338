import { randomUUID } from 'node:crypto'
import {
  mkdir,
  open,
  opendir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import { type Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#server/platform/http/app-error.ts'
import {
  ASSETS,
  checkedKey,
  ERASURES,
  type FileStore,
  isStorageKey,
  MARK,
  markOf,
  markText,
  SET_ASIDE,
  type StoredEntry,
} from './file-store.ts'
import { storageFull } from './free-space.ts'

const UNFINISHED = '.part'
/** Bytes per write: each call takes a thread's turn, however little it writes (performance P9). */
const BATCH_BYTES = 256 * 1024

/** Keeps files in a folder, two levels deep by the key's first characters, readable by this account only. */
export function localFileStore(root: string): FileStore {
  const folderOf = (key: string) => path.join(root, key.slice(0, 2), key.slice(2, 4))
  const fileOf = (key: string) => path.join(folderOf(key), checkedKey(key))
  const aside = path.join(root, SET_ASIDE)
  const asideOf = (key: string) => path.join(aside, checkedKey(key))
  const mark = path.join(root, MARK)
  const erasures = path.join(root, ERASURES)
  const assets = path.join(root, ASSETS)

  return {
    async put(key, source, signal) {
      const file = fileOf(key)
      const unfinished = file + UNFINISHED
      try {
        await makeFolder(root, folderOf(key))
        const bytes = await writeSynced(unfinished, source, signal)
        signal?.throwIfAborted()
        await rename(unfinished, file)
        await syncFolder(folderOf(key))
        return { bytes }
      } catch (error) {
        source.destroy()
        await rm(unfinished, { force: true })
        throw isNoRoom(error) ? storageFull(error) : error
      }
    },

    async get(key) {
      const handle = await open(fileOf(key), 'r').catch((error: unknown) => {
        throw hasCode(error, 'ENOENT') ? new AppError('NOT_FOUND', 'This file does not exist.') : error
      })
      return handle.createReadStream()
    },

    async delete(key) {
      await rm(fileOf(key), { force: true })
    },

    async *list() {
      for await (const entry of entries(root, aside)) if (!entry.unfinished) yield entry
    },

    async removeUnfinished(before) {
      let removed = 0
      for await (const entry of entries(root, aside)) {
        if (!entry.unfinished || entry.modifiedAt >= before) continue
        await rm(fileOf(entry.key) + UNFINISHED, { force: true })
        removed += 1
      }
      return removed
    },

    async setAside(key) {
      await makeFolder(root, aside)
      const isThere = await move(fileOf(key), asideOf(key))
      // Its time set aside starts now.
      if (isThere) await utimes(asideOf(key), new Date(), new Date())
      return isThere
    },

    async bringBack(key) {
      await makeFolder(root, folderOf(key))
      return move(asideOf(key), fileOf(key))
    },

    async *listSetAside() {
      yield* entries(aside)
    },

    async deleteSetAside(key) {
      await rm(asideOf(key), { force: true })
    },

    async readMark() {
      const text = await readFile(mark, 'utf8').catch(ignoreMissing)
      return text === undefined ? undefined : markOf(text)
    },

    writeMark: (whose) => writeWhole(mark, markText(whose)),

    async writeErasure(name, text) {
      await makeFolder(root, erasures)
      await writeWhole(path.join(erasures, `${name}.json`), text)
    },

    async *readErasures() {
      for (const name of (await readdir(erasures).catch(ignoreMissing)) ?? [])
        if (name.endsWith('.json')) yield readFile(path.join(erasures, name), 'utf8')
    },

    async writeAsset(name, content) {
      await makeFolder(root, assets)
      // There are hundreds at a start, and each is in its release as well: not worth waiting for the disk. A
      // torn one fails its hash.
      await replace(path.join(assets, name), content)
    },

    readAsset: (name) => readFile(path.join(assets, name)).catch(ignoreMissing),

    async deleteAsset(name) {
      await rm(path.join(assets, name), { force: true })
    },

    async ping() {
      await mkdir(root, { recursive: true, mode: 0o700 })
      await stat(root)
    },
  }
}

async function writeSynced(file: string, source: Readable, signal: AbortSignal | undefined): Promise<number> {
  const handle = await open(file, 'wx', 0o600)
  let bytes = 0
  try {
    const sink = inBatches(async (batch) => {
      await handle.writeFile(batch)
      bytes += batch.length
    })
    await pipeline(source, sink, { signal })
    await handle.sync()
  } finally {
    await handle.close()
  }
  return bytes
}

/** Passes the same bytes to `write` in pieces of BATCH_BYTES, one at a time, reusing the same memory. */
function inBatches(write: (batch: Buffer) => Promise<void>): Writable {
  const batch = Buffer.allocUnsafeSlow(BATCH_BYTES)
  let filled = 0
  const add = async (chunk: Buffer) => {
    for (let rest = chunk; rest.length > 0; ) {
      const taken = rest.copy(batch, filled)
      filled += taken
      rest = rest.subarray(taken)
      if (filled < BATCH_BYTES) continue
      await write(batch)
      filled = 0
    }
  }
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => void add(chunk).then(() => done(), done),
    final: (done) => void write(batch.subarray(0, filled)).then(() => done(), done),
  })
}

/** A new folder is durable only once its parent is synced too (security R48). */
async function makeFolder(root: string, folder: string): Promise<void> {
  const firstMade = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (!firstMade) return
  await syncFolder(path.dirname(folder))
  await syncFolder(root)
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Writes a small file whole or not at all, durably. */
async function writeWhole(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  await replace(file, text, { flush: true })
  await syncFolder(path.dirname(file))
}

/** Replaces a file. Each of several concurrent callers writes to a temporary file of its own first. */
async function replace(file: string, content: string | Buffer, options?: { flush: boolean }): Promise<void> {
  const unfinished = `${file}.${randomUUID()}${UNFINISHED}`
  try {
    await writeFile(unfinished, content, { mode: 0o600, ...options })
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** Renames a file durably. Returns whether there was one. */
async function move(from: string, to: string): Promise<boolean> {
  const isThere = await rename(from, to).then(
    () => true,
    (error: unknown) => ignoreMissing(error) ?? false,
  )
  if (isThere) for (const file of [to, from]) await syncFolder(path.dirname(file))
  return isThere
}

/** Files with our keys below a folder, except those below `except`. */
async function* entries(
  root: string,
  except?: string,
): AsyncGenerator<StoredEntry & { unfinished: boolean }> {
  const folder = await opendir(root, { recursive: true }).catch(ignoreMissing)
  if (!folder) return
  for await (const entry of folder) {
    const unfinished = entry.name.endsWith(UNFINISHED)
    const key = unfinished ? entry.name.slice(0, -UNFINISHED.length) : entry.name
    if (!entry.isFile() || !isStorageKey(key) || entry.parentPath === except) continue
    // A file may disappear during the walk; then it isn't listed.
    const found = await stat(path.join(entry.parentPath, entry.name)).catch(ignoreMissing)
    if (found) yield { key, modifiedAt: found.mtime, unfinished }
  }
}

function ignoreMissing(error: unknown): undefined {
  if (!hasCode(error, 'ENOENT')) throw error
}

function isNoRoom(error: unknown): boolean {
  return hasCode(error, 'ENOSPC') || hasCode(error, 'EDQUOT')
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
