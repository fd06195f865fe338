import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '#server/testing/free-port.ts'
import { offlinePageReady, storedForOffline } from './support/offline-page.ts'
import { atHeading } from './support/onboarding.ts'
import { STAFF, signIn } from './support/people.ts'
import { type Product, startProduct } from './support/server.ts'
import { expect, test } from './support/test.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
let folder: string
let next: Product | undefined
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verdaccord-upgrade-'))
})
test.afterEach(async () => {
  await next?.stop()
  await rm(folder, { recursive: true, force: true })
})

const HASHED = /([A-Za-z0-9._-]+)-([A-Za-z0-9_-]{7,8})\.(css|html|m?js|png|svg|woff2?|bin)/g

/** Returns the build as the next release: no hashed file has the same name as in this one. */
async function nextRelease(): Promise<string> {
  const release = join(folder, 'next')
  await mkdir(release)
  await cp(join(root, 'dist'), join(release, 'dist'), { recursive: true })
  for (const part of ['node_modules', 'server', 'package.json'])
    await symlink(join(root, part), join(release, part))
  const web = join(release, 'dist/web')
  const assets = join(web, 'assets')
  for (const folder of [web, assets])
    for (const name of await readdir(folder)) if (/\.(gz|br)$/.test(name)) await rm(join(folder, name))
  const names = new Set(await readdir(assets))
  const renamed = (text: string) =>
    text.replaceAll(HASHED, (name, base: string, hash: string, ending: string) =>
      names.has(name) ? `${base}-${hash[0] === 'Z' ? 'Y' : 'Z'}${hash.slice(1)}.${ending}` : name,
    )
  const texts = [...names].filter((name) => /\.(css|html|m?js)$/.test(name)).map((name) => join(assets, name))
  const pages = [join(web, 'index.html'), join(web, 'service-worker.js')]
  const said = [`${web}.drawn.json`, `${web}.preloads.json`]
  for (const file of [...texts, ...pages, ...said])
    await writeFile(file, renamed(await readFile(file, 'utf8')))
  for (const name of names) await rename(join(assets, name), join(assets, renamed(name)))
  return join(release, 'dist/server/main.js')
}

test('a page that is open while the next release takes over keeps working, and loads its later parts', async ({
  visitor,
}) => {
  const main = await nextRelease()
  const dataDir = join(folder, 'data')
  const port = String(await freePort())
  const env = { PORT: port, DATA_DIR: dataDir }
  const former = await startProduct(env)
  const { page } = await visitor({
    baseURL: former.baseUrl,
    newcomer: true,
    serviceWorkers: 'allow',
    // The page's own requests in between, when no process is running.
    faultsExpected: /net::ERR_CONNECTION_(REFUSED|RESET)/,
  })
  const loaded: { name: string; status: number }[] = []
  page.on('response', (answer) => {
    const [, name] = /\/assets\/([^?]+)/.exec(answer.url()) ?? []
    if (name) loaded.push({ name, status: answer.status() })
  })
  await signIn(page, STAFF.reviewer, '/profile')
  await page.getByRole('button', { name: 'Necessary Only' }).click()
  await page.evaluate(() => {
    Object.assign(window, { isSamePage: true })
  })
  const own = (await readdir(join(root, 'dist/web/assets'))).filter((name) => !/\.(gz|br)$/.test(name))
  const kept = () => readdir(join(dataDir, 'documents/assets')).catch(() => [])
  await expect.poll(async () => (await kept()).length, { timeout: 30_000 }).toBe(own.length)
  await offlinePageReady(page)
  await former.stop()
  // A page opened while no process is running says so, and becomes the next release's once one is.
  const beside = await page.context().newPage()
  await beside.goto('/profile')
  await atHeading(beside, 'We can’t reach Verdaccord')
  const ofFormer = await storedForOffline(beside)
  next = await startProduct(env, main)
  await atHeading(beside, 'Marta Silva')
  loaded.length = 0

  await page.getByRole('contentinfo').getByRole('link', { name: /Admin/ }).click()
  await page.waitForURL('**/admin/**')
  // The previous page stays until the next one's chunks have loaded.
  await expect(page.getByRole('heading', { level: 1, name: 'Marta Silva' })).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  expect(loaded.length).toBeGreaterThan(0)
  expect(loaded.filter(({ status }) => status !== 200)).toEqual([])
  expect(loaded.filter(({ name }) => !own.includes(name))).toEqual([])

  await page.reload()
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
  expect(loaded.at(-1)?.status).toBe(200)
  expect(own).not.toContain(loaded.at(-1)?.name)

  // Nothing is left of the former release's offline page.
  const paths = (files: { path: string }[]) =>
    files.map(({ path }) => path).filter((path) => path.startsWith('/assets/'))
  const isOfFormer = paths(ofFormer)
  expect(isOfFormer.length).toBeGreaterThan(3)
  await beside.mouse.move(10, 10)
  await expect
    .poll(async () => paths(await storedForOffline(beside)).filter((path) => isOfFormer.includes(path)))
    .toEqual([])
  expect(paths(await storedForOffline(beside))).toHaveLength(isOfFormer.length)
})
