import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { soon } from '#server/testing/soon.ts'
import { newDeployment, ON_POSTGRES } from './testing/deployment.ts'
import { seedPeople } from './testing/people.ts'
import { startServer } from './testing/process.ts'

const MEBIBYTE = 1024 * 1024

/** A disk of its own; undefined if this account may not mount one. */
function smallDisk(): string | undefined {
  const dir = mkdtempSync(join(tmpdir(), 'verdaccord-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=420m', 'tmpfs', dir], { stdio: 'ignore' })
  } catch {
    rmSync(dir, { recursive: true })
    return undefined
  }
  afterAll(() => {
    execFileSync('umount', ['-l', dir])
    rmSync(dir, { recursive: true })
  })
  return dir
}

const disk = ON_POSTGRES ? undefined : smallDisk()

describe.skipIf(!disk)('a full disk under PGlite and documents (only root can mount a small one)', () => {
  test('B05 refuses writes with 503, still serves reads, and writes again once there is space', async () => {
    const dataDir = join(disk ?? '', 'data')
    mkdirSync(dataDir)
    const deployment = await newDeployment({ dataDir })
    const [person] = await deployment.inspect((database) => seedPeople(database, { count: 1 }))
    if (!person) throw new Error('One person was seeded')
    const { cookie } = person
    const server = await startServer(deployment.env)
    const save = (revision: number) =>
      server.call('PUT', '/api/onboarding/consumer/draft', {
        cookie,
        body: { draft: { firstName: `Ada ${revision}` }, revision },
      })
    expect((await save(0)).status).toBe(200)

    const ballast = join(disk ?? '', 'ballast')
    await writeFile(ballast, Buffer.alloc(200 * MEBIBYTE))
    const readiness = async () => {
      const answer = await server.call('GET', '/api/health/ready')
      return [answer.status, await answer.json()]
    }
    const full = { name: 'documents', state: 'full' }
    const expected = [503, { status: 'unavailable', dependencies: expect.arrayContaining([full]) }]
    await vi.waitFor(async () => expect(await readiness()).toEqual(expected), soon)
    const refused = await save(1)
    expect([refused.status, (await refused.json()).error]).toEqual([503, 'STORAGE_FULL'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const form = await server.call('GET', '/api/onboarding/consumer/draft', { cookie })
    expect(await form.json()).toMatchObject({ revision: 1, draft: { firstName: 'Ada 0' } })

    await rm(ballast)
    await vi.waitFor(async () => expect((await save(1)).status).toBe(200), soon)
    expect((await server.stop()).code).toBe(0)
  })
})
