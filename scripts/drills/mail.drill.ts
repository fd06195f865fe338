import { setTimeout as delay } from 'node:timers/promises'
import type { Person } from '../../server/reliability/testing/people.ts'
import { ANSWERS } from '../../server/testing/journeys.ts'
import { drill } from './parts/drill.ts'
import { startExim } from './parts/exim.ts'
import { until } from './parts/machine.ts'
import { startProcesses } from './parts/processes.ts'
import { call } from './parts/verdaccord.ts'

// Exim is down, then hangs, and then one of our processes is killed while it sends mails (security B09).
// MINUTES: how long it is down each time (10).
const MINUTES = Number(process.env.MINUTES ?? 10)
const AT_ONCE = 60

await drill(async (machine, report) => {
  const exim = await startExim(machine)
  const all = await startProcesses(machine, {
    env: { SMTP_URL: exim.url, MAIL_FROM: 'drill@verdaccord.example' },
  })
  const { database, origin } = all
  let submitted = 0
  /** Submits for everyone, a few at once. Returns the median and the longest time. */
  const submit = async (people: Person[]) => {
    const took: number[] = []
    const queue = [...people]
    const worker = async () => {
      for (let person = queue.pop(); person; person = queue.pop()) {
        const { cookie, email } = person
        const startedAt = performance.now()
        const body = { ...ANSWERS, email }
        const { status } = await call(origin, 'POST', '/api/onboarding/kyc', { cookie, body })
        took.push(performance.now() - startedAt)
        if (status === 200) submitted++
      }
    }
    await Promise.all(Array.from({ length: 6 }, worker))
    const sorted = took.toSorted((a, b) => a - b)
    return { half: sorted[Math.floor(sorted.length / 2)] ?? 0, slowest: sorted.at(-1) ?? 0 }
  }
  const figureText = ({ half, slowest }: { half: number; slowest: number }) =>
    `half within ${Math.round(half)} ms, the slowest ${Math.round(slowest)} ms`
  const mails = async (where: string) =>
    Number((await database.pool.query(`select count(*) from mails where ${where}`)).rows[0]?.count)
  const allSent = () =>
    until('every mail is sent', async () => (await mails("status = 'queued'")) === 0, { seconds: 300 })
  const people = () => all.people({ count: AT_ONCE, prepared: true })

  const calm = await submit(await people())
  await allSent()
  report.figure(`${AT_ONCE} submissions with a mail server`, figureText(calm))

  for (const what of ['away', 'silent'] as const) {
    if (what === 'away') await exim.part.kill()
    else process.kill(exim.part.pid, 'SIGSTOP')
    const during = await submit(await people())
    await delay(MINUTES * 60_000)
    report.figure(`${AT_ONCE} while it is ${what}`, figureText(during))
    report.expect('people wait at most 1 s more', during.half <= calm.half + 1_000)
    report.expect('no mail is given up', (await mails("status = 'failed'")) === 0)
    const backAt = performance.now()
    if (what === 'away') await exim.restart()
    else process.kill(exim.part.pid, 'SIGCONT')
    await allSent()
    const seconds = (performance.now() - backAt) / 1000
    report.figure(`${MINUTES} minutes later it is back`, `all mails are sent ${seconds.toFixed(1)} s after`)
    report.expect('within 2 minutes', seconds <= 120)
  }

  const doubled = () => exim.delivered().length - new Set(exim.delivered().map(({ id }) => id)).size
  report.expect('none came twice so far', doubled() === 0)
  const some = await people()
  const submitting = submit(some)
  for (const place of [0, 1, 2]) {
    await delay(700)
    await all.servers[place]?.part.kill()
    await all.restart(place)
  }
  await submitting
  await allSent()
  const delivered = async () => exim.delivered().length >= (await mails("status = 'sent'"))
  await until('Exim has put all of them down', delivered).catch(() => false)
  const kept = await mails("kind = 'verification-submitted'")
  const came = new Set(exim.delivered().map(({ id }) => id)).size
  report.figure(
    'in all of this',
    `${submitted} submissions acknowledged, ${kept} mails of them, ${came} came, ${doubled()} of them twice`,
  )
  report.expect(
    'each acknowledged submission has its mail, and each mail came',
    kept >= submitted && came === (await mails('true')),
  )
  report.expect('at most one came twice for each of three crashes', doubled() <= 3)
})
