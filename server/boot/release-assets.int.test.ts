import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DAY_MS } from '#domain/plain-date.ts'
import { testApp } from '#server/testing/app.ts'
import { testBucket } from '#server/testing/bucket.ts'
import { releaseAssets, storeReleaseAssets } from './release-assets.ts'

const bucket = await testBucket()
const SCRIPT = 'export const page = "of the former release"'

/** The folder of a build with these hashed files. */
async function build(files: Record<string, string>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'verdaccord-release-'))
  await mkdir(join(root, 'assets'))
  await writeFile(join(root, 'index.html'), '<!doctype html><html><body>the shell</body></html>')
  for (const [name, content] of Object.entries(files)) await writeFile(join(root, 'assets', name), content)
  return root
}

test('a release serves the hashed files of an earlier one for a year, for pages that are still open', async () => {
  const former = await build({
    'queue-page-AbCd_123.js': SCRIPT,
    'queue-page-AbCd_123.js.gz': 'packed',
    'notes.txt': 'not hashed',
  })
  const next = await build({ 'queue-page-Wx-z9876.js': 'export {}' })
  const app = await testApp({ store: bucket.store(bucket.newAddress()), webRoot: next })
  const before = bucket.calls.length
  for (let start = 0; start < 2; start++) await storeReleaseAssets(app.services, join(former, 'assets'))
  expect(bucket.calls.slice(before).filter((call) => call.startsWith('PUT'))).toHaveLength(1)

  const address = '/assets/queue-page-AbCd_123.js'
  // A page requests its parts at once, before the new process has looked into the store.
  const atOnce = await Promise.all(Array.from({ length: 6 }, () => app.call('GET', address)))
  expect(atOnce.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200))
  const plain = await app.call('GET', address)
  expect([plain.statusCode, plain.body]).toEqual([200, SCRIPT])
  expect(plain.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
  })
  const packed = await app.call('GET', `${address}?again`, undefined, { 'accept-encoding': 'gzip' })
  expect([packed.headers['content-encoding'], packed.headers['cache-control']]).toEqual([
    'gzip',
    'public, max-age=31536000, immutable',
  ])
  // This release's own files come from its own folder, with the same headers.
  expect((await app.call('GET', '/assets/queue-page-Wx-z9876.js')).headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    vary: expect.stringContaining('accept-encoding'),
  })

  app.clock.now = new Date(app.clock.now.getTime() + 366 * DAY_MS)
  await storeReleaseAssets(app.services, join(next, 'assets'))
  app.clock.now = new Date(app.clock.now.getTime() + 6_000)
  expect(await releaseAssets(app.services).read('queue-page-AbCd_123.js')).toBeUndefined()
  expect(await app.services.files.store.readAsset('queue-page-AbCd_123.js')).toBeUndefined()
})

test('a file of no release is not found, not cached, and queried at most once in five seconds', async () => {
  const app = await testApp({ webRoot: await build({}) })
  for (const name of ['queue-page-AbCd_123.js', '..%2f..%2fsecrets.json', 'installation.json', 'x.js']) {
    const answer = await app.call('GET', `/assets/${name}`)
    expect([name, answer.statusCode, answer.headers['cache-control']]).toEqual([name, 404, 'no-store'])
  }
  const later = await build({ 'queue-page-AbCd_123.js': SCRIPT })
  await storeReleaseAssets(app.services, join(later, 'assets'))
  expect((await app.call('GET', '/assets/queue-page-AbCd_123.js')).statusCode).toBe(404)
  app.clock.now = new Date(app.clock.now.getTime() + 5_000)
  expect((await app.call('GET', '/assets/queue-page-AbCd_123.js')).statusCode).toBe(200)
  expect((await app.call('POST', '/assets/queue-page-AbCd_123.js', {})).statusCode).toBe(404)
})

test('a script that someone has changed in the store is not served', async () => {
  const app = await testApp({ webRoot: await build({}) })
  const former = await build({ 'queue-page-AbCd_123.js': SCRIPT })
  await storeReleaseAssets(app.services, join(former, 'assets'))
  await app.services.files.store.writeAsset('queue-page-AbCd_123.js', Buffer.from('steal()'))
  expect((await app.call('GET', '/assets/queue-page-AbCd_123.js')).statusCode).toBe(404)
})
