import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { atEndOfFile } from '#server/testing/end-of-file.ts'
import { folderRefusal, refusedAbove, refusedIn } from './data-folder.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verdaccord-folder-'))
  atEndOfFile(() => rm(folder, { recursive: true, force: true }))
})

test('a folder that is empty, whole or not there yet is no obstacle', async () => {
  expect(await refusedIn(join(folder, 'later'))).toBeUndefined()
  expect(await refusedIn(folder)).toBeUndefined()
  await mkdir(join(folder, 'database'))
  await writeFile(join(folder, 'database', 'PG_VERSION'), '17')
  expect(await refusedIn(folder)).toBeUndefined()
})

test('a part that can’t be used is named with what to do', async () => {
  await writeFile(join(folder, 'database'), 'a file where a folder belongs')
  const refused = await refusedIn(folder)
  expect(refused && folderRefusal(refused)).toMatch(
    /^This account can’t write to .*PG_VERSION \(.*\): give it the folder, as with chown -R, or name another in DATA_DIR\.$/,
  )
})

// The superuser may read and write everything.
test.skipIf(process.getuid?.() === 0)('a file of another account is named', async () => {
  const lock = join(folder, 'server.lock')
  await writeFile(lock, '')
  await chmod(lock, 0)
  expect(await refusedIn(folder)).toMatchObject({ place: lock })
})

test('a folder that can be made is refused by none above it', async () => {
  expect(await refusedAbove(join(folder, 'later', 'data'))).toBeUndefined()
})

test.skipIf(process.getuid?.() === 0)('the folder above that can’t be written is named', async () => {
  await chmod(folder, 0o500)
  expect(await refusedAbove(join(folder, 'later', 'data'))).toMatchObject({
    place: folder,
    error: { code: 'EACCES' },
  })
})
