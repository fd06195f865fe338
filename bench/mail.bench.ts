import { setTimeout as delay } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { show, spreadOf } from './lib/measure.ts'
import { query, startPostgres } from './lib/postgres.ts'
import { measurement } from './lib/report.ts'
import { startProduct } from './lib/server-process.ts'

// How fast one process hands mails to a mail server on this machine: with a short queue, and with a million
// reminders due, among which a sign-in code is queued. MAILS=… for another number.
const BACKLOG = Number(process.env.MAILS ?? 1_000_000)
const SHORT = 4_000
const SECONDS = 5
const ROUNDS = 6
const LEAST = 100
/** The least share of the rate that must be left with the long queue. */
const LEAST_SHARE = 0.8

/** How the 32 oldest are found, with the pages that takes. */
const CLAIM = `explain (analyze, buffers, format json)
  select id from mails where status = 'queued' and kind = 'id-document-expiring' and due_at <= now()
    and (claimed_until is null or claimed_until < now())
  order by due_at, id limit 32 for update skip locked`

interface Received {
  port: number
  count(): number
  /** Resolves with the time when the first mail to this address arrived. */
  arrival(to: string): Promise<number>
  stop(): Promise<void>
}

await measurement(async (later) => {
  const postgres = await startPostgres()
  later(() => postgres.stop())
  const side = async (mails: number) => {
    const smtp = await mailServer()
    later(() => smtp.stop())
    const databaseUrl = await postgres.create(`bench_mail_${mails}`)
    await addMails(databaseUrl, mails)
    const server = await startProduct({
      databaseUrl,
      env: { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, DRAIN_SECONDS: '0', LOG_LEVEL: 'warn' },
    })
    while (smtp.count() === 0) await delay(50)
    const rates: number[] = []
    const before = server.memory().rss
    const cpu = server.cpuMs()
    const first = smtp.count()
    for (let round = 0; round < ROUNDS && smtp.count() < mails - 500; round++) {
      const [started, had] = [performance.now(), smtp.count()]
      while (performance.now() - started < SECONDS * 1000 && smtp.count() < mails - 500) await delay(20)
      rates.push(((smtp.count() - had) * 1000) / (performance.now() - started))
    }
    const cpuMs = (server.cpuMs() - cpu) / (smtp.count() - first)
    const grown = (server.memory().rss - before) / 1024 ** 2
    const queued = performance.now()
    const arrival = smtp.arrival('code@people.example')
    await addMails(databaseUrl, 1, { kind: 'application-code', to: 'code@people.example' })
    const codeMs = (await arrival) - queued
    const [pages] = await query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(databaseUrl, CLAIM)
    const plan = pages?.['QUERY PLAN'][0].Plan ?? {}
    const read = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)
    await server.stop()
    return { rates: spreadOf(rates), cpuMs, grown, codeMs, read }
  }
  const short = await side(SHORT)
  const long = await side(BACKLOG)
  const words = ({ rates, cpuMs, grown, codeMs, read }: typeof short) =>
    `${show(rates, 'mails/s')}, ${cpuMs.toFixed(1)} ms of processor each, ${grown.toFixed(0)} MB grown, ${read} pages to find 32, a code after ${(codeMs / 1000).toFixed(1)} s`
  const share = long.rates.median / short.rates.median
  return {
    goal: `Mails of one process to a mail server of this machine, ${BACKLOG.toLocaleString('en-GB')} due beside ${SHORT.toLocaleString('en-GB')}`,
    product: words(long),
    beside: words(short),
    ratio: share.toFixed(2),
    limit: `at least ${LEAST} a second, and ${LEAST_SHARE} of the rate of the short queue`,
    isMet: long.rates.median >= LEAST && share >= LEAST_SHARE && long.codeMs < 10_000,
  }
})

async function addMails(
  url: string,
  count: number,
  { kind = 'id-document-expiring', to = null as string | null } = {},
): Promise<void> {
  await query(
    url,
    `insert into mails (message_key, kind, to_address, subject, html, text, created_at, due_at)
     select $2 || ':' || n, $2, coalesce($3, 'person' || n || '@people.example'), 'Your ID document expires soon',
       '<p>' || repeat(md5(n::text) || ' ', 60) || '</p>', repeat(md5(n::text) || ' ', 20), now(), now()
     from generate_series(1, $1::int) n`,
    [count, kind, to],
  )
  if (to === null) await query(url, 'vacuum analyze mails')
}

async function mailServer(): Promise<Received> {
  let count = 0
  const waiting = new Map<string, (at: number) => void>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      stream.resume()
      stream.on('end', () => {
        count++
        for (const { address } of session.envelope.rcptTo) waiting.get(address)?.(performance.now())
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return {
    port: address.port,
    count: () => count,
    arrival: (to) => new Promise((resolve) => waiting.set(to, resolve)),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
