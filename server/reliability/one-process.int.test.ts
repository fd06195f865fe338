import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newDeployment, ON_POSTGRES } from './testing/deployment.ts'
import { runScript, startServer } from './testing/process.ts'

describe.skipIf(ON_POSTGRES)('one data folder with PGlite, which several processes would corrupt,', () => {
  test('B06 belongs to one process: a second one names it and exits, and after a crash the next takes over', async () => {
    const { env, dataDir } = await newDeployment()
    const first = await startServer(env)
    const second = await runScript('main', [], { ...env, PORT: '0' })
    expect(second.code).toBe(1)
    expect(second.output).toContain(`already in use by process ${first.pid}`)
    expect(second.output).toContain(`serving ${first.url}`)
    await expect.poll(async () => (await first.call('GET', '/api/health/ready')).status).toBe(200)

    const command = await runScript('admin', ['verify-audit'], env)
    expect([command.code, command.output]).toEqual([1, expect.stringContaining(`process ${first.pid}`)])

    await first.kill()
    expect(JSON.parse(await readFile(join(dataDir, 'server.json'), 'utf8'))).toMatchObject({ pid: first.pid })
    const next = await startServer(env)
    expect((await next.stop()).code).toBe(0)
  })
})
