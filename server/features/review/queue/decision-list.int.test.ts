import { beforeAll, expect, test } from 'vitest'
import type { DecisionRow } from '#contract/review/decisions.ts'
import type { SignalFigures, StaffHome } from '#contract/review/staff-home.ts'
import type { DecidedSignal } from '#domain/reading/decided-signals.ts'
import type { EventType } from '#server/model/audit/event-type.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { caseOf } from '#server/testing/cases.ts'

const NOW = new Date('2026-03-10T10:00:00Z')
const HOUR_MS = 3_600_000
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * HOUR_MS)
const TODAY = '2026-03-10..2026-03-10'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  app.clock.now = NOW
  admin = await app.signIn({ role: 'admin', name: 'Grace Hopper' })
})

type Case = { id: number; userId: number }

/** What is recorded when the administrator decides on a case. */
const decided = (of: Case, type: EventType, at: Date, after: object = {}) =>
  app.database.transaction((tx) =>
    recordEvent(tx, {
      at,
      type,
      actor: { kind: 'staff', id: admin.id },
      userId: of.userId,
      caseId: of.id,
      after,
    }),
  )

interface List {
  decisions: DecisionRow[]
  count: number
  nextCursor: string | null
}

async function list(query: string, who = admin): Promise<List> {
  const answer = await who.call('GET', `/api/admin/queue/decisions?${query}`)
  expect([query, answer.statusCode]).toEqual([query, 200])
  return answer.json()
}

/** All pages of a list, two rows at a time. */
async function walk(query: string, who = admin): Promise<DecisionRow[]> {
  const rows: DecisionRow[] = []
  for (let cursor = ''; ; ) {
    const { decisions, count, nextCursor } = await list(`${query}&limit=2${cursor}`, who)
    rows.push(...decisions)
    if (!nextCursor) {
      expect(rows).toHaveLength(count)
      return rows
    }
    cursor = `&cursor=${nextCursor}`
  }
}

const decidedToday = async (): Promise<number> => {
  const home: StaffHome = (await admin.call('GET', '/api/staff/home')).json()
  const today = home.days.at(-1)
  return today ? today.approved + today.returned + today.rejected : 0
}

test('a case that is decided twice in a day is two decisions, in the figure as in its list', async () => {
  const twice = await caseOf(app.database, NOW, { name: 'Twice Decided', state: 'approved' })
  const once = await caseOf(app.database, NOW, { name: 'Once Decided', state: 'rejected' })
  await decided(twice, 'case.returned', hoursAgo(4))
  await decided(twice, 'case.approved', hoursAgo(1), {
    approval: { way: 'decision', reviewed: 2, total: 2 },
  })
  await decided(once, 'case.rejected', hoursAgo(2))
  await decided(once, 'case.returned', hoursAgo(10.1))
  const rows = await walk(`days=${TODAY}`)
  expect(rows.map(({ outcome, case: of, by }) => [outcome, of?.name, by])).toEqual([
    ['approved', 'Twice Decided', 'Grace Hopper'],
    ['rejected', 'Once Decided', 'Grace Hopper'],
    ['returned', 'Twice Decided', 'Grace Hopper'],
  ])
  expect(await decidedToday()).toBe(3)
  expect(await walk(`days=${TODAY}&outcome=returned`)).toHaveLength(1)
  expect(await walk('days=2026-03-09..2026-03-09')).toMatchObject([
    { outcome: 'returned', case: { id: once.id } },
  ])
  for (const query of [
    '',
    'days=2026-02-30..2026-03-01',
    `days=${TODAY}&cursor=x`,
    `days=${TODAY}&signal=luck`,
  ])
    expect((await admin.call('GET', `/api/admin/queue/decisions?${query}`)).statusCode).toBe(400)
})

test('R15 is for readers of the queue, who do not learn who decided about themselves', async () => {
  for (const role of ['support', 'finance', 'staff'] as const)
    expect(
      (await (await app.signIn({ role })).call('GET', `/api/admin/queue/decisions?days=${TODAY}`)).statusCode,
    ).toBe(403)
  const reviewer = await app.signIn({ role: 'reviewer', name: 'Alan Turing' })
  const own = await caseOf(app.database, NOW, { userId: reviewer.id, state: 'rejected' })
  await decided(own, 'case.rejected', hoursAgo(0.5))
  const rowSeenBy = async (who: TestUser) =>
    (await walk(`days=${TODAY}`, who)).find((row) => row.case?.id === own.id)
  expect(await rowSeenBy(reviewer)).toMatchObject({ by: null, case: { isOwn: true } })
  expect(await rowSeenBy(admin)).toMatchObject({ by: 'Grace Hopper', case: { isOwn: false } })
  expect((await walk(`days=${TODAY}`, reviewer)).length).toBe(await decidedToday())
})

test('a decision about someone who is erased since stays in figure and list, without a name', async () => {
  const gone = await caseOf(app.database, NOW, { name: 'Long Gone', state: 'approved' })
  await decided(gone, 'case.approved', hoursAgo(0.2))
  await app.database.pool.query(
    "update users set issuer = 'erased', auth0_id = 'erased|' || id, name = null, email = null, auth0_email = null where id = $1",
    [gone.userId],
  )
  const rows = await walk(`days=${TODAY}`)
  expect(rows).toHaveLength(await decidedToday())
  expect(rows.find((row) => row.case?.id === gone.id)?.case).toMatchObject({ name: null, email: null })
})

test('every figure of a signal is the count of the list it links to, for each reader', async () => {
  const signal = (
    item: string,
    look: 'agrees' | 'look_closer' | 'no_reading',
    decision?: 'accepted' | 'retry' | 'final',
    version = 2,
  ) => ({ name: 'expiry', version, look, item, document: item, ...(decision && { decision }) })
  const at = (of: Case, when: Date, signals: object[]) =>
    decided(of, 'case.returned', when, { signals: signals as DecidedSignal[] })
  const [first, second] = [await caseOf(app.database, NOW), await caseOf(app.database, NOW)]
  await at(first, hoursAgo(3), [
    signal('id-front', 'look_closer', 'retry'),
    signal('id-back', 'look_closer', 'accepted'),
    signal('selfie', 'no_reading', 'accepted'),
    signal('proof-of-address', 'agrees'),
  ])
  await at(second, hoursAgo(2), [
    signal('id-front', 'agrees', 'final'),
    signal('id-back', 'agrees', 'accepted'),
  ])
  // In London it was the month before.
  await at(second, new Date('2026-02-28T23:30:00Z'), [signal('id-front', 'look_closer', 'final', 1)])
  const reviewer = await app.signIn({ role: 'reviewer' })
  const own = await caseOf(app.database, NOW, { userId: reviewer.id })
  await at(own, hoursAgo(1), [signal('id-front', 'look_closer', 'retry')])

  const daysOf = { '2026-03': '2026-03-01..2026-03-31', '2026-02': '2026-02-01..2026-02-28' }
  for (const [reader, isOwner] of [
    [admin, false],
    [reviewer, true],
  ] as const) {
    const { figures }: { figures: SignalFigures[] } = (await reader.call('GET', '/api/staff/signals')).json()
    const warned = isOwner ? 2 : 3
    expect(figures).toMatchObject([
      { month: '2026-03', version: 2, warned, right: warned - 1, agreed: 2, missed: 1 },
      { month: '2026-02', version: 1, warned: 1, right: 1, agreed: 0, missed: 0 },
    ])
    for (const { month, version, ...figure } of figures) {
      const rows = (rest: string) =>
        walk(`days=${daysOf[month as keyof typeof daysOf]}&signal=expiry&version=${version}${rest}`, reader)
      expect(await rows('&look=look_closer')).toHaveLength(figure.warned)
      expect(await rows('&look=look_closer&refused=1')).toHaveLength(figure.right)
      expect(await rows('&look=agrees')).toHaveLength(figure.agreed)
      expect(await rows('&look=agrees&refused=1')).toHaveLength(figure.missed)
    }
  }
  const items = (await walk(`days=${daysOf['2026-03']}&signal=expiry&look=look_closer`, reviewer)).map(
    ({ item, case: of }) => [of?.id, item],
  )
  expect(items).toEqual([
    [first.id, { label: 'ID back', decision: 'accepted' }],
    [first.id, { label: 'ID front', decision: 'retry' }],
  ])
})
