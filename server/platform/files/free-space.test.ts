import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { FreeSpaceGuard } from './free-space.ts'

const MEBIBYTE = 1024 * 1024

it('B05 refuses writing below 256 MB of free space, and allows it again within a second of more', async () => {
  let now = 0
  let blocks = 256
  let asked = 0
  const measure = async () => {
    asked += 1
    return { bavail: blocks, bsize: MEBIBYTE }
  }
  const guard = new FreeSpaceGuard('/data', { now: () => now, measure })
  await guard.assertRoom()
  blocks = 255
  await guard.assertRoom()
  expect(asked).toBe(1)
  now += 1000
  await expect(guard.assertRoom()).rejects.toMatchObject({
    code: 'STORAGE_FULL',
    details: { retryAfter: 30 },
  })
  blocks = 300
  now += 1000
  await guard.assertRoom()
})

it('B05 reads the free space of a real volume, and asks again after a failure', async () => {
  expect(await new FreeSpaceGuard(tmpdir()).freeBytes()).toBeGreaterThan(0)
  const missing = new FreeSpaceGuard('/no/such/folder')
  await expect(missing.freeBytes()).rejects.toThrow('ENOENT')
  await expect(missing.hasRoom()).rejects.toThrow('ENOENT')
})
