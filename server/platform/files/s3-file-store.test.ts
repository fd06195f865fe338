import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bucketOf } from './bucket.ts'
import { ByteBudget } from './byte-budget.ts'
import { type FileStore, newStorageKey } from './file-store.ts'
import { PART_BYTES, s3FileStore } from './s3-file-store.ts'
import { noise } from './test-files.ts'

let server: S3rver
let directory: string
let endpoint: string

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'bucket-'))
  server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: 'documents', configs: [] }],
  })
  endpoint = `http://127.0.0.1:${(await server.run()).port}`
})
afterAll(async () => {
  await server.close()
  await rm(directory, { recursive: true })
})

const newKey = () => newStorageKey(randomBytes)

function storeAt(address: string, prefix = newKey(), budget?: ByteBudget): FileStore {
  const bucket = bucketOf(
    `s3://S3RVER:S3RVER@documents/${prefix}?region=eu-west-2&endpoint=${encodeURIComponent(address)}`,
  )
  if (!bucket) throw new Error('The address of the bucket was not understood')
  return s3FileStore(bucket, budget)
}

async function keysIn(store: FileStore): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.list()) keys.push(key)
  return keys
}

/** A budget that remembers the most that was held. */
class CountedBudget extends ByteBudget {
  held = 0
  peak = 0

  override holder() {
    const holder = super.holder()
    let own = 0
    return {
      grow: async (bytes: number, signal?: AbortSignal) => {
        await holder.grow(bytes, signal)
        own += bytes
        this.held += bytes
        this.peak = Math.max(this.peak, this.held)
      },
      release: () => {
        this.held -= own
        own = 0
        holder.release()
      },
    }
  }
}

describe('R43 R48 files in a bucket', () => {
  it('returns what was put, in several parts, and lists it until it is deleted', async () => {
    const store = storeAt(endpoint)
    const content = noise(12_000_000)
    const key = newKey()
    const pieces = [content.subarray(0, 7), content.subarray(7, 6_000_000), content.subarray(6_000_000)]
    expect(await store.put(key, Readable.from(pieces))).toEqual({ bytes: content.length })
    expect((await buffer(await store.get(key))).equals(content)).toBe(true)
    expect(await keysIn(store)).toEqual([key])
    await store.delete(key)
    await store.delete(key)
    await expect(store.get(key)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await keysIn(store)).toEqual([])
  })

  it('sets a file aside and restores it, and knows which installation it belongs to', async () => {
    const store = storeAt(endpoint)
    const other = storeAt(endpoint)
    const key = newKey()
    await store.put(key, Readable.from([Buffer.from('x')]))
    expect([await store.setAside(key), await store.setAside(key)]).toEqual([true, false])
    expect(await keysIn(store)).toEqual([])
    const aside: string[] = []
    for await (const entry of store.listSetAside()) aside.push(entry.key)
    expect(aside).toEqual([key])
    expect(await other.bringBack(key)).toBe(false)
    expect(await store.bringBack(key)).toBe(true)
    expect((await buffer(await store.get(key))).toString()).toBe('x')
    await store.setAside(key)
    await store.deleteSetAside(key)
    expect(await store.bringBack(key)).toBe(false)

    expect(await store.readMark()).toBeUndefined()
    const mark = { installation: 'one', generation: 1 }
    await store.writeMark(mark)
    expect([await store.readMark(), await other.readMark()]).toEqual([mark, undefined])
    expect(await keysIn(store)).toEqual([])
  })

  it('R58 stores notes of erasures, the last of each name, and none is a file', async () => {
    const store = storeAt(endpoint)
    await store.writeErasure('user7at1', 'first')
    await store.writeErasure('user7at1', 'last')
    await store.writeErasure('user8at1', 'other')
    const notes: string[] = []
    for await (const note of store.readErasures()) notes.push(note)
    expect(notes.toSorted()).toEqual(['last', 'other'])
    expect(await keysIn(store)).toEqual([])
    for await (const _ of storeAt(endpoint).readErasures()) throw new Error('There is no note in this part')
    const away = storeAt(`http://127.0.0.1:1`)
    await expect(away.writeErasure('user7at1', 'x')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await expect(away.readErasures()[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    })
  })

  it('only uses its own part of the bucket', async () => {
    const [first, second] = [storeAt(endpoint), storeAt(endpoint)]
    const key = newKey()
    await first.put(key, Readable.from([Buffer.from('x')]))
    expect(await keysIn(second)).toEqual([])
    await expect(second.get(key)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('leaves nothing of a source that fails in the middle', async () => {
    const store = storeAt(endpoint)
    async function* broken() {
      yield noise(6_000_000)
      throw new Error('The sender went away')
    }
    await expect(store.put(newKey(), Readable.from(broken()))).rejects.toThrow('The sender went away')
    expect(await keysIn(store)).toEqual([])
  })

  it('leaves nothing of an upload that is cancelled', async () => {
    const store = storeAt(endpoint)
    const stop = new AbortController()
    async function* endless() {
      yield noise(6_000_000)
      stop.abort()
      yield noise(6_000_000)
      yield noise(6_000_000)
    }
    await expect(store.put(newKey(), Readable.from(endless()), stop.signal)).rejects.toThrow()
    expect(await keysIn(store)).toEqual([])
  })

  it('B13 accepts many at once within a budget of bytes, and returns all of it', async () => {
    const budget = new CountedBudget({ most: 4 * PART_BYTES, reserve: PART_BYTES })
    const store = storeAt(endpoint, newKey(), budget)
    // Two parts each; twice as many files as the budget has parts for.
    const content = noise(PART_BYTES + 65_536)
    const pieces = function* () {
      for (let at = 0; at < content.length; at += 65_536) yield content.subarray(at, at + 65_536)
    }
    const keys = Array.from({ length: 8 }, newKey)
    await Promise.all(keys.map((key) => store.put(key, Readable.from(pieces()))))
    expect(budget.peak).toBeLessThanOrEqual(4 * PART_BYTES)
    expect(budget.peak).toBeGreaterThan(3 * PART_BYTES)
    for (const key of keys.slice(0, 3))
      expect((await buffer(await store.get(key))).equals(content)).toBe(true)

    const closed = storeAt(`http://127.0.0.1:${await closedPort()}`, newKey(), budget)
    await expect(closed.put(newKey(), Readable.from(pieces()))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(budget.held).toBe(0)
  })

  it('only accepts its own keys', async () => {
    await expect(storeAt(endpoint).get('../../etc/passwd')).rejects.toThrow('Not a storage key')
  })

  it('answers that it is unavailable while the service cannot be reached', async () => {
    const store = storeAt(`http://127.0.0.1:${await closedPort()}`)
    await expect(store.get(newKey())).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await expect(store.put(newKey(), Readable.from([Buffer.from('x')]))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    })
    await expect(store.ping()).rejects.toThrow()
    await expect(storeAt(endpoint).ping()).resolves.toBeUndefined()
  })
})

describe('the address of a bucket', () => {
  it('names the bucket, a part of it and the region; key and endpoint may be left out', () => {
    expect(bucketOf('s3://documents/live/uk/?region=eu-west-2')).toEqual({
      name: 'documents',
      prefix: 'live/uk/',
      region: 'eu-west-2',
      endpoint: undefined,
      credentials: undefined,
    })
    expect(bucketOf('s3://KEY:a%2Fb@documents?region=x&endpoint=https://s3.example')).toEqual({
      name: 'documents',
      prefix: '',
      region: 'x',
      endpoint: 'https://s3.example',
      credentials: { accessKeyId: 'KEY', secretAccessKey: 'a/b' },
    })
  })

  it.each([
    'documents',
    's3://',
    's3://documents',
    'https://documents?region=x',
    's3://d?region=x&endpoint=ftp://e',
  ])('can’t be %s', (text) => {
    expect(bucketOf(text)).toBeUndefined()
  })
})

async function closedPort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No free port')
  return address.port
}
