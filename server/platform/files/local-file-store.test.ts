import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { type FileStore, newStorageKey } from './file-store.ts'
import { localFileStore } from './local-file-store.ts'
import { sweepOrphans } from './sweeper.ts'
import { noise } from './test-files.ts'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

async function newStore() {
  const root = await mkdtemp(path.join(tmpdir(), 'files-'))
  folders.push(root)
  return { root, store: localFileStore(root) }
}

async function filesIn(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
}

async function keysIn(store: FileStore): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.list()) keys.push(key)
  return keys
}

const newKey = () => newStorageKey(randomBytes)

describe('R43 R48 the folder of files', () => {
  it('gives back what was put, and lists it, until it is deleted', async () => {
    const { store } = await newStore()
    const content = noise(300_000)
    const key = newKey()
    expect(await store.put(key, Readable.from([content.subarray(0, 7), content.subarray(7)]))).toEqual({
      bytes: 300_000,
    })
    expect((await buffer(await store.get(key))).equals(content)).toBe(true)
    expect(await keysIn(store)).toEqual([key])
    await store.delete(key)
    await store.delete(key)
    await expect(store.get(key)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await keysIn(store)).toEqual([])
  })

  it('can be read by this account only', async () => {
    const { root, store } = await newStore()
    await store.put(newKey(), Readable.from([Buffer.from('x')]))
    const [file = ''] = await filesIn(root)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700)
  })

  it.each(['../../etc/passwd', 'a/../../b', '', '0'.repeat(47), `${'0'.repeat(47)}/`, `${'0'.repeat(48)}\0`])(
    'A10 never takes %j for a key',
    async (key) => {
      const { root, store } = await newStore()
      await expect(store.put(key, Readable.from([Buffer.from('x')]))).rejects.toThrow('Not a storage key')
      await expect(store.get(key)).rejects.toThrow('Not a storage key')
      await expect(store.delete(key)).rejects.toThrow('Not a storage key')
      expect(await filesIn(root)).toEqual([])
    },
  )

  it('leaves nothing of a source that fails or is aborted', async () => {
    const { root, store } = await newStore()
    const failing = Readable.from(
      (async function* () {
        yield noise(100_000)
        throw new Error('connection lost')
      })(),
    )
    await expect(store.put(newKey(), failing)).rejects.toThrow('connection lost')
    const cancel = new AbortController()
    const endless = new Readable({ read() {} })
    endless.push(noise(100_000))
    const putting = store.put(newKey(), endless, cancel.signal)
    cancel.abort()
    await expect(putting).rejects.toThrow('aborted')
    expect(endless.destroyed).toBe(true)
    expect(await filesIn(root)).toEqual([])
  })

  it('B05 says that storage is full when the system does', async () => {
    const { store } = await newStore()
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    const source = new Readable({ read() {} })
    source.destroy(full)
    await expect(store.put(newKey(), source)).rejects.toMatchObject({
      code: 'STORAGE_FULL',
      details: { retryAfter: 30 },
    })
  })
})

describe('R48 B02 the sweeper', () => {
  const MINUTE = 60_000
  const now = new Date('2026-03-01T12:00:00Z')
  const ago = (minutes: number) => new Date(now.getTime() - minutes * MINUTE)

  it('removes old files without a row and old leftovers, and nothing else', async () => {
    const { root, store } = await newStore()
    const put = async (minutesOld: number) => {
      const key = newKey()
      await store.put(key, Readable.from([Buffer.from('x')]))
      await utimes(path.join(root, key.slice(0, 2), key.slice(2, 4), key), ago(minutesOld), ago(minutesOld))
      return key
    }
    const leave = async (minutesOld: number) => {
      const key = newKey()
      const folder = path.join(root, key.slice(0, 2), key.slice(2, 4))
      await mkdir(folder, { recursive: true })
      await writeFile(path.join(folder, `${key}.part`), 'x')
      await utimes(path.join(folder, `${key}.part`), ago(minutesOld), ago(minutesOld))
    }
    const known = await put(60)
    await put(60)
    const fresh = await put(1)
    await leave(60)
    await leave(1)
    await writeFile(path.join(root, 'README'), 'not ours')

    const report = await sweepOrphans(store, async () => new Set([known]), now, 10 * MINUTE)
    expect(report).toEqual({ checked: 3, orphans: 1, unfinished: 1 })
    const left = await keysIn(store)
    expect(left.sort()).toEqual([known, fresh].sort())
    expect(await filesIn(root)).toHaveLength(4)
  })

  it('asks in batches and copes with an empty or missing folder', async () => {
    const missing = localFileStore(path.join(tmpdir(), newKey()))
    const asked: number[] = []
    const ask = async (keys: readonly string[]) => {
      asked.push(keys.length)
      return new Set<string>()
    }
    expect(await sweepOrphans(missing, ask, now, 0)).toEqual({ checked: 0, orphans: 0, unfinished: 0 })
    expect(asked).toEqual([])
  })
})
