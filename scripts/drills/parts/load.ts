import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { makeJpeg, padded } from '../../../server/platform/files/test-files.ts'
import type { Person } from '../../../server/reliability/testing/people.ts'
import { ANSWERS } from '../../../server/testing/journeys.ts'
import type { Report } from './drill.ts'
import type { Processes } from './processes.ts'
import { call, runAdmin } from './verdaccord.ts'
import { counted, startWriters } from './writers.ts'

/** Staff lists, read one after the other. */
const STAFF_PAGES = [
  '/api/admin/queue',
  '/api/admin/users',
  '/api/admin/audit',
  '/api/staff/home',
  '/api/admin/invoices',
  '/api/admin/search?q=ada',
]
const OWN_PAGES = ['/api/auth/profile', '/api/user/profile', '/api/verification/status', '/api/documents']

/** Everything at once: saves, pages, staff lists, uploads, and submissions that are sent twice. */
export interface MixedLoad {
  /**
   * Ends the load, reports its figures, and compares what was acknowledged with the database, the files and the
   * ledger.
   */
  stop(): Promise<void>
}

/** A picture of this many bytes, as the upload page sends it. */
export async function selfie(bytes: number): Promise<FormData> {
  const form = new FormData()
  const file = padded(await makeJpeg({ artist: randomBytes(4).toString('hex') }), bytes)
  form.set('documentType', 'selfie')
  form.set('file', new File([new Uint8Array(file)], 'selfie.jpg', { type: 'image/jpeg' }))
  return form
}

/** Sends a picture of this many bytes as someone's selfie. */
export async function uploadSelfie(origin: string, { cookie }: Person, bytes: number): Promise<Response> {
  return call(origin, 'POST', '/api/uploads/kyc-document-direct', { cookie, body: await selfie(bytes) })
}

/** Puts mixed load on the processes for about this many minutes. */
export async function startMixedLoad(all: Processes, report: Report, minutes: number): Promise<MixedLoad> {
  const { origin, people, database, env } = all
  const [writing, readers, uploaders, staff, applicants] = [
    await people({ count: 20 }),
    await people({ count: 10 }),
    // An account holds a limited number of files.
    await people({ count: 4 + Math.ceil(minutes * 4) }),
    await people({ count: 2, role: 'superAdmin' }),
    await people({ count: Math.max(10, Math.round(minutes * 12)), prepared: true }),
  ]
  const statuses = new Map<number, number>()
  const took: number[] = []
  const failures: string[] = []
  const ask = async (what: string, asked: () => Promise<Response>) => {
    const startedAt = performance.now()
    const answer = await asked().catch(() => undefined)
    const status = answer?.status ?? 0
    const body = await answer?.text().catch(() => '')
    took.push(performance.now() - startedAt)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status === 0 || status >= 400) failures.push(`${what} ${status} ${body?.slice(0, 200)}`)
    return status
  }
  const read = (path: string, { cookie }: Person) => ask(path, () => call(origin, 'GET', path, { cookie }))

  let isOver = false
  const again = async (everyMs: number, act: (turn: number) => Promise<unknown>) => {
    for (let turn = 0; !isOver; turn++) {
      await act(turn)
      await delay(everyMs)
    }
  }
  const writers = startWriters([origin], writing, 500)
  const submitted: number[] = []
  let uploaded = 0
  const load = [
    ...readers.map((person, i) =>
      again(300, (turn) => read(OWN_PAGES[(turn + i) % OWN_PAGES.length] ?? '', person)),
    ),
    ...staff.map((person, i) =>
      again(700, (turn) => read(STAFF_PAGES[(turn + i) % STAFF_PAGES.length] ?? '', person)),
    ),
    ...[0, 1, 2, 3].map((place) =>
      again(3_000, async (turn) => {
        const person = uploaders[(turn * 4 + place) % uploaders.length] as Person
        if ((await ask('upload', () => uploadSelfie(origin, person, 1_000_000))) === 200) uploaded++
      }),
    ),
    again(3_000, async (turn) => {
      const person = applicants[turn]
      if (!person) return
      // A double click: both are answered, and only one application exists.
      const body = { ...ANSWERS, email: person.email }
      const send = () => call(origin, 'POST', '/api/onboarding/kyc', { cookie: person.cookie, body })
      const both = await Promise.all([ask('submission', send), ask('submission', send)])
      if (both.includes(200)) submitted.push(person.id)
    }),
  ]

  async function stop(): Promise<void> {
    isOver = true
    await Promise.all([...load, writers.stop()])
    const { acknowledged, lost, doubled } = await writers.check()
    const { rows: cases } = await database.pool.query<{
      id: number
      submissions: number
      events: number
      mails: number
    }>(
      `select c.user_id::int as id,
         (select count(*)::int from case_submissions where case_id = c.id) as submissions,
         (select count(*)::int from events where user_id = c.user_id and type = 'case.submitted') as events,
         (select count(*)::int from mails where user_id = c.user_id and kind = 'verification-submitted') as mails
       from cases c where c.kind = 'consumer' and c.round > 0`,
    )
    const sorted = took.toSorted((a, b) => a - b)
    const at = (part: number) => `${Math.round(sorted[Math.floor(sorted.length * part)] ?? 0)} ms`
    report.figure('answers', counted(statuses))
    report.figure('saves', counted(writers.statuses))
    report.figure('latency', `half ${at(0.5)}, 95 % ${at(0.95)}, 99 % ${at(0.99)}`)
    report.figure(
      'acknowledged',
      `${acknowledged} saves, ${submitted.length} submissions, ${uploaded} uploads`,
    )
    for (const failure of failures.slice(0, 5)) report.figure('not as expected', failure)
    if (failures.length > 0)
      for (const { part } of all.servers) report.figure(`${part.name} said`, part.said())
    report.expect(
      'no answer is 5xx, and none is missing',
      [...statuses.keys(), ...writers.statuses.keys()].every((status) => status > 0 && status < 500),
    )
    report.expect(
      'nothing acknowledged is lost',
      lost === 0 && submitted.every((id) => cases.some((row) => row.id === id)),
    )
    report.expect(
      'nothing is done twice: each application, its event and its mail are there once',
      doubled === 0 &&
        cases.every(({ submissions, events, mails }) => submissions === 1 && events === 1 && mails === 1),
    )
    // The prepared people have rows without files.
    await database.pool.query("delete from documents where wrapped_key = 'none'")
    const files = runAdmin(env, 'verify-files')
    report.figure('verify-files', files.said.slice(0, 200))
    report.expect('each document has its file, whole', files.isOk)
    const ledger = runAdmin(env, 'verify-audit')
    report.figure('verify-audit', ledger.said)
    report.expect('the ledger is whole', ledger.isOk)
    report.expect(
      'all processes still run',
      all.servers.every(({ part }) => part.isRunning()),
    )
  }
  return { stop }
}
