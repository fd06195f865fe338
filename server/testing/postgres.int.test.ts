import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

test.each([
  ['has failed', 3],
  ['has passed', 0],
])('a run that %s still ends so after its PostgreSQL is stopped', async (_, code) => {
  const script = `
    import { startTestPostgres } from ${JSON.stringify(new URL('postgres.ts', import.meta.url).href)}
    const server = await startTestPostgres()
    process.exitCode = ${code}
    await server.stop()
    setImmediate(() => process.exit())`
  const run = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'ignore' })
  expect(await once(run, 'close')).toEqual([code, null])
})
