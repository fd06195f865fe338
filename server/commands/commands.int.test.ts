import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openPostgres } from '#server/platform/database/postgres.ts'
import { type Deployment, newDeployment, ON_POSTGRES } from '#server/reliability/testing/deployment.ts'
import { seedPeople } from '#server/reliability/testing/people.ts'
import { runScript, startServer } from '#server/reliability/testing/process.ts'
import { testDatabaseUrl } from '#server/testing/database.ts'
import { freePort } from '#server/testing/free-port.ts'
import { administer } from '#server/testing/postgres.ts'

const admin = async (deployment: Deployment, ...args: string[]) => {
  const { code, output } = await runScript('admin', args, deployment.env)
  return { code, output: output.trim() }
}

const onePerson = async (deployment: Deployment) => {
  const [person] = await deployment.inspect((database) => seedPeople(database, { count: 1 }))
  if (!person) throw new Error('One person was seeded')
  return person
}

describe('grant', () => {
  test('R22 makes someone who has signed in a super administrator, and records it', async () => {
    const deployment = await newDeployment()
    const { id, email } = await onePerson(deployment)
    expect(await admin(deployment, 'grant', '--super', 'nobody@people.example')).toEqual({
      code: 1,
      output: 'No one has signed in as nobody@people.example yet. Sign in once, then run this command again.',
    })
    const granted = { code: 0, output: expect.stringContaining('is now a super administrator.') }
    expect(await admin(deployment, 'grant', '--super', email.toUpperCase())).toEqual(granted)
    expect(await admin(deployment, 'grant', '--super', email)).toEqual(granted)
    await deployment.inspect(async ({ pool }) => {
      const roles = await pool.query('select is_admin, is_super_admin from users where id = $1', [id])
      expect(roles.rows).toEqual([{ is_admin: true, is_super_admin: true }])
      const events = await pool.query(
        `select actor_kind, before->>'isSuperAdmin' as before, after->>'isSuperAdmin' as after
         from events where type = 'user.role_granted' and user_id = $1 order by id`,
        [id],
      )
      expect(events.rows[0]).toEqual({ actor_kind: 'system', before: 'false', after: 'true' })
    })
  })

  test('says first what is wrong with its arguments, then its usage, which --help asks for', async () => {
    const deployment = await newDeployment()
    for (const [args, reason] of [
      [['grant'], 'Say which role first, --admin or --super.'],
      [
        ['grant', 'ada@people.example'],
        'Say which role first, --admin or --super, not “ada@people.example”.',
      ],
      [['grant', '--super'], 'Say by their email who gets the role.'],
      [['promote', '--super', 'x@y.z'], 'There is no command “promote”.'],
    ] as const) {
      const { code, output } = await admin(deployment, ...args)
      const [first, ...usage] = output.split('\n')
      expect([code, first, usage.join('\n')]).toEqual([
        2,
        reason,
        expect.stringContaining('grant --super EMAIL'),
      ])
    }
    const { code, output } = await admin(deployment, 'grant', '--help')
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/^Usage:\n.*grant --admin EMAIL.*\n.*grant --super EMAIL.*$/),
    ])
    expect(await admin(deployment, '--help')).toEqual({ code: 0, output: expect.stringContaining('doctor') })
  })

  test.skipIf(!ON_POSTGRES)(
    'works while the server runs on PostgreSQL, which sees the change at once',
    async () => {
      const deployment = await newDeployment()
      const [person] = await deployment.inspect((db) => seedPeople(db, { count: 1, role: 'admin' }))
      if (!person) throw new Error('One person was seeded')
      const server = await startServer(deployment.env)
      const user = async () => (await server.call('GET', '/api/auth/user', { cookie: person.cookie })).json()
      expect(await user()).toMatchObject({ user: { is_super_admin: false } })
      expect((await admin(deployment, 'grant', '--super', person.email)).code).toBe(0)
      expect(await user()).toMatchObject({ user: { is_super_admin: true } })
      await server.stop()
    },
  )

  test.skipIf(ON_POSTGRES)('is refused while the server uses PGlite, and changes nothing', async () => {
    const deployment = await newDeployment()
    const { id, email } = await onePerson(deployment)
    const server = await startServer(deployment.env)
    expect(await admin(deployment, 'grant', '--super', email)).toEqual({
      code: 1,
      output: expect.stringContaining(`already in use by process ${server.pid}`),
    })
    await server.stop()
    const { rows } = await deployment.inspect(({ pool }) =>
      pool.query('select is_super_admin from users where id = $1', [id]),
    )
    expect(rows).toEqual([{ is_super_admin: false }])
  })
})

describe('a command without an installation', () => {
  test('refuses a folder without a database, and creates nothing there', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'verdaccord-none-'))
    const env = { DATA_DIR: folder }
    for (const words of [['verify-audit'], ['move-to-postgres', 'postgres://a:b@127.0.0.1:9/c']]) {
      const { code, output } = await runScript('admin', words, env)
      expect([code, output]).toEqual([1, expect.stringContaining(`no embedded database in ${folder}`)])
    }
    expect(await readdir(folder)).toEqual([])
    await rm(folder, { recursive: true })
  })

  test.skipIf(!ON_POSTGRES)('refuses an empty or foreign database, and creates no table in it', async () => {
    const server = await testDatabaseUrl()
    const name = `strange_${process.pid}`
    await administer(server, `create database ${name}`)
    const url = Object.assign(new URL(server), { pathname: `/${name}` }).href
    try {
      const { code, output } = await runScript('admin', ['sweep-files', '--dry-run'], {
        DATABASE_URL: url,
      })
      expect([code, output]).toEqual([1, expect.stringContaining('has not started on this database')])
      const database = openPostgres(url, 1)
      const { rows } = await database.pool.query(
        "select from pg_tables where schemaname in ('public', 'drizzle')",
      )
      await database.close()
      expect(rows).toEqual([])
    } finally {
      await administer(server, `drop database ${name} with (force)`)
    }
  })

  test.skipIf(!ON_POSTGRES)('says what to do about a database that it can’t use', async () => {
    const url = new URL(await testDatabaseUrl())
    const says = async (changes: Partial<URL>) => {
      const DATABASE_URL = Object.assign(new URL(url), changes).href
      return (await runScript('admin', ['verify-audit'], { DATABASE_URL })).output
    }
    expect(await says({ pathname: '/nowhere' })).toMatch(
      /There is no database nowhere at .*correct DATABASE_URL/,
    )
    expect(await says({ port: String(await freePort()) })).toMatch(
      /nothing listens there\. Check DATABASE_URL/,
    )
  })
})

// The ledger's own tests run on both databases, next to the ledger.
describe.skipIf(!ON_POSTGRES)('verify-audit', () => {
  test('R24 finds nothing on a healthy ledger, and names each place that was tampered with', async () => {
    const deployment = await newDeployment()
    // Ten events each for four people, who have lanes of their own.
    const ids = await deployment.inspect(async ({ pool }) => {
      const { rows } = await pool.query<{ id: string; user_id: string }>(
        `insert into events (at, type, actor_kind, user_id, note)
         select now(), 'auth.signed_in', 'system', person, 'event ' || n
         from generate_series(1, 4) person, generate_series(1, 10) n returning id, user_id`,
      )
      return (person: number, n: number) =>
        rows.filter((row) => Number(row.user_id) === person)[n - 1]?.id ?? 'none'
    })
    const written = await deployment.inspect(async ({ pool }) =>
      Number((await pool.query('select count(*) from events')).rows[0].count),
    )
    const healthy = await admin(deployment, 'verify-audit')
    expect(healthy).toEqual({ code: 0, output: `The ledger is whole: ${written} events checked.` })
    expect(await admin(deployment, 'checkpoint')).toEqual({
      code: 0,
      output: expect.stringContaining(`Checkpoint 1 covers ${written} events`),
    })
    expect(await admin(deployment, 'verify-audit', '--against')).toEqual({
      code: 0,
      output: `The ledger is whole: ${written} events checked, against 1 checkpoint.`,
    })

    await deployment.inspect(async ({ pool }) => {
      // As someone who owns the database could.
      await pool.query('alter table events disable trigger events_append_only')
      await pool.query(`update events set note = 'nothing' where id = $1`, [ids(1, 5)])
      await pool.query('delete from events where id = $1', [ids(2, 5)])
      await pool.query('delete from events where user_id = 3 and id > $1', [ids(3, 5)])
      await pool.query(`update events set note = 'nothing' where id = $1`, [ids(4, 5)])
      await pool.query('update events e set hash = event_digest(e) where id = $1', [ids(4, 5)])
      await pool.query('alter table events enable trigger events_append_only')
    })
    const against = await admin(deployment, 'verify-audit', '--against')
    expect([against.code, against.output]).toEqual([
      1,
      expect.stringContaining('lane 3: its event 10 is gone, which checkpoint 1 knows'),
    ])
    const elsewhere = await admin(deployment, 'verify-audit', '--against', tmpdir())
    expect(elsewhere.output).toContain(
      `There is no checkpoint in ${tmpdir()}, so the ledger was compared with none. Give the folder or bucket`,
    )
    expect(elsewhere.output).toContain('The ledger is broken in 4 places')
    const { code, output } = await admin(deployment, 'verify-audit')
    expect(code).toBe(1)
    expect(output.split('\n')).toEqual([
      `event ${ids(1, 5)}: was changed`,
      `event ${ids(2, 6)}: 1 before it are missing`,
      'lane 3: ends at 5, expected 10',
      // The forger made the event's own hash match; the next event reveals it.
      `event ${ids(4, 6)}: does not follow the one before`,
      `The ledger is broken in 4 places (${written - 6} events checked).`,
    ])
  })
})
