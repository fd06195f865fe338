import { randomBytes } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import type { Capability } from '#contract/roles.ts'
import { migrateDatabase } from '#server/platform/database/migrate.ts'
import { openPostgres } from '#server/platform/database/postgres.ts'
import { testApp } from '#server/testing/app.ts'
import { atEndOfFile } from '#server/testing/end-of-file.ts'
import { migrateBefore } from '#server/testing/former-release.ts'
import { TEST_FIELDS } from '#server/testing/keys.ts'
import { administer, dropDatabase } from '#server/testing/postgres.ts'

const server = inject('postgresUrl')

test.skipIf(!server)(
  'R22 someone who was an administrator before there were roles has the same role after the upgrade',
  async () => {
    const name = `former_${randomBytes(6).toString('hex')}`
    const addressOf = (database: string) => server?.replace('DATABASE', database) ?? ''
    await administer(addressOf('postgres'), `create database ${name}`)
    const database = openPostgres(addressOf(name), 10)
    database.encryptWith(TEST_FIELDS)
    atEndOfFile(async () => {
      await database.close()
      await dropDatabase(addressOf(name))
    })
    await migrateBefore(database, 'request_keys')
    const { rows } = await database.pool.query<{ id: string }>(
      `insert into users (issuer, auth0_id, auth0_email, email_verified, name, is_admin, is_super_admin)
     select 'embedded', 'embedded|' || given.name, given.name || '@verdaccord.example', true, given.name, given.admin, given.super
     from (values ('customer', false, false), ('admin', true, false), ('super', true, true)) as given (name, admin, super)
     returning id`,
    )
    await migrateDatabase(database)

    const app = await testApp({ database })
    const held = async (id: string): Promise<{ roles: string[]; may: Capability[] }> => {
      const token = await database.transaction((tx) =>
        app.services.sessions.start(tx, { userId: Number(id), authTime: app.clock.now, hasRole: true }),
      )
      const answer = await app.call('GET', '/api/auth/user', undefined, { cookie: `session=${token}` })
      return answer.json().user
    }
    const [customer, admin, superAdmin] = await Promise.all(rows.map(({ id }) => held(id)))
    expect([customer, admin, superAdmin].map((person) => person?.roles)).toEqual([
      [],
      ['admin'],
      ['super_admin'],
    ])
    expect([customer, admin, superAdmin].map((person) => person?.may.includes('cases.decide'))).toEqual([
      false,
      true,
      true,
    ])
    expect([admin, superAdmin].map((person) => person?.may.includes('roles.change'))).toEqual([false, true])
  },
)
