import { listUsers } from '#contract/directory/admin-users.ts'
import { cursorIn } from '#server/platform/http/list-cursor.ts'
import { load, requestOf } from './lib/load.ts'
import { interleave, show, timesAsDear } from './lib/measure.ts'
import { addAdministrator, addCases, addPeople } from './lib/people.ts'
import { query, startPostgres } from './lib/postgres.ts'
import { measurement } from './lib/report.ts'
import { startProduct } from './lib/server-process.ts'

// P8: page 10,000 of the users compared with page 1, in order of sign-up. A reader gets there page by page;
// here the cursor is made from the row before it.
const PAGE = 10_000
const PAGE_ROWS = 25
const PEOPLE = 300_000
const MOST = 2

await measurement(async (later) => {
  const postgres = await startPostgres()
  later(() => postgres.stop())
  const databaseUrl = await postgres.create('bench_p8')
  await addPeople(databaseUrl, PEOPLE)
  await addCases(databaseUrl)
  const cookie = `__Host-session=${await addAdministrator(databaseUrl)}`
  const [before] = await query<{ key: string; id: string }>(
    databaseUrl,
    'select created_at::text as key, id from users order by created_at desc, id desc offset $1 limit 1',
    [(PAGE - 1) * PAGE_ROWS - 1],
  )
  if (!before) throw new Error('There are more people than that')
  const cursor = cursorIn(listUsers, { query: listUsers.query.parse({}) }, before)
  const server = await startProduct({ databaseUrl })
  later(() => server.stop())

  const page = (search: string) => {
    const requests = [requestOf(`GET /api/admin/users?limit=${PAGE_ROWS}${search}`, { cookie })]
    return {
      server,
      run: (seconds: number) => load({ port: server.port, requests, connections: 4, seconds }),
    }
  }
  const cost = await interleave(
    { first: page(''), deep: page(`&cursor=${cursor}`) },
    { rounds: 21, seconds: 0.5 },
  )
  const ratio = timesAsDear(cost.deep, cost.first).median
  return {
    goal: `P8 page ${PAGE.toLocaleString('en-GB')} of ${PEOPLE.toLocaleString('en-GB')} users beside page 1`,
    product: `page ${PAGE.toLocaleString('en-GB')}: ${show(cost.deep.perSecond, 'a second')}`,
    beside: `page 1: ${show(cost.first.perSecond, 'a second')}`,
    ratio: ratio.toFixed(2),
    limit: `at most ${MOST}`,
    isMet: ratio <= MOST,
  }
})
