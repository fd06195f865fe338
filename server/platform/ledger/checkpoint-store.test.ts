import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { bucketOf } from '#server/platform/files/bucket.ts'
import { merkleRoot } from './checkpoint.ts'
import { checkpointBucket } from './checkpoint-bucket.ts'
import { type CheckpointStore, checkpointFolder } from './checkpoint-store.ts'

const folder = await mkdtemp(join(tmpdir(), 'verdaccord-checkpoints-'))
afterAll(() => rm(folder, { recursive: true }))

/** As much of a bucket with object lock as checkpoints need; it stores what it was sent. */
const objects = new Map<string, string>()
const sent: { key: string; lock: unknown; until: unknown }[] = []
const bucket = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://bucket')
  const key = decodeURIComponent(pathname.replace('/checkpoints/', ''))
  const { headers } = request
  if (searchParams.has('object-lock'))
    return response.end(
      '<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled></ObjectLockConfiguration>',
    )
  if (searchParams.has('list-type')) {
    const after = searchParams.get('start-after') ?? ''
    const names = [...objects.keys()].filter((name) => name > after).sort()
    const contents = names.map((name) => `<Contents><Key>${name}</Key></Contents>`).join('')
    return response.end(`<ListBucketResult><IsTruncated>false</IsTruncated>${contents}</ListBucketResult>`)
  }
  if (request.method === 'PUT') {
    const body = await text(request)
    if (headers['if-none-match'] === '*' && objects.has(key)) return response.writeHead(412).end()
    objects.set(key, body)
    const [lock, until] = ['x-amz-object-lock-mode', 'x-amz-object-lock-retain-until-date'].map(
      (name) => headers[name],
    )
    sent.push({ key, lock, until })
    return response.end()
  }
  const found = objects.get(key)
  response.writeHead(found === undefined ? 404 : 200).end(found)
})
await new Promise<void>((done) => bucket.listen(0, '127.0.0.1', done))
afterAll(() => {
  bucket.close()
  bucket.closeAllConnections()
})
const endpoint = encodeURIComponent(`http://127.0.0.1:${(bucket.address() as AddressInfo).port}`)

function inBucket(): CheckpointStore {
  const address = bucketOf(`s3://key:secret@checkpoints/ledger?region=eu-west-2&endpoint=${endpoint}`)
  if (!address) throw new Error('The address was not understood')
  return checkpointBucket(address, 5)
}

async function all(names: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = []
  for await (const name of names) found.push(name)
  return found
}

describe('R24 the checkpoint store', () => {
  test.each([
    ['a folder', () => checkpointFolder(join(folder, 'new', 'ledger'))],
    ['a bucket', inBucket],
  ])('%s stores each permanently, and lists them in order', async (_where, open) => {
    const store = open()
    expect(await all(store.list())).toEqual([])
    expect(await store.read('1.json')).toBeUndefined()
    expect([await store.add('1.json', 'one'), await store.add('1.json', 'other')]).toEqual([true, false])
    expect(await store.add('2.json', 'two')).toBe(true)
    await store.replace('last.json', 'first')
    await store.replace('last.json', 'second')
    expect([await open().read('1.json'), await open().read('last.json')]).toEqual(['one', 'second'])
    expect(await all(store.list())).toEqual(['1.json', '2.json', 'last.json'])
    expect(await all(store.list('1.json'))).toEqual(['2.json', 'last.json'])
  })

  test('a folder that gets one name from many at once lets one of them add it, and each replaces it', async () => {
    const store = checkpointFolder(join(folder, 'at-once'))
    const texts = Array.from({ length: 50 }, (_, index) => `text ${index}`)
    const added = await Promise.all(texts.map((text) => store.add('1.json', text)))
    expect(added.filter(Boolean)).toHaveLength(1)
    expect(await store.read('1.json')).toBe(texts[added.indexOf(true)])
    await Promise.all(texts.map((text) => store.replace('last.json', text)))
    expect(texts).toContain(await store.read('last.json'))
    expect(await all(store.list())).toEqual(['1.json', 'last.json'])
  })

  test('a bucket with object lock is asked to retain checkpoints for years, and nothing else', () => {
    expect(sent.map(({ key, lock }) => [key, lock])).toEqual([
      ['ledger/1.json', 'COMPLIANCE'],
      ['ledger/2.json', 'COMPLIANCE'],
      ['ledger/last.json', undefined],
      ['ledger/last.json', undefined],
    ])
    expect(new Date(String(sent[0]?.until)).getUTCFullYear()).toBe(new Date().getUTCFullYear() + 5)
  })
})

describe('the Merkle root', () => {
  // The trees of RFC 9162, 2.1.5, over other leaves: the shape is what counts.
  test('differs by each leaf, their order and their number', () => {
    const leaves = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    const changed = leaves.map((_, at) => leaves.with(at, 'x'))
    const all = [leaves, [...leaves].reverse(), leaves.slice(1), [...leaves, 'g'], [], ...changed]
    expect(new Set(all.map((leaves) => merkleRoot(leaves).toString('hex'))).size).toBe(all.length)
    expect(merkleRoot([]).toString('hex')).toMatch(/^e3b0c442/)
    expect(merkleRoot(['']).toString('hex')).toBe(
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    )
  })
})
