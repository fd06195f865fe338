import { SMTPServer } from 'smtp-server'
import { afterAll, expect, test, vi } from 'vitest'
import { freePort } from '#server/testing/free-port.ts'
import { newDeployment } from './testing/deployment.ts'
import { ANSWERS, seedPeople } from './testing/people.ts'
import { startServer } from './testing/process.ts'

const soon = { timeout: 60_000, interval: 100 }

/** A mail server that keeps what it is sent. */
async function mailServer(port: number): Promise<string[]> {
  const received: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString())
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  afterAll(() => new Promise<void>((resolve) => server.close(resolve)))
  return received
}

test('B09 a submission while the mail server is down is taken at once, and its mail arrives later, one time', async () => {
  const port = await freePort()
  const deployment = await newDeployment({ env: { SMTP_URL: `smtp://127.0.0.1:${port}`, LOG_LEVEL: 'warn' } })
  const [person] = await deployment.inspect((db) => seedPeople(db, { count: 1, prepared: true }))
  if (!person) throw new Error('One person was seeded')
  const server = await startServer(deployment.env)
  const { cookie, email } = person
  expect((await server.call('POST', '/api/onboarding/kyc', { cookie, body: ANSWERS })).status).toBe(200)
  await vi.waitFor(() => expect(server.output()).toContain('A mail was not taken'), soon)

  const received = await mailServer(port)
  await vi.waitFor(() => expect(received).toHaveLength(1), soon)
  expect(received[0]).toContain(`To: ${email}`)
  expect((await server.stop()).code).toBe(0)
  const outbox = await deployment.inspect(
    async ({ pool }) => (await pool.query('select status, to_address from mails')).rows,
  )
  expect(outbox).toEqual([{ status: 'sent', to_address: email }])
  expect(received).toHaveLength(1)
}, 90_000)
