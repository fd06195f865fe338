import { mkdtemp, statfs } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const GIBIBYTE = 1024 ** 3
const MEMORY_DISK = '/dev/shm'

/**
 * Makes a new folder for test databases, in memory if the machine has enough: each test file copies a database
 * of a thousand files, which takes several times as long on a disk. The caller deletes it.
 */
export async function databaseFolder(prefix: string): Promise<string> {
  return mkdtemp(join((await hasMemoryDisk()) ? MEMORY_DISK : tmpdir(), prefix))
}

/** Containers often have a memory disk of only 64 MB. */
async function hasMemoryDisk(): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(MEMORY_DISK)
    return bavail * bsize >= 6 * GIBIBYTE && freemem() >= 10 * GIBIBYTE
  } catch {
    return false
  }
}
