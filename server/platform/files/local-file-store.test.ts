import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { type FileStore, newStorageKey } from './file-store.ts'
import { localFileStore } from './local-file-store.ts'
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
  it('returns what was put, and lists it, until it is deleted', async () => {
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

  it('accepts marks and release files that are written at once', async () => {
    const { root, store } = await newStore()
    const generations = Array.from({ length: 20 }, (_, generation) => generation)
    const installation = '5b0f3a52-8a0a-4a7e-9a52-1e8f4c7d9b10'
    await Promise.all(generations.map((generation) => store.writeMark({ installation, generation })))
    expect(await store.readMark()).toMatchObject({ installation })
    const content = noise(1000)
    await Promise.all(generations.map(() => store.writeAsset('page-AbCd_123.js', content)))
    expect(content.equals((await store.readAsset('page-AbCd_123.js')) ?? Buffer.alloc(0))).toBe(true)
    expect((await filesIn(root)).filter((file) => file.endsWith('.part'))).toEqual([])
  })

  it('can only be read by this account', async () => {
    const { root, store } = await newStore()
    await store.put(newKey(), Readable.from([Buffer.from('x')]))
    const [file = ''] = await filesIn(root)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700)
  })

  it.each(['../../etc/passwd', 'a/../../b', '', '0'.repeat(47), `${'0'.repeat(47)}/`, `${'0'.repeat(48)}\0`])(
    'A10 never accepts %j as a key',
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

  it('B05 says that storage is full if the system does', async () => {
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

describe('R48 B02 what is not in its place', () => {
  const old = new Date('2026-03-01T12:00:00Z')
  const before = new Date(Date.now() - 600_000)

  it('is removed if an upload was interrupted a while ago, and nothing else is', async () => {
    const { root, store } = await newStore()
    const leave = async (at: Date) => {
      const key = newKey()
      const folder = path.join(root, key.slice(0, 2), key.slice(2, 4))
      await mkdir(folder, { recursive: true })
      await writeFile(path.join(folder, `${key}.part`), 'x')
      await utimes(path.join(folder, `${key}.part`), at, at)
    }
    const key = newKey()
    await store.put(key, Readable.from([Buffer.from('x')]))
    await utimes(path.join(root, key.slice(0, 2), key.slice(2, 4), key), old, old)
    await leave(old)
    await leave(new Date())
    await writeFile(path.join(root, 'README'), 'not ours')
    expect(await store.removeUnfinished(before)).toBe(1)
    expect(await keysIn(store)).toEqual([key])
    expect(await filesIn(root)).toHaveLength(3)
    expect(await localFileStore(path.join(tmpdir(), newKey())).removeUnfinished(before)).toBe(0)
  })

  it('is in deleted/ if it was set aside, and can be restored or removed', async () => {
    const { root, store } = await newStore()
    const [first, second] = [newKey(), newKey()]
    for (const key of [first, second]) await store.put(key, Readable.from([Buffer.from(key)]))
    for (const key of [first, second]) {
      await utimes(path.join(root, key.slice(0, 2), key.slice(2, 4), key), old, old)
      expect(await store.setAside(key)).toBe(true)
    }
    expect(await keysIn(store)).toEqual([])
    expect((await readdir(path.join(root, 'deleted'))).toSorted()).toEqual([first, second].toSorted())
    for await (const { modifiedAt } of store.listSetAside()) expect(modifiedAt > before).toBe(true)
    expect([await store.bringBack(first), await store.bringBack(first)]).toEqual([true, false])
    await store.deleteSetAside(second)
    await store.deleteSetAside(second)
    expect(await store.bringBack(second)).toBe(false)
    expect((await buffer(await store.get(first))).toString()).toBe(first)
    expect(await keysIn(store)).toEqual([first])
    expect(await store.setAside(newKey())).toBe(false)
  })

  it('does not affect the mark of the installation', async () => {
    const { store } = await newStore()
    expect(await store.readMark()).toBeUndefined()
    await store.writeMark({ installation: 'one', generation: 1 })
    await store.writeMark({ installation: 'other', generation: 2 })
    expect(await store.readMark()).toEqual({ installation: 'other', generation: 2 })
    expect(await keysIn(store)).toEqual([])
  })
})
