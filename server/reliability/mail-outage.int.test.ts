import { SMTPServer } from 'smtp-server'
import { expect, test, vi } from 'vitest'
import { atEndOfFile } from '#server/testing/end-of-file.ts'
import { freePort } from '#server/testing/free-port.ts'
import { ANSWERS } from '#server/testing/journeys.ts'
import { soon } from '#server/testing/soon.ts'
import { newDeployment } from './testing/deployment.ts'
import { seedPeople } from './testing/people.ts'
import { startServer } from './testing/process.ts'

/** A mail server that stores what it is sent. */
async function mailServer(port: number, onMail?: (count: number) => void): Promise<string[]> {
  const received: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString())
        onMail?.(received.length)
        done()
      })
    },
  })
  // A sender that is killed in the middle of a mail resets its connection, which this test causes.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  atEndOfFile(() => new Promise<void>((resolve) => server.close(resolve)))
  return received
}

test('B09 a submission while the mail server is down is accepted at once, and its mail arrives later, once', async () => {
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
})

test('B09 a crash while sending loses no mail, and at most one arrives twice, with the same Message-ID', async () => {
  const MAILS = 60
  const port = await freePort()
  const deployment = await newDeployment({ env: { SMTP_URL: `smtp://127.0.0.1:${port}`, LOG_LEVEL: 'warn' } })
  await deployment.inspect((database) =>
    // Not encrypted, as a former release has queued them: only the server has its keys.
    database.pool.query(
      `insert into mails (message_key, kind, to_address, subject, html, text, created_at, due_at)
       select 'crash:' || n, 'id-document-expiring', 'person' || n || '@people.example', 'Hello', '<p>Hello</p>', 'Hello', now(), now()
       from generate_series(0, $1::int - 1) n`,
      [MAILS],
    ),
  )
  let killed: Promise<unknown> | undefined
  const received = await mailServer(port, (count) => {
    // Accepted, but the sender never hears so.
    if (count === MAILS / 3) killed = first.kill()
  })
  const first = await startServer(deployment.env)
  await vi.waitFor(() => expect(killed).toBeDefined(), soon)
  await killed
  await deployment.inspect(async ({ pool }) => {
    const { rows } = await pool.query("select count(*)::int as n from mails where status = 'queued'")
    expect(rows[0].n).toBeGreaterThan(0)
    // As if a minute later, when the reservations of the dead process have expired.
    await pool.query('update mails set claimed_until = null')
  })
  const second = await startServer(deployment.env)
  const ids = () => received.map((source) => /^Message-ID: (\S+)/im.exec(source)?.[1])
  await vi.waitFor(() => expect(new Set(ids()).size).toBe(MAILS), soon)
  expect((await second.stop()).code).toBe(0)
  expect(received.length - MAILS).toBeLessThanOrEqual(1)
  expect(new Set(received.map((source) => /^To: (\S+)/im.exec(source)?.[1])).size).toBe(MAILS)
  const left = await deployment.inspect(
    async ({ pool }) => (await pool.query('select status, count(*)::int as n from mails group by 1')).rows,
  )
  expect(left).toEqual([{ status: 'sent', n: MAILS }])
})
