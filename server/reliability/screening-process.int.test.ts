import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { soon } from '#server/testing/soon.ts'
import { newDeployment, ON_POSTGRES } from './testing/deployment.ts'
import { seedPeople } from './testing/people.ts'
import { startServer } from './testing/process.ts'

/** More than are screened in the time that it takes to find the process. */
const CUSTOMERS = 400

/** The processes that a process has started. */
function childrenOf(parent: number): number[] {
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return []
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
      const [, ppid] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return Number(ppid) === parent ? [Number(pid)] : []
    } catch {
      return []
    }
  })
}

test.skipIf(!ON_POSTGRES || process.platform !== 'linux')(
  'everyone is screened by a process of its own; if that dies, the server stays, and the run is repeated for the others',
  async () => {
    const { env, inspect } = await newDeployment()
    const admin = await inspect(async (database) => {
      const people = await seedPeople(database, { count: CUSTOMERS })
      await database.pool.query(
        `with approved as (
           insert into cases (user_id, kind, state, version, round, round_limit, items, submitted_at, decided_at, created_at, updated_at)
           select id, 'consumer', 'approved', 3, 1, 3, '[]', now(), now(), now(), now() from unnest($1::bigint[]) as id
           returning id, user_id
         )
         insert into kyc_profiles (user_id, case_id, first_name, last_name, dob, email, phone, address, doc_type, created_at, updated_at)
         select user_id, id, 'Ada', 'Lovelace', '1988-03-09', 'ada' || id || '@people.example', '+442079460142',
           '14 Larkfield Road, Bristol', 'passport', now(), now() from approved`,
        [people.map(({ id }) => id)],
      )
      const [superAdmin] = await seedPeople(database, { count: 1, role: 'superAdmin' })
      return superAdmin
    })
    const server = await startServer(env)
    const latest = () =>
      inspect(async ({ pool }) => {
        const { rows } = await pool.query<{ result: string | null; error: string | null; screened: number }>(
          `select result, error, coalesce((counts->>'screened')::int, 0) as screened from job_runs
           where name = 'screen-cases' order by id desc limit 1`,
        )
        return rows[0]
      })
    const screened = () =>
      inspect(async ({ pool }) => {
        const { rows } = await pool.query<{ cases: number }>(
          'select count(*)::int as cases from case_screenings',
        )
        return rows[0]?.cases
      })

    // The jobs of a new installation are registered while the server already listens.
    const ask = () =>
      server.call('POST', '/api/admin/jobs/screen-cases/run', { cookie: admin?.cookie ?? '', body: {} })
    await expect.poll(async () => (await ask()).status, soon).toBe(200)
    await expect.poll(async () => (await latest())?.screened, soon).toBeGreaterThan(0)
    const children = childrenOf(server.pid)
    expect(children).toHaveLength(1)
    for (const pid of children) process.kill(pid, 'SIGKILL')
    await expect.poll(latest, soon).toMatchObject({
      result: 'failed',
      error: 'The process of the job ended with SIGKILL',
    })
    expect(await screened()).toBeLessThan(CUSTOMERS)
    expect((await server.call('GET', '/api/health/live')).status).toBe(200)

    // The queue repeats it in a minute.
    await inspect(({ pool }) =>
      pool.query("update pgboss.job set start_after = now() where name = 'screen-cases' and state = 'retry'"),
    )
    await expect.poll(latest, soon).toMatchObject({ result: 'done' })
    expect(await screened()).toBe(CUSTOMERS)
    await expect.poll(() => childrenOf(server.pid), soon).toEqual([])
    expect((await server.stop()).code).toBe(0)
  },
)
