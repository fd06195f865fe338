import { expect, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { mailRows } from '#server/testing/mail-rows.ts'
import { eventsOf } from '#server/testing/snapshots.ts'
import { checkpointAtStop, checkpointLedger } from './checkpoint-ledger.ts'

test('R24 administrators see the last checkpoint and its check; super admins are alerted once a day if it failed', async () => {
  const app = await testApp()
  const admin = await app.signIn({ role: 'admin' })
  const supers = [await app.signIn({ role: 'superAdmin' }), await app.signIn({ role: 'superAdmin' })]
  const person = await app.signIn()
  const { pool } = app.database
  const seen = async () => (await admin.call('GET', '/api/admin/audit/checkpoint')).json()
  const mails = async () =>
    await mailRows(app.database, `select to_address, text from mails where kind = 'ledger-fault' order by id`)
  expect(await seen()).toEqual({ checkpoint: null, check: null })
  for (const [caller, status] of [
    [undefined, 401],
    [person, 403],
    [supers[0], 200],
  ] as const) {
    const call = caller?.call ?? app.call
    expect((await call('GET', '/api/admin/audit/checkpoint')).statusCode).toBe(status)
  }

  const { checkpoints } = app.services
  const written = Number((await pool.query('select count(*) from events')).rows[0].count)
  expect(await checkpoints.countUnchecked()).toBe(written)
  expect(await checkpointLedger(app.services)).toMatchObject({ faults: 0, taken: true })
  expect(await checkpoints.countUnchecked()).toBe(0)
  const { checkpoint } = await seen()
  expect(await seen()).toMatchObject({
    checkpoint: { number: 1, takenAt: app.clock.now.toISOString(), timeStampedAt: null },
    check: { checkedAt: app.clock.now.toISOString(), faults: [] },
  })
  await person.call('PUT', '/api/user/update-profile', { name: 'Ada King', email: person.email })
  await checkpointAtStop(app.services)
  expect((await seen()).checkpoint.number).toBe(2)
  expect(await mails()).toEqual([])

  const lane = person.id % 64
  await pool.query('alter table events disable trigger user')
  await pool.query('delete from events where lane = $1', [lane])
  await pool.query(`update event_lanes set seq = 0, hash = '' where lane = $1`, [lane])
  await pool.query('alter table events enable trigger user')
  app.clock.now = new Date(app.clock.now.getTime() + 60 * 60_000)
  for (const _ of ['an hour later', 'and the next one'])
    expect(await checkpointLedger(app.services)).toMatchObject({ faults: 1, taken: false })
  const fault = expect.stringContaining(`lane ${lane}: is empty, and had`)
  expect(await mails()).toEqual(supers.map(({ email }) => ({ to_address: email, text: fault })))
  const notices = await pool.query('select title, urgent_until from notices where user_id = $1', [
    supers[0]?.id,
  ])
  expect(notices.rows).toEqual([
    { title: 'The audit log may have been changed', urgent_until: expect.any(Date) },
  ])
  const reader = await app.signIn({ role: 'admin' })
  const shown = (await reader.call('GET', '/api/admin/audit/checkpoint')).json()
  expect(shown).toMatchObject({ checkpoint: { number: 2 }, check: { faults: [fault] } })
  expect(shown.checkpoint.root).not.toBe(checkpoint.root)
  const { rows } = await pool.query(`select actor_kind, after from events where type = 'audit.checked'`)
  expect(rows).toEqual([{ actor_kind: 'system', after: { checked: expect.any(Number), faults: 1 } }])

  app.clock.now = new Date(app.clock.now.getTime() + 24 * 60 * 60_000)
  await checkpointLedger(app.services)
  expect(await mails()).toHaveLength(4)
  expect(await eventsOf(app.database, person.id, 'user.profile_updated')).toEqual([])
})
