import { mkdtemp, statfs } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const GIBIBYTE = 1024 ** 3
const MEMORY_DISK = '/dev/shm'

/**
 * Makes a fresh folder for the databases of tests. Where the machine has memory to spare it lies there: each test file copies a
 * database of a thousand files, which takes a disk several times as long. The caller deletes it.
 */
export async function databaseFolder(prefix: string): Promise<string> {
  return mkdtemp(join((await hasMemoryDisk()) ? MEMORY_DISK : tmpdir(), prefix))
}

/** Containers often have such a disk of 64 MB. */
async function hasMemoryDisk(): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(MEMORY_DISK)
    return bavail * bsize >= 6 * GIBIBYTE && freemem() >= 10 * GIBIBYTE
  } catch {
    return false
  }
}
