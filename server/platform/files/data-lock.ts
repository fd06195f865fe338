import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

const LOCK_FILE = 'server.lock'
const HOLDER_FILE = 'server.json'
const SQLITE_BUSY = 5

const LockHolder = z.object({ pid: z.number(), startedAt: z.string(), url: z.string() })
export type LockHolder = z.infer<typeof LockHolder>

/** The data folder is in use; the message names the process. */
export class DataFolderInUse extends Error {
  constructor(dir: string, holder: LockHolder | undefined) {
    const who = holder
      ? `process ${holder.pid}, started ${holder.startedAt}, serving ${holder.url}`
      : 'another process that is just starting'
    super(
      `The data folder ${dir} is already in use by ${who}. Stop that process first, or choose another folder with DATA_DIR.`,
    )
    this.name = 'DataFolderInUse'
  }
}

/**
 * Locks the data folder for this process (security B06). Throws DataFolderInUse if another process has it. The
 * lock is SQLite's on a file, because the system releases it the moment its holder dies: there is never a stale
 * lock to judge by a process id, which may have been reused, and of two processes that start together exactly
 * one gets it. The file next to it only tells people who the holder is.
 */
export async function lockDataFolder(dir: string, holder: LockHolder): Promise<{ release(): void }> {
  // Loaded here, because a server on PostgreSQL and object storage has no data folder to lock.
  const { DatabaseSync } = await import('node:sqlite')
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(path.join(dir, LOCK_FILE))
  const holderFile = path.join(dir, HOLDER_FILE)
  try {
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    throw isBusy(error) ? new DataFolderInUse(dir, readHolder(holderFile)) : error
  }
  writeWhole(holderFile, JSON.stringify(holder))
  let isHeld = true
  return {
    release() {
      if (!isHeld) return
      isHeld = false
      rmSync(holderFile, { force: true })
      database.close()
    },
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}

/** Returns undefined between locking and writing the name, and if the file is left over from a dead process. */
function readHolder(file: string): LockHolder | undefined {
  try {
    const holder = LockHolder.parse(JSON.parse(readFileSync(file, 'utf8')))
    return isAlive(holder.pid) ? holder : undefined
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process is alive, under another account.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Writes by renaming, so that no one reads a partial file. */
function writeWhole(file: string, text: string): void {
  const unfinished = `${file}.${randomUUID()}`
  writeFileSync(unfinished, text, { mode: 0o600 })
  renameSync(unfinished, file)
}
