import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

test('a run that has failed ends as failed after its PostgreSQL is stopped', async () => {
  const script = `
    import { startTestPostgres } from ${JSON.stringify(new URL('postgres.ts', import.meta.url).href)}
    const server = await startTestPostgres()
    process.exitCode = 3
    await server.stop()`
  const run = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'ignore' })
  expect(await once(run, 'close')).toEqual([3, null])
})
