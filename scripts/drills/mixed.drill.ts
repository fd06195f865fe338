import { randomBytes } from 'node:crypto'
import { request } from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'
import { makeJpeg, padded } from '../../server/platform/files/test-files.ts'
import { ANSWERS, type Person } from '../../server/reliability/testing/people.ts'
import { drill } from './parts/drill.ts'
import { startProcesses } from './parts/processes.ts'
import { call, runAdmin } from './parts/verdaccord.ts'
import { counted, startWriters } from './parts/writers.ts'

// Mixed load on three processes behind nginx and PgBouncer. MINUTES: for how long (10).
const MINUTES = Number(process.env.MINUTES ?? 10)
/** Lists of staff, read one after the other. */
const STAFF_PAGES = [
  '/api/admin/queue',
  '/api/admin/users',
  '/api/admin/audit',
  '/api/staff/home',
  '/api/admin/invoices',
  '/api/admin/search?q=ada',
]
const OWN_PAGES = ['/api/auth/profile', '/api/user/profile', '/api/verification/status', '/api/documents']

await drill(async (machine, report) => {
  const { origin, nginx, servers, people, database, env } = await startProcesses(machine)
  report.figure(
    'parts',
    `${nginx.version} with deploy/nginx.conf, PgBouncer in transaction mode, ${servers.length} processes`,
  )
  const [writing, readers, uploaders, staff, applicants] = [
    await people({ count: 20 }),
    await people({ count: 10 }),
    // An account holds a limited number of files.
    await people({ count: 4 + Math.ceil(MINUTES * 4) }),
    await people({ count: 2, role: 'superAdmin' }),
    await people({ count: Math.max(10, Math.round(MINUTES * 12)), prepared: true }),
  ]

  const statuses = new Map<number, number>()
  const took: number[] = []
  const failures: string[] = []
  const ask = async (...[method, path, options]: [string, string, Parameters<typeof call>[3]]) => {
    const startedAt = performance.now()
    const answer = await call(origin, method, path, options).catch(() => undefined)
    const status = answer?.status ?? 0
    const body = await answer?.text().catch(() => '')
    took.push(performance.now() - startedAt)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status === 0 || status >= 400) failures.push(`${method} ${path} ${status} ${body?.slice(0, 200)}`)
    return { status, body }
  }

  await callFrom('127.0.0.7', `${origin}/api/admin/users`, writing[0]?.cookie ?? '')
  const { rows: denied } = await database.pool.query("select ip from events where type = 'auth.denied'")
  report.figure('the address of a call from 127.0.0.7 that claims to be 9.9.9.9', denied[0]?.ip)
  report.expect('the address of people is theirs', denied[0]?.ip === '127.0.0.7')
  const big = await upload(uploaders[0] as Person, 24_000_000)
  report.figure('an upload of 24 MB through nginx', big.status)
  report.expect('it is taken', big.status === 200)

  async function upload({ cookie }: Person, bytes: number) {
    const form = new FormData()
    const file = padded(await makeJpeg({ artist: randomBytes(4).toString('hex') }), bytes)
    form.set('documentType', 'selfie')
    form.set('file', new File([new Uint8Array(file)], 'selfie.jpg', { type: 'image/jpeg' }))
    return ask('POST', '/api/uploads/kyc-document-direct', { cookie, body: form })
  }

  let isOver = false
  const again = async (everyMs: number, act: (turn: number) => Promise<unknown>) => {
    for (let turn = 0; !isOver; turn++) {
      await act(turn)
      await delay(everyMs)
    }
  }
  const writers = startWriters([origin], writing, 500)
  const submitted: number[] = []
  const kept = new Map<number, number>()
  const load = [
    ...readers.map(({ cookie }, i) =>
      again(300, (turn) => ask('GET', OWN_PAGES[(turn + i) % OWN_PAGES.length] ?? '', { cookie })),
    ),
    ...staff.map(({ cookie }, i) =>
      again(700, (turn) => ask('GET', STAFF_PAGES[(turn + i) % STAFF_PAGES.length] ?? '', { cookie })),
    ),
    ...[0, 1, 2, 3].map((place) =>
      again(3_000, async (turn) => {
        const person = uploaders[(turn * 4 + place) % uploaders.length] as Person
        const { status } = await upload(person, 1_000_000)
        if (status === 200) kept.set(person.id, (kept.get(person.id) ?? 0) + 1)
      }),
    ),
    again(3_000, async (turn) => {
      const person = applicants[turn]
      if (!person) return
      // A double click: both are answered, and one application is there.
      const body = { ...ANSWERS, email: person.email }
      const both = await Promise.all(
        [0, 1].map(() => ask('POST', '/api/onboarding/kyc', { cookie: person.cookie, body })),
      )
      if (both.some(({ status }) => status === 200)) submitted.push(person.id)
    }),
  ]
  await delay(MINUTES * 60_000)
  isOver = true
  await Promise.all([...load, writers.stop()])

  const { acknowledged, lost, doubled } = await writers.check(database)
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
    `${acknowledged} saves, ${submitted.length} submissions, ${[...kept.values()].reduce((a, b) => a + b, 0)} uploads`,
  )
  for (const failure of failures.slice(0, 5)) report.figure('not as expected', failure)
  if (failures.length > 0) for (const { part } of servers) report.figure(`${part.name} said`, part.said())
  const all = [...statuses.keys(), ...writers.statuses.keys()]
  report.expect(
    'no answer is 5xx, and none is missing',
    all.every((status) => status > 0 && status < 500),
  )
  report.expect(
    'nothing acknowledged is lost',
    lost === 0 && submitted.every((id) => cases.some((one) => one.id === id)),
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
    servers.every(({ part }) => part.isRunning()),
  )
})

/** From another address of loopback, which the ledger has to name: neither the proxy's nor what the call claims. */
async function callFrom(localAddress: string, url: string, cookie: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const headers = { cookie, 'x-forwarded-for': '9.9.9.9' }
    const asked = request(url, { localAddress, family: 4, headers }, (answer) =>
      answer.resume().on('end', resolve),
    )
    asked.on('error', reject)
    asked.end()
  })
}
