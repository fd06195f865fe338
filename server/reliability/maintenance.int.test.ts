import { expect, test } from 'vitest'
import { soon } from '#server/testing/soon.ts'
import { newDeployment, ON_POSTGRES } from './testing/deployment.ts'
import { runScript, startServer } from './testing/process.ts'

test.skipIf(!ON_POSTGRES)(
  'a process that starts in maintenance works on no queue, and follows the command both ways',
  async () => {
    const deployment = await newDeployment({ env: { LOG_LEVEL: 'info' } })
    const turn = async (word: string) =>
      (await runScript('admin', ['maintenance', word], deployment.env)).code
    const isWorking = () =>
      deployment.inspect(async ({ pool }) => {
        const { rows } = await pool.query<{ there: boolean }>(
          'select exists (select from pgboss.schedule) as there',
        )
        return rows[0]?.there
      })
    expect(await turn('on')).toBe(0)
    const server = await startServer(deployment.env)
    const refused = await server.call('POST', '/api/bug-reports', { body: {} })
    expect(refused.status).toBe(503)
    expect(await isWorking()).toBe(false)

    expect(await turn('off')).toBe(0)
    await expect.poll(isWorking, soon).toBe(true)
    expect(await turn('on')).toBe(0)
    await expect.poll(() => server.output(), soon).toContain('no jobs run and no mails leave')
    expect(await turn('off')).toBe(0)
    await expect.poll(() => server.output(), soon).toContain('Maintenance is over')
    expect((await server.stop()).code).toBe(0)
  },
)
