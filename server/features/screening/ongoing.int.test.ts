import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import type { CaseKind } from '#contract/verification/cases.ts'
import { findCase } from '#server/model/cases/cases.ts'
import { casesToScreen, dueCases } from '#server/model/screening/cases-to-screen.ts'
import { lookAt, screenLookedAt } from '#server/model/screening/screen-batch.ts'
import { subjectsOf } from '#server/model/screening/screen-case.ts'
import { screenedBy } from '#server/model/screening/screening-settings.ts'
import { unattended } from '#server/platform/jobs/in-batches.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { ANSWERS, BUSINESS, submitted, submittedBusiness } from '#server/testing/journeys.ts'
import { approve, decideOn, openCase } from '#server/testing/reviews.ts'
import { screenOne, screenWaiting } from './screen-waiting.ts'

let app: TestApp
let admin: TestUser
let other: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.signIn({ role: 'admin' })
  other = await app.signIn({ role: 'admin' })
})

const caseOf = async ({ id }: TestUser, kind: CaseKind = 'consumer') => {
  const stored = await findCase(app.database.db, id, kind)
  if (!stored) throw new Error('They have a case')
  return stored
}
const isDue = async (caseId: number) => {
  const { db } = app.database
  const by = await screenedBy(db)
  if (!by) throw new Error('There is a list')
  return (await casesToScreen(db, by, caseId - 1, 1)).some(({ id }) => id === caseId)
}

describe('compared data', () => {
  /** Columns that identify their rows and never change. */
  const KEYS = ['id', 'user_id', 'case_id', 'profile_id', 'role', 'person_id']
  /** Values that differ from those of the cases here; other columns get one more letter. */
  const VALUES: Record<string, string> = {
    // Encrypted columns can't just get another letter; a plain value, as a former release writes it, is read as
    // it is.
    dob: "'1990-01-01'",
    birth_date: "'1960-01'",
    registration_country: "'IE'",
    bank_country: "'IE'",
    nationality: "'IE'",
    residence_country: "'IE'",
    no_ubo_reason: "'non-profit'",
    user_type: "'sell'",
  }
  const MANAGED = { fullName: 'Cay Fern', birthDate: '1966-01', nationality: 'GB', residenceCountry: 'GB' }

  /**
   * Changes each column of a table in a transaction that is rolled back, and returns whether a screening became
   * due.
   */
  async function outcomes(table: string, kind: CaseKind, person: TestUser, where: string) {
    const stored = await caseOf(person, kind)
    const { rows } = await app.database.pool.query<{ column_name: string; data_type: string }>(
      'select column_name, data_type from information_schema.columns where table_name = $1',
      [table],
    )
    const seen: { column: string; isCompared: boolean; isDue: boolean }[] = []
    for (const { column_name: column, data_type: type } of rows) {
      if (KEYS.includes(column)) continue
      const value = type.startsWith('timestamp')
        ? "timestamptz '2001-02-03'"
        : type === 'text'
          ? (VALUES[column] ?? `coalesce(${column}, '') || 'x'`)
          : type === 'jsonb'
            ? `'{"placeOfBirth": "Lund"}'`
            : `${column} + 1`
      const nothing = new Error('Nothing stays of it')
      await app.database
        .transaction(async (tx) => {
          const before = await subjectsOf(tx, [stored])
          await tx.$client.query(`update ${table} set ${column} = ${value} where ${where}`)
          const after = await subjectsOf(tx, [stored])
          const run = await tx.$client.query('select round from case_screenings where case_id = $1', [
            stored.id,
          ])
          seen.push({
            column,
            isCompared: JSON.stringify(before) !== JSON.stringify(after),
            isDue: run.rows[0].round === 0,
          })
          throw nothing
        })
        .catch((error: unknown) => {
          if (error !== nothing) throw error
        })
    }
    return seen
  }

  test('of a person makes them due if it changes, even in columns added later, and nothing else does', async () => {
    const person = await submitted(await app.signIn())
    await screenWaiting(app.services)
    const seen = await outcomes('kyc_profiles', 'consumer', person, `user_id = ${person.id}`)
    const compared = seen.filter(({ isCompared }) => isCompared).map(({ column }) => column)
    expect(compared).toEqual(expect.arrayContaining(['first_name', 'last_name', 'dob']))
    // Later fields about who someone is make them due even before they are compared.
    for (const { column, ...outcome } of seen)
      expect([column, outcome.isDue]).toEqual([column, outcome.isCompared || column === 'details'])
  })

  test('of a company, its owners, manager and representatives does so as well', async () => {
    const owned = await submittedBusiness(await app.signIn())
    const managed = await submittedBusiness(await app.signIn(), {
      companyNumber: '7654321',
      beneficialOwners: [],
      noUboReason: 'government-owned',
      seniorManager: MANAGED,
    })
    await screenWaiting(app.services)
    const company = await outcomes('business_profiles', 'business', owned, `user_id = ${owned.id}`)
    const compared = company.filter(({ isCompared }) => isCompared).map(({ column }) => column)
    expect(compared).toEqual(expect.arrayContaining(['legal_name', 'registration_country', 'company_number']))
    for (const { column, ...outcome } of company)
      expect([column, outcome.isDue]).toEqual([column, outcome.isCompared || column === 'details'])

    for (const [person, role] of [
      [owned, 'owner'],
      [owned, 'representative'],
      [managed, 'senior_manager'],
    ] as const) {
      const where = `role = '${role}' and profile_id = (select id from business_profiles where user_id = ${person.id})`
      const people = await outcomes('business_people', 'business', person, where)
      const named = people.filter(({ isCompared }) => isCompared).map(({ column }) => column)
      expect([role, ...named]).toEqual(expect.arrayContaining(['full_name', 'birth_date']))
      for (const { column, ...outcome } of people)
        if (outcome.isCompared) expect([role, column, outcome.isDue]).toEqual([role, column, true])
    }
    const stored = await caseOf(owned, 'business')
    expect(await isDue(stored.id)).toBe(false)
    await app.database.pool.query(
      `delete from business_people where person_id = 'secondary' or role = 'owner' and position = 1
       and profile_id = (select id from business_profiles where user_id = $1)`,
      [owned.id],
    )
    expect(await isDue(stored.id)).toBe(true)
  })
})

describe('a change of compared data queues a screening in the same transaction', () => {
  const asked: number[] = []
  beforeEach(() => {
    asked.length = 0
    vi.spyOn(app.services.jobs, 'enqueue').mockImplementation(async (_, name, data) => {
      if (name === 'screen-case') asked.push((data as { caseId: number }).caseId)
    })
    return () => vi.restoreAllMocks()
  })
  const correct = async (person: TestUser, wish: object) => {
    const about = { reason: 'Asked by phone, called back', evidence: 'Deed poll seen in a video call' }
    await admin.call('POST', `/api/admin/users/${person.id}/changes`, { ...about, ...wish })
    const { support } = (await other.call('GET', `/api/admin/users/${person.id}/support`)).json()
    const answer = await other.call('POST', `/api/admin/changes/${support.changes[0].id}/confirm`, {})
    expect(answer.statusCode).toBe(200)
  }
  /**
   * Every file that writes profiles. If another one is added, add a case for it below; who confirms their details writes
   * the kind of their ID alone, which isn't compared.
   */
  const WRITERS = [
    'server/features/directory/support/apply-change.ts',
    'server/features/onboarding/submit.ts',
    'server/features/verification/confirm-details.ts',
    'server/model/cases/business-profiles.ts',
  ]

  test('and only these files make one', () => {
    const root = join(import.meta.dirname, '../../..')
    const writes =
      /\.(insert|update)\(\s*(kycProfiles|businessProfiles|businessPeople)\)|(update|into)\s+(kyc_profiles|business_profiles|business_people)\b/
    const found = globSync('server/**/*.ts', { cwd: root })
      .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
      .filter((file) => writes.test(readFileSync(join(root, file), 'utf8')))
    expect(found.sort()).toEqual(WRITERS)
  })

  test('when a person submits, and again after a resubmission', async () => {
    const person = await submitted(await app.signIn())
    const { id } = await caseOf(person)
    expect(asked).toEqual([id])
    const review = await openCase(admin, person.id)
    expect((await decideOn(admin, person.id, review, { name: 'DATA_MISMATCH' })).statusCode).toBe(200)
    expect(await isDue(id)).toBe(false)
    const again = await person.call('POST', '/api/onboarding/kyc', { ...ANSWERS, lastName: 'King' })
    expect(again.statusCode).toBe(200)
    expect(asked).toEqual([id, id])
    expect(await isDue(id)).toBe(true)
  })

  test('when a company is submitted, and again with another owner', async () => {
    const person = await submittedBusiness(await app.signIn(), { companyNumber: '2345678' })
    const { id } = await caseOf(person, 'business')
    expect(asked).toEqual([id])
    const review = await openCase(admin, person.id, 'business')
    await decideOn(admin, person.id, review, { 'owner:o1': 'DATA_MISMATCH' }, 'business')
    const [, ben] = BUSINESS.beneficialOwners
    const answer = await person.call('POST', '/api/onboarding/business', {
      ...BUSINESS,
      companyNumber: '2345678',
      beneficialOwners: [
        {
          id: 'o1',
          fullName: 'Eve Dale',
          birthDate: '1971-03',
          nationality: 'KP',
          residenceCountry: 'GB',
          ownershipPercent: 37.5,
        },
        { id: 'o2', ...ben },
      ],
    })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(asked).toEqual([id, id])
    expect(await isDue(id)).toBe(true)
  })

  test('when support corrects a customer’s name, which is then screened', async () => {
    const person = await submitted(await app.signIn())
    await approve(admin, person.id)
    const { id } = await caseOf(person)
    asked.length = 0
    await correct(person, { field: 'name', firstName: 'Muhammad', lastName: 'Tarhan Al-Qusayri' })
    expect(asked).toEqual([id])
    const path = `/api/admin/users/${person.id}/screening`
    const read = async () => (await admin.call('GET', path)).json().screening
    expect(await read()).toMatchObject({
      subjects: [{ outcome: 'stale' }],
      obstacles: [expect.stringContaining('must run again')],
    })
    // Even if the job is lost.
    expect(await screenWaiting(app.services)).toBeGreaterThan(0)
    expect(await read()).toMatchObject({
      subjects: [{ name: 'Muhammad Tarhan Al-Qusayri', outcome: 'possible' }],
      matches: [{ entry: { ref: 'SMP0002' }, state: 'open' }],
    })
  })

  test('but not when the account’s name changes, which is only how they want to be called', async () => {
    const person = await submitted(await app.signIn())
    const { id } = await caseOf(person)
    await screenWaiting(app.services)
    asked.length = 0
    expect((await person.call('PUT', '/api/user/update-profile', { name: 'Someone Else' })).statusCode).toBe(
      200,
    )
    expect([asked, await isDue(id)]).toEqual([[], false])
  })
})

/** The text of a query, in whichever form it is passed. */
function textOf(statement: unknown): string {
  return typeof statement === 'string' ? statement : String((statement as { text?: unknown }).text)
}

interface Scan {
  'Relation Name'?: string
  'Index Cond'?: string
  Plans?: Scan[]
}

/** Everything that a plan scans, including nested scans. */
function scansOf(scan: Scan): Scan[] {
  return [scan, ...(scan.Plans ?? []).flatMap(scansOf)]
}

describe('after a new list', () => {
  /** Marks them as due, as a newer list does. */
  const makeDue = (...ids: number[]) =>
    app.database.pool.query("update case_screenings set list_ids = '{0}' where case_id = any($1)", [ids])
  const screeningOf = async (caseId: number) =>
    (await app.database.pool.query('select * from case_screenings where case_id = $1', [caseId])).rows[0]
  const eventsSince = async (id: number) =>
    (
      await app.database.pool.query<{ type: string; userId: string | null; cases: number[] | undefined }>(
        `select type, user_id as "userId", after->'cases' as cases from events where id > $1 order by id`,
        [id],
      )
    ).rows
  const lastEvent = async () =>
    Number((await app.database.pool.query('select max(id) as id from events')).rows[0]?.id)

  test('people who stay clear are marked in one event with those who have a match, and nothing else is written', async () => {
    const clear = await caseOf(await submitted(await app.signIn()))
    const listed = await caseOf(
      await submitted(await app.signIn(), { firstName: 'Muhammad', lastName: 'Tarhan Al-Qusayri' }),
    )
    await screenWaiting(app.services)
    await makeDue(clear.id, listed.id)
    const [before, from] = [await screeningOf(clear.id), await lastEvent()]
    expect(await screenWaiting(app.services)).toBe(2)
    expect(await eventsSince(from)).toEqual([
      { type: 'screening.done', userId: null, cases: [clear.id, listed.id] },
    ])
    const { list_ids, lists, screened_at, ...kept } = await screeningOf(clear.id)
    expect(before).toMatchObject(kept)
    expect([list_ids, lists]).not.toEqual([['0'], []])
    expect(screened_at.getTime()).toBeGreaterThanOrEqual(before.screened_at.getTime())
  })

  describe('a person who was screened and', () => {
    const rename = "update kyc_profiles set last_name = 'Tarhan Al-Qusayri' where case_id = $1"
    /** Two due people who were screened, and a function that marks those whose data is still the same. */
    async function lookedAt() {
      const [stays, other] = [
        await caseOf(await submitted(await app.signIn())),
        await caseOf(await submitted(await app.signIn())),
      ]
      await screenWaiting(app.services)
      await makeDue(stays.id, other.id)
      const { db } = app.database
      const by = await screenedBy(db)
      if (!by) throw new Error('There is a list')
      const looked = await lookAt(db, await casesToScreen(db, by, 0, 100), by)
      expect(looked.others).toEqual([])
      const from = await lastEvent()
      const mark = () => app.database.transaction((tx) => screenLookedAt(tx, looked, by, app.services.now()))
      return { stays, other, from, mark }
    }

    test('has changed before the mark is left to the next pass', async () => {
      const { stays, other, from, mark } = await lookedAt()
      await app.database.pool.query(rename, [other.id])
      expect((await mark()).screened).toBe(1)
      expect((await eventsSince(from)).map(({ cases }) => cases)).toEqual([[stays.id]])
      expect([await isDue(stays.id), await isDue(other.id)]).toEqual([false, true])
      expect(await screenWaiting(app.services)).toBe(1)
    })

    test.skipIf(inject('postgresUrl') === undefined)(
      'is being changed is left to it as well, without waiting',
      async () => {
        const { stays, other, mark } = await lookedAt()
        const work = await app.database.pool.connect()
        try {
          await work.query('begin')
          await work.query(rename, [other.id])
          expect((await mark()).screened).toBe(1)
        } finally {
          await work.query('commit')
          work.release()
        }
        expect([await isDue(stays.id), await isDue(other.id)]).toEqual([false, true])
      },
    )
  })

  test('new applicants are screened while the others wait', async () => {
    const customer = await caseOf(await submitted(await app.signIn()))
    const applicant = await caseOf(await submitted(await app.signIn()))
    await screenWaiting(app.services)
    await makeDue(customer.id, applicant.id)
    const { db } = app.database
    const by = await screenedBy(db)
    if (!by) throw new Error('There is a list')
    const due = (await casesToScreen(db, by, 0, 100)).filter(({ id }) => id === customer.id)
    const shares: number[] = []
    const looked = await lookAt(db, due, by, async (share) => {
      shares.push(share)
      await screenOne(app.services, applicant.id)
    })
    expect([await isDue(customer.id), await isDue(applicant.id)]).toEqual([true, false])
    await app.database.transaction((tx) => screenLookedAt(tx, looked, by, app.services.now()))
    expect(await isDue(customer.id)).toBe(false)
    expect(shares).toEqual([1])
  })

  test('many people take no more statements than one', async () => {
    const many = [
      await caseOf(await submitted(await app.signIn())),
      await caseOf(await submitted(await app.signIn())),
      await caseOf(await submitted(await app.signIn())),
    ]
    await screenWaiting(app.services)
    const statements = async (...ids: number[]) => {
      await makeDue(...ids)
      const asked = vi.spyOn(pg.Client.prototype, 'query')
      expect(await screenWaiting(app.services)).toBe(ids.length)
      const texts = asked.mock.calls.map(([statement]) => textOf(statement))
      asked.mockRestore()
      // The process also sends queries of its own.
      return texts.filter((text) => /case_screenings|kyc_profiles|insert into events/.test(text))
    }
    const ofMany = await statements(...many.map(({ id }) => id))
    const ofOne = await statements(many[0]?.id ?? 0)
    expect(ofOne.length).toBeGreaterThan(3)
    expect(ofMany).toHaveLength(ofOne.length)
  })

  test('the next cases are found from a position, without reading those already done', async () => {
    const { db, pool } = app.database
    const by = await screenedBy(db)
    if (!by) throw new Error('There is a list')
    const { sql, params } = dueCases(db, by, 41, 20).toSQL()
    const client = await pool.connect()
    try {
      await client.query('begin')
      // With many rows, the database does so by itself.
      await client.query('set local enable_seqscan = off; set local enable_nestloop = off')
      await client.query('set local enable_hashjoin = off; set local enable_bitmapscan = off')
      const { rows } = await client.query(`explain (format json) ${sql}`, params)
      const scans = scansOf(rows[0]['QUERY PLAN'][0].Plan)
      const of = (table: string) => scans.find((scan) => scan['Relation Name'] === table)?.['Index Cond']
      expect(of('cases')).toContain("(id > '41'::bigint)")
      expect(of('case_screenings')).toBe("(case_id > '41'::bigint)")
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})

test('a run that is killed resumes where it was, and screens no one twice', async () => {
  await screenWaiting(app.services)
  const ids: number[] = []
  // More than one batch; of companies, which need no pictures.
  const company = { beneficialOwners: [], noUboReason: 'listed' }
  for (let count = 0; count < 43; count++) {
    const person = await submittedBusiness(await app.signIn(), {
      ...company,
      companyNumber: `${5_000_000 + count}`,
    })
    ids.push((await caseOf(person, 'business')).id)
  }
  await screenWaiting(app.services)
  await app.database.pool.query("update case_screenings set list_ids = '{0}' where case_id = any($1)", [ids])
  const killed = async () => {
    throw new Error('The process was killed')
  }
  await expect(
    screenWaiting(app.services, { ...unattended(app.services.log), reached: killed }),
  ).rejects.toThrow('killed')
  const due = await Promise.all(ids.map((id) => isDue(id)))
  const left = due.filter(Boolean).length
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(ids.length)
  expect(await screenWaiting(app.services)).toBe(left)
  expect(await screenWaiting(app.services)).toBe(0)
})

test('a batch records who was screened against which lists, and a failed one does not hold up others', async () => {
  await screenWaiting(app.services)
  const people = [
    await submitted(await app.signIn()),
    await submittedBusiness(await app.signIn(), { companyNumber: '3456789' }),
    await submitted(await app.signIn()),
  ]
  const [first, broken, last] = [
    await caseOf(people[0] as TestUser),
    await caseOf(people[1] as TestUser, 'business'),
    await caseOf(people[2] as TestUser),
  ]
  const done = async () =>
    (
      await app.database.pool.query(
        "select after from events where type = 'screening.done' and user_id is null order by id desc limit 1",
      )
    ).rows[0]?.after
  await app.database.pool.query(
    "update business_profiles set registration_country = 'nowhere' where case_id = $1",
    [broken.id],
  )
  expect(await screenWaiting(app.services)).toBe(2)
  expect([await isDue(first.id), await isDue(broken.id), await isDue(last.id)]).toEqual([false, true, false])
  await app.database.pool.query(
    "update business_profiles set registration_country = 'GB' where case_id = $1",
    [broken.id],
  )
  await app.database.pool.query('update case_screenings set round = 0 where case_id = any($1)', [
    [first.id, last.id],
  ])
  expect(await screenWaiting(app.services)).toBe(3)
  expect(await done()).toMatchObject({
    cases: [first.id, broken.id, last.id],
    lists: [{ source: 'sample', sha256: expect.stringMatching(/^[\da-f]{64}$/) }],
  })
  // Two processes at once share the work, and no one is screened twice.
  await app.database.pool.query('update case_screenings set round = 0 where case_id = any($1)', [
    [first.id, broken.id, last.id],
  ])
  const both = await Promise.all([screenWaiting(app.services), screenWaiting(app.services)])
  expect(both[0] + both[1]).toBe(3)
})

test('an altered screening’s subjects are read from the answers, and the alteration is recorded', async () => {
  await screenWaiting(app.services)
  const [altered, other] = [
    await caseOf(await submitted(await app.signIn())),
    await caseOf(await submitted(await app.signIn())),
  ]
  await screenWaiting(app.services)
  const { pool } = app.database
  await pool.query(
    `update case_screenings set list_ids = '{0}',
       subjects = (select subjects from case_screenings where case_id = $2) where case_id = $1`,
    [altered.id, other.id],
  )
  expect(await screenWaiting(app.services)).toBe(1)
  expect(await isDue(altered.id)).toBe(false)
  const { rows } = await pool.query(
    "select subject from events where type = 'value.refused' and user_id = $1",
    [altered.userId],
  )
  expect(rows).toHaveLength(1)
  await pool.query("update case_screenings set list_ids = '{0}' where case_id = $1", [altered.id])
  expect(await screenWaiting(app.services)).toBe(1)
  const again = await pool.query("select 1 from events where type = 'value.refused' and user_id = $1", [
    altered.userId,
  ])
  expect(again.rows).toHaveLength(1)
})
