import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { CaseScreening, SanctionsList } from '#contract/screening/screening.ts'
import { DAY_MS } from '#domain/plain-date.ts'
import { MATCHER_VERSION } from '#domain/screening/screening-keys.ts'
import { heldData } from '#server/features/privacy/exports/held-data.ts'
import { findCase } from '#server/model/cases/cases.ts'
import { runSchedule, type Schedule } from '#server/model/jobs/job-runs.ts'
import { SUBJECT_PLACE } from '#server/model/screening/case-screenings.ts'
import { dropList, importList } from '#server/model/screening/sanctions-lists.ts'
import { unattended } from '#server/platform/jobs/in-batches.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { finalise, goToPay, newClient, newDraft, newInvoice } from '#server/testing/invoices.ts'
import { BUSINESS, submitted, submittedBusiness } from '#server/testing/journeys.ts'
import { TEST_FIELDS } from '#server/testing/keys.ts'
import { mailRows } from '#server/testing/mail-rows.ts'
import { pdfText, squeezed } from '#server/testing/pdf-text.ts'
import { acceptAll, approve, openCase } from '#server/testing/reviews.ts'
import { type ListedPerson, listFile, ukCsv } from '#server/testing/sanctions-files.ts'
import { importConfigured, requestMissingLists } from './jobs.ts'
import { giveMatchNotices, RunNotice } from './match-notices.ts'
import { screenOne, screenWaiting } from './screen-waiting.ts'
import { runTrial } from './trial.ts'

/** On the sample list, and not a real person. */
const LISTED = { firstName: 'Muhammad Idris', lastName: 'Tarhan Al-Qusayri', dob: '1971-04-02' }

let app: TestApp
let admin: TestUser
let superAdmin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.signIn({ role: 'admin', name: 'Marta Silva' })
  superAdmin = await app.signIn({ role: 'superAdmin' })
})

/** Returns a case's screening after running it; its job does not run here. */
const screeningOf = async (id: number, kind = 'consumer', by = admin): Promise<CaseScreening> => {
  await by.call('POST', `/api/admin/users/${id}/screening?kind=${kind}`)
  return (await by.call('GET', `/api/admin/users/${id}/screening?kind=${kind}`)).json().screening
}
const standing = ({ matches }: CaseScreening) => matches.filter(({ endedAt }) => endedAt === null)
const decide = (by: TestUser, id: number, body: object) =>
  by.call('POST', `/api/admin/screening/matches/${id}/decision`, { reasons: ['document'], ...body })
/** Two people confirm that it is the listed person. */
const confirm = async (match: { id: number; version: number } | undefined) => {
  const said = { state: 'true', comment: 'The same passport number' }
  const first = await decide(admin, match?.id ?? 0, { ...said, version: match?.version })
  return decide(superAdmin, match?.id ?? 0, { ...said, version: first.json().match.version })
}
const dismiss = async (id: number) => {
  const [match] = standing(await screeningOf(id))
  const comment = 'Born in Bristol, by his passport'
  const answer = await decide(admin, match?.id ?? 0, { version: match?.version, state: 'false', comment })
  expect(answer.statusCode).toBe(200)
}
const bring = async (people: ListedPerson[], date: string) => {
  await importList(app.database, await listFile(ukCsv(people, date)), { now: app.clock.now, force: true })
  return screenWaiting(app.services)
}
/** Everything that people can read about themselves. */
const ownView = async (person: TestUser) => {
  const paths = [
    '/api/verification/status',
    '/api/auth/user',
    '/api/onboarding/consumer/case',
    '/api/user/profile',
  ]
  const answers = []
  for (const path of paths)
    answers.push((await person.call('GET', path)).body.replaceAll(/"requestId":"[^"]*"/g, ''))
  const held = await app.database.transaction((tx) => heldData(tx, person.id))
  return JSON.stringify([answers, held])
}

test('a list that a former version indexed is indexed again, and everyone is screened against it', async () => {
  const person = await submitted(await app.signIn(), LISTED)
  await app.database.pool.query('update sanctions_lists set matcher = 1')
  await app.database.pool.query('delete from sanctions_indexes')
  const other = await submitted(await app.signIn(), LISTED)
  // Until then no one is clear.
  expect((await screeningOf(other.id)).subjects[0]?.outcome).toBe('stale')
  expect((await screeningOf(other.id)).obstacles).not.toEqual([])
  await screenWaiting(app.services)
  for (const { id } of [person, other]) {
    const screening = await screeningOf(id)
    expect(standing(screening)).toMatchObject([{ source: 'sample', level: 'strong' }])
    expect(screening.lists).toMatchObject([{ source: 'sample', version: '2026-10-01' }])
  }
})

test('someone on no list is clear, with the list and its hash, and can be approved', async () => {
  const person = await submitted(await app.signIn())
  const screening = await screeningOf(person.id)
  expect(screening).toMatchObject({
    lists: [{ source: 'sample', version: '2026-10-01', sha256: expect.stringMatching(/^[\da-f]{64}$/) }],
    obstacles: [],
    subjects: [{ key: 'person', name: 'Ada Lovelace', birthDate: '1988-03-09', outcome: 'clear' }],
    matches: [],
  })
  await approve(admin, person.id)
})

test('reading a screening screens no one; requesting it does, and never one’s own', async () => {
  const person = await submitted(await app.signIn())
  const path = `/api/admin/users/${person.id}/screening`
  const read = async () => (await admin.call('GET', path)).json().screening
  // The approval screens first, so nothing is missing before it.
  expect(
    (await admin.call('GET', `/api/admin/users/${person.id}/kyc-case`)).json().case.missingEvidence,
  ).toEqual([])
  expect(await read()).toMatchObject({ screenedAt: null, isDue: true, subjects: [{ outcome: 'stale' }] })
  expect((await read()).obstacles).toEqual([expect.stringContaining('hasn’t run yet')])
  const both = await Promise.all([1, 2].map(() => admin.call('POST', path)))
  expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(await read()).toMatchObject({ screenedAt: expect.any(String), subjects: [{ outcome: 'clear' }] })
  for (const method of ['GET', 'POST'] as const)
    expect((await admin.call(method, '/api/admin/users/999999/screening')).statusCode).toBe(404)
  expect((await admin.call('POST', `/api/admin/users/${admin.id}/screening`)).statusCode).toBe(403)
})

test('an altered match is shown as unreadable, next to the others, and recorded', async () => {
  const people = [
    await submitted(await app.signIn(), LISTED),
    await submitted(await app.signIn(), LISTED),
    await submitted(await app.signIn(), LISTED),
  ]
  await screenWaiting(app.services)
  const [altered, other, unnamed] = people as [TestUser, TestUser, TestUser]
  const matchOf = async ({ id }: TestUser) => standing(await screeningOf(id))[0]
  const match = await matchOf(altered)
  await app.database.pool.query(
    `update screening_matches set explanation = (select explanation from screening_matches where id = $2)
     where id = $1`,
    [match?.id, (await matchOf(other))?.id],
  )
  await app.database.pool.query(
    `update case_screenings set subjects = (select o.subjects from case_screenings o
       join cases c on c.id = o.case_id where c.user_id = $2)
     where case_id = (select id from cases where user_id = $1)`,
    [unnamed.id, other.id],
  )
  const answer = await admin.call('GET', '/api/admin/screening?sort=found&order=desc')
  expect(answer.statusCode).toBe(200)
  const shown = new Map<number, { match: { explanation: unknown }; subjectName: string }>(
    answer.json().matches.map((row: { userId: number }) => [row.userId, row]),
  )
  expect(shown.get(altered.id)).toMatchObject({ match: { explanation: null, entry: { ref: 'SMP0002' } } })
  expect(shown.get(other.id)?.match.explanation).not.toBeNull()
  expect(shown.get(unnamed.id)).toMatchObject({ subjectName: 'Someone on this case' })
  // So it is on its own page, and no one decides on what they can't read.
  expect(await matchOf(altered)).toMatchObject({ explanation: null })
  const decided = await decide(admin, match?.id ?? 0, {
    version: match?.version,
    state: 'false',
    comment: 'Not seen',
  })
  expect([decided.statusCode, decided.json().message]).toEqual([
    409,
    expect.stringContaining('isn’t what was saved'),
  ])
  const { rows } = await app.database.pool.query(
    `select user_id::int, split_part(subject, ':', 2) as value, count(*)::int from events
     where type = 'value.refused' and user_id = any($1) group by 1, 2`,
    [people.map(({ id }) => id)],
  )
  expect(rows).toEqual(
    expect.arrayContaining([
      { user_id: altered.id, value: 'screening_matches.explanation', count: 3 },
      { user_id: unnamed.id, value: 'case_screenings.subjects', count: 1 },
    ]),
  )
})

describe('an open match', () => {
  let person: TestUser
  beforeAll(async () => {
    person = await submitted(await app.signIn(), LISTED)
  })

  test('blocks an approval until a person decides on it, and no override lifts it', async () => {
    const [match] = standing(await screeningOf(person.id))
    expect(match).toMatchObject({
      source: 'sample',
      level: 'strong',
      state: 'open',
      entry: { ref: 'SMP0002', births: ['1971', '1972'], countries: ['Syria'] },
      explanation: {
        words: expect.arrayContaining([expect.objectContaining({ given: 'Muhammad', fit: 'variant' })]),
      },
    })
    const review = await openCase(admin, person.id)
    const sentence = expect.stringContaining('a strong match with entry SMP0002')
    const refused = await acceptAll(admin, person.id, review)
    expect(refused.statusCode).toBe(409)
    expect(refused.json().conflict.missing).toEqual([sentence])
    const override = { kyc_status: 'approved', override: true, note: 'I know him.' }
    const overridden = await superAdmin.call('PUT', `/api/admin/users/${person.id}/kyc-status`, override)
    expect(overridden.json()).toMatchObject({ error: 'INVALID_STATE', conflict: { missing: [sentence] } })
  })

  test('is decided with what was compared and a comment, by someone else, and by one of two at once', async () => {
    const [match] = standing(await screeningOf(person.id))
    if (!match) throw new Error('Found above')
    const { id, version } = match
    const dismissal = { version, state: 'false', comment: 'Another birthplace, by the passport' }
    const silent = await decide(admin, id, { ...dismissal, comment: '  ' })
    expect(silent.json()).toMatchObject({
      error: 'VALIDATION_ERROR',
      fields: { comment: expect.stringContaining('why') },
    })
    for (const reasons of [[], undefined, ['document', 'document'], ['looks']]) {
      const unsaid = await decide(admin, id, { ...dismissal, reasons })
      expect(unsaid.json()).toMatchObject({
        error: 'VALIDATION_ERROR',
        fields: expect.objectContaining(reasons?.length === 0 ? { reasons: 'Choose what you compared' } : {}),
      })
    }
    expect((await decide(admin, 999_999, dismissal)).statusCode).toBe(404)
    const answers = await Promise.all([
      decide(admin, id, dismissal),
      decide(superAdmin, id, { ...dismissal, state: 'true' }),
    ])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const [now] = standing(await screeningOf(person.id))
    // If the other one was faster and called it the listed person, that is cancelled, and the match is
    // dismissed.
    let said = await decide(admin, id, { ...dismissal, version: now?.version })
    if (said.json().match.state === 'open')
      said = await decide(admin, id, { ...dismissal, version: said.json().match.version })
    expect(said.json()).toMatchObject({
      match: { state: 'false', comment: dismissal.comment, decidedBy: 'Marta Silva' },
    })
    expect((await screeningOf(person.id)).obstacles).toEqual([])
    const events = await app.database.pool.query(
      "select note from events where type like 'screening.match_%' and user_id = $1",
      [person.id],
    )
    expect(events.rows.length).toBeGreaterThanOrEqual(2)
  })

  test('that was dismissed lets the case be approved, and nothing about it ever reaches the person', async () => {
    const mails = 'select subject, text from mails where user_id = $1'
    await approve(admin, person.id)
    const seen = (await ownView(person)) + JSON.stringify(await mailRows(app.database, mails, person.id))
    expect(seen).toContain('Tarhan')
    expect(seen).not.toMatch(/sanction|screening|SMP0002|match|birthplace/i)
    for (const url of [`/api/admin/users/${person.id}/screening`, '/api/admin/screening'])
      expect((await person.call('GET', url)).statusCode).toBe(403)
  })
})

test('R15 can’t be found by the person it is about, and blocks for good once confirmed', async () => {
  const own = await submitted(await app.signIn({ role: 'admin' }), LISTED)
  const [match] = standing(await screeningOf(own.id))
  // Nor do they read about it where their work would show it of others (law §3.4).
  const read = async (by: TestUser, path: string) => (await by.call('GET', `/api/admin/${path}`)).body
  for (const path of [
    `users/${own.id}/events`,
    `audit?person=${own.id}`,
    `audit/export?person=${own.id}&format=ndjson`,
  ]) {
    expect(await read(admin, path)).toContain('screening.changed')
    expect(await read(own, path)).not.toContain('screening.')
  }
  expect(await read(admin, 'screening')).toContain(`"userId":${own.id},`)
  expect(await read(own, 'screening')).not.toContain(`"userId":${own.id},`)
  expect(await screeningOf(own.id, 'consumer', own)).toBeNull()
  expect((await own.call('GET', `/api/admin/users/${own.id}/kyc-case`)).json().case).toMatchObject({
    mayDecide: false,
    missingEvidence: [],
    notes: [],
    hints: [],
  })
  const decision = { version: match?.version, state: 'true', comment: 'The same passport number' }
  // What they try on it answers as on a number that doesn't exist, before it is confirmed and after.
  const lookTheSame = async () => {
    const unknown = 999_999
    const answersOf = async (id: number) => {
      const tried = [
        await decide(own, id, decision),
        await own.call('GET', `/api/admin/screening/matches/${id}/report`),
      ]
      return tried.map((answer) => [answer.statusCode, { ...answer.json(), requestId: null }])
    }
    expect(await answersOf(match?.id ?? 0)).toEqual(await answersOf(unknown))
    expect((await decide(own, unknown, decision)).statusCode).toBe(404)
  }
  await lookTheSame()
  expect((await confirm(match)).statusCode).toBe(200)
  await lookTheSame()
  const after = await screeningOf(own.id)
  expect(after.obstacles).toEqual([expect.stringContaining('has been confirmed to be entry SMP0002')])
  // Confirmed but not rejected: that is a person's decision, too.
  expect((await findCase(app.database.db, own.id, 'consumer'))?.current.state).toBe('submitted')
})

describe('confirming a match', () => {
  const said = { state: 'true', comment: 'The same passport number' }
  const ownText = ({ matches }: CaseScreening) => matches[0]?.history.filter(({ of }) => of === null)
  const found = async (more: object = {}) => {
    const person = await submitted(await app.signIn(), { ...LISTED, ...more })
    const [match] = standing(await screeningOf(person.id))
    if (!match) throw new Error('They are listed')
    return { person, match }
  }

  test('takes two people, and it is open until then', async () => {
    const { person, match } = await found()
    // The second click of a double click is too late, and so is anyone who was slower.
    const answers = await Promise.all([1, 2].map(() => decide(admin, match.id, { ...said, version: 0 })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const waiting = await screeningOf(person.id)
    expect(waiting.matches[0]).toMatchObject({
      state: 'open',
      decidedBy: null,
      proposal: { state: 'true', by: 'Marta Silva', comment: said.comment, isOwn: true },
    })
    expect(waiting.obstacles).toEqual([
      expect.stringMatching(/: you said it’s entry .* Someone else has to confirm it\.$/),
    ])
    const { case: held } = (await admin.call('GET', `/api/admin/users/${person.id}/kyc-case`)).json()
    expect(held.statusObstacles).toContainEqual(expect.objectContaining({ kind: 'proposed_match' }))
    expect(held.items[0].beforeAccept).toContainEqual(expect.objectContaining({ kind: 'proposed_match' }))
    expect((await admin.call('GET', '/api/admin/screening')).json().matches).toContainEqual(
      expect.objectContaining({ match: expect.objectContaining({ id: match.id }) }),
    )
    const again = await decide(admin, match.id, { ...said, version: 1 })
    expect([again.statusCode, again.json().message]).toEqual([
      403,
      'You said so first. A colleague confirms it.',
    ])
    const own = await decide(person, match.id, { ...said, version: 1 })
    expect(own.statusCode).toBe(403)
    const second = await Promise.all(
      [superAdmin, superAdmin].map((by) =>
        decide(by, match.id, { ...said, version: 1, comment: 'So it is' }),
      ),
    )
    expect(second.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const confirmed = await screeningOf(person.id)
    expect(confirmed.matches[0]).toMatchObject({
      state: 'true',
      comment: 'So it is',
      proposal: null,
    })
    const { lists } = (await admin.call('GET', '/api/admin/screening')).json()
    expect(lists).toMatchObject([
      { source: 'sample', matches: { open: expect.any(Number), true: expect.any(Number) } },
    ])
    expect(lists[0].matches.true).toBeGreaterThan(0)
    expect(ownText(confirmed)).toMatchObject([
      { result: 'decided', said: 'true', reasons: ['document'], comment: 'So it is' },
      { result: 'proposed', said: 'true', comment: said.comment, by: 'Marta Silva' },
    ])
    // Nor can one person release it alone.
    const release = { version: 2, state: 'false', comment: 'Another birthplace after all' }
    expect((await decide(admin, match.id, release)).json().match).toMatchObject({ state: 'true' })
    expect((await screeningOf(person.id)).obstacles).toEqual([expect.stringContaining('has been confirmed')])
    expect((await decide(superAdmin, match.id, { ...release, version: 3 })).json().match).toMatchObject({
      state: 'false',
      proposal: null,
    })
  })

  test('says who may be the second person, naming no one, until two have decided', async () => {
    const colleague = await app.signIn({ role: 'reviewer' })
    const bystander = await app.signIn({ role: 'auditor' })
    const listedAdmin = await submitted(await app.signIn({ role: 'admin', name: 'Idris Tarhan' }), LISTED)
    const [match] = standing(await screeningOf(listedAdmin.id))
    const told = async (who: TestUser) =>
      (await who.call('GET', '/api/notices'))
        .json()
        .notices.filter(({ title }: { title: string }) => /waits for a second person|disagree/.test(title))
    const urgent = async (who: TestUser) =>
      (await told(who)).filter(({ isUrgent }: { isUrgent: boolean }) => isUrgent).length
    const before = { admin: (await told(admin)).length, superAdmin: (await told(superAdmin)).length }
    await decide(admin, match?.id ?? 0, { ...said, version: 0 })
    const [notice] = await told(colleague)
    expect(notice).toMatchObject({ path: `/admin/users/${listedAdmin.id}?tab=kyc`, isUrgent: true })
    expect(JSON.stringify(notice)).not.toMatch(/Idris|Tarhan|Qusayri|Marta|Silva/)
    expect((await told(superAdmin)).length).toBe(before.superAdmin + 1)
    expect((await told(admin)).length).toBe(before.admin)
    for (const who of [bystander, listedAdmin]) expect(await told(who)).toEqual([])
    await decide(superAdmin, match?.id ?? 0, { version: 1, state: 'false', comment: 'Too young' })
    // Who said what, still without whom it is about.
    for (const who of [colleague, admin]) {
      expect(await urgent(who)).toBe(1)
      const [disagreement] = await told(who)
      expect(disagreement).toMatchObject({
        title: 'Two people disagree about a screening match',
        detail: expect.stringMatching(
          /^Marta Silva said it’s the one on the list\. .+ said it’s someone else\. One more person must look at it\.$/,
        ),
      })
      expect(JSON.stringify(disagreement)).not.toMatch(/Idris|Tarhan|Qusayri/)
    }
    expect(await urgent(superAdmin)).toBe(0)
    await decide(superAdmin, match?.id ?? 0, { ...said, version: 2 })
    expect(await urgent(colleague)).toBe(1)
    await decide(admin, match?.id ?? 0, { ...said, version: 3 })
    expect(await urgent(colleague)).toBe(0)
    // Releasing it needs a second person as well; a list without the person decides it.
    await decide(admin, match?.id ?? 0, { version: 4, state: 'false', comment: 'Another birthplace' })
    expect(await urgent(colleague)).toBe(1)
    // A disagreement changes nothing; who wanted to release it reads of it.
    await decide(superAdmin, match?.id ?? 0, { ...said, version: 5 })
    expect((await told(admin))[0]).toMatchObject({
      isUrgent: false,
      detail: expect.stringMatching(/ said it’s the one on the list\. It stays confirmed\.$/),
    })
    expect(await urgent(colleague)).toBe(0)
    await decide(admin, match?.id ?? 0, { version: 6, state: 'false', comment: 'Another birthplace' })
    expect(await urgent(colleague)).toBe(1)
    await app.database.pool.query('update screening_matches set ended_at = $2 where id = $1', [
      match?.id,
      app.clock.now,
    ])
    await giveMatchNotices(app.services)
    expect(await urgent(colleague)).toBe(0)
  })

  test('asks nothing more of the first person, until the second one disagrees', async () => {
    await giveMatchNotices(app.services)
    // A notice is about the matches told at its time.
    app.clock.now = new Date(app.clock.now.getTime() + 60_000)
    const [first, second] = [await app.signIn({ role: 'reviewer' }), await app.signIn({ role: 'reviewer' })]
    const { match } = await found()
    await giveMatchNotices(app.services)
    const urgent = async (who: TestUser) =>
      (await who.call('GET', '/api/notices'))
        .json()
        .notices.filter(({ isUrgent }: { isUrgent: boolean }) => isUrgent)
        .map(({ title }: { title: string }) => title)
    expect(await urgent(first)).toEqual(['1 new screening match'])
    await decide(first, match.id, { ...said, version: 0 })
    expect(await urgent(first)).toEqual([])
    expect(await urgent(second)).toEqual([
      'A screening match waits for a second person',
      '1 new screening match',
    ])
    await decide(second, match.id, { version: 1, state: 'false', comment: 'Too young' })
    expect([await urgent(first), await urgent(second)]).toEqual([
      ['Two people disagree about a screening match'],
      [],
    ])
    await decide(first, match.id, { version: 2, state: 'false', comment: 'Too young indeed' })
    expect([await urgent(first), await urgent(second)]).toEqual([[], []])
  })

  test('names the reader of an obstacle as its reader, and no one who may no longer decide', async () => {
    const { person, match } = await found()
    const leaver = await app.signIn({ role: 'reviewer', name: 'Lena Weber' })
    await decide(leaver, match.id, { ...said, version: 0 })
    const readBy = async (who: TestUser) => {
      const { obstacles, matches } = await screeningOf(person.id, 'consumer', who)
      const listed = (await who.call('GET', '/api/admin/screening')).json().matches
      return {
        obstacles,
        proposal: matches[0]?.proposal?.by,
        listed: listed.find((each: { userId: number }) => each.userId === person.id).match.proposal?.by,
      }
    }
    expect(await readBy(leaver)).toMatchObject({
      obstacles: [expect.stringMatching(/: you said it’s .*\. Someone else has to confirm it\.$/)],
    })
    expect(await readBy(admin)).toEqual({
      obstacles: [expect.stringMatching(/: Lena Weber said it’s .*\. A second person has to confirm it\.$/)],
      proposal: 'Lena Weber',
      listed: 'Lena Weber',
    })
    await app.database.pool.query("update users set roles = '{}' where id = $1", [leaver.id])
    expect(await readBy(admin)).toEqual({
      obstacles: [expect.stringMatching(/ waits for a decision\.$/)],
      proposal: undefined,
      listed: undefined,
    })
  })

  test('A24 waits for another second person if the first has lost their role meanwhile', async () => {
    const { person, match } = await found()
    const leaver = await app.signIn({ role: 'reviewer' })
    const role = (roles: string[]) =>
      app.database.pool.query('update users set roles = $2 where id = $1', [leaver.id, roles])
    expect((await decide(leaver, match.id, { ...said, version: 0 })).statusCode).toBe(200)
    await role([])
    expect((await decide(leaver, match.id, { ...said, version: 1 })).statusCode).toBe(403)
    const first = await decide(admin, match.id, { ...said, version: 1 })
    expect(first.json().match).toMatchObject({ state: 'open', proposal: { state: 'true', isOwn: true } })
    expect((await screeningOf(person.id)).matches[0]).toMatchObject({ state: 'open' })
    const second = await decide(superAdmin, match.id, { ...said, version: 2 })
    expect(second.json().match).toMatchObject({ state: 'true', proposal: null })
  })

  test('lasts whatever name they take, until the list no longer has them', async () => {
    const { person, match } = await found()
    expect((await confirm(match)).statusCode).toBe(200)
    await app.database.pool.query("update kyc_profiles set last_name = 'Quince' where user_id = $1", [
      person.id,
    ])
    await app.database.pool.query(
      'update case_screenings set round = 0 where case_id = (select id from cases where user_id = $1)',
      [person.id],
    )
    await screenWaiting(app.services)
    const renamed = await screeningOf(person.id)
    expect(renamed.subjects).toMatchObject([{ name: 'Muhammad Idris Quince', outcome: 'confirmed' }])
    expect(standing(renamed)).toMatchObject([{ id: match.id, state: 'true' }])
  })

  test('freezes payments and records and fills the report, and the person reads what anyone under review reads', async () => {
    const { person, match } = await found({ placeOfBirth: 'Fallowmere' })
    const { person: other } = await found()
    const client = await newClient(superAdmin, [person])
    const invoice = await newInvoice(app, superAdmin, client.id)
    const draft = await newDraft(app, superAdmin, client.id)
    const mails = () =>
      mailRows(app.database, 'select subject, text from mails where user_id = $1', person.id)
    const notices = async () => (await person.call('GET', '/api/notices')).json().notices.length
    const status = async (who: TestUser) => (await who.call('GET', '/api/verification/status')).json()
    const [before, underReview] = [[await mails(), await notices()], await status(person)]
    const report = (by: TestUser) => by.call('GET', `/api/admin/screening/matches/${match.id}/report`)
    expect((await report(admin)).json()).toMatchObject({ error: 'INVALID_STATE' })
    const checkoutId = await goToPay(person, invoice.id)
    await confirm(match)

    expect([await mails(), await notices()]).toEqual(before)
    expect(await status(person)).toEqual(underReview)
    expect((await status(other)).standing.consumer).toEqual(underReview.standing.consumer)
    expect(await ownView(person)).not.toMatch(/sanction|screening|freez|frozen|"hold/i)

    const paid = await person.call('POST', `/api/invoices/${invoice.id}/pay`)
    expect(paid.json()).toMatchObject({
      error: 'PROVIDER_FAILED',
      message: 'Could not create checkout session. Nothing was charged; try again in a few minutes.',
    })
    const late = await person.call('POST', `/api/checkouts/${checkoutId}`, { outcome: 'succeed' })
    expect([late.statusCode, late.json().message]).toEqual([
      409,
      'This checkout has ended. Go back to your invoices to start another.',
    ])
    expect((await person.call('GET', `/api/checkouts/${checkoutId}`)).json().checkout.state).toBe('pending')
    const unissued = await finalise(superAdmin, draft)
    expect([unissued.statusCode, unissued.json().message]).toEqual([
      409,
      'No invoice can be issued to this client right now. Ask an administrator.',
    ])
    const clientView = async () =>
      (await superAdmin.call('GET', `/api/admin/clients/${client.id}`)).json().client
    expect((await clientView()).cannot_invoice).toBe(unissued.json().message)
    const record = (what: string, body: object) =>
      superAdmin.call('POST', `/api/admin/invoices/${invoice.id}/${what}`, {
        ...{ amount: 100, request_key: randomUUID() },
        ...body,
      })
    const byTransfer = { note: 'Transfer 0142' }
    const entries = () =>
      Promise.all([
        record('payments', byTransfer),
        record('credit-notes', { reason: 'One day less' }),
        record('refunds', byTransfer),
      ])
    const refusal =
      'No payment, credit note or refund can be recorded for this client right now. Ask an administrator.'
    for (const refused of await entries())
      expect([refused.statusCode, refused.json().message]).toEqual([409, refusal])
    const detached = () => superAdmin.call('DELETE', `/api/admin/clients/${client.id}/users/${person.id}`)
    expect((await detached()).json()).toMatchObject({
      error: 'INVALID_STATE',
      message: 'No one can be detached from this client right now. Ask an administrator.',
    })
    const staffView = async (id: string) =>
      (await superAdmin.call('GET', `/api/admin/invoices/${id}`)).json().invoice
    expect(await staffView(invoice.id)).toMatchObject({
      cannot_record: refusal,
      payments: [{ method: 'checkout', status: 'pending' }],
      credit_notes: [],
    })
    expect(await staffView(draft.id)).toMatchObject({
      cannot_issue: { lacks: 'clearance' },
      cannot_record: null,
    })
    const lift = async () => {
      const { rows } = await app.database.pool.query<{ id: string }>(
        'select id from legal_holds where user_id = $1 and lifted_at is null',
        [person.id],
      )
      const path = `/api/admin/legal-holds/${rows[0]?.id}/lift`
      return admin.call('POST', path, { reason: 'They asked for it' })
    }
    const kept = await lift()
    expect([kept.statusCode, kept.json().message]).toEqual([
      409,
      'A confirmed screening match stands. Two people have to let go of it before the hold can be lifted.',
    ])
    const held = async () =>
      (
        await app.database.pool.query('select 1 from legal_holds where user_id = $1 and lifted_at is null', [
          person.id,
        ])
      ).rows.length
    expect(await held()).toBe(1)

    const answer = await report(admin)
    expect(answer.headers['content-disposition']).toContain(`report-on-match-${match.id}.pdf`)
    const text = (await pdfText(answer.rawPayload)).join('')
    for (const words of [
      'UniqueIDSMP0002',
      'Positionsnonelisted',
      'Countrynotgiven/Syria:notcompared',
      'NameMuhammadIdrisTarhanAl-Qusayri',
      squeezed('Date of birth Apr 2, 1971'),
      squeezed('Place of birth Fallowmere'),
      squeezed('Dates of birth 1971'),
      squeezed('Address 14 Larkfield Road Bristol BS99 1AA Email'),
      squeezed(`Invoice ${invoice.number}`),
      'MartaSilva',
      'Thesamepassportnumber',
      'Numberoftheidentitydocument',
      'nopaymentistakenandnoinvoiceisissued',
    ])
      expect(text).toContain(words)
    expect((await report(person)).statusCode).toBe(403)
    const { rows } = await app.database.pool.query(
      "select actor_id from events where type = 'screening.report_downloaded' and user_id = $1",
      [person.id],
    )
    expect(rows).toEqual([{ actor_id: String(admin.id) }])

    // Two people release it: payments are possible again, and the records depend on the legal hold.
    const release = { state: 'false', comment: 'Another birthplace after all' }
    await decide(admin, match.id, { ...release, version: 2 })
    expect((await person.call('POST', `/api/invoices/${invoice.id}/pay`)).statusCode).toBe(502)
    await decide(superAdmin, match.id, { ...release, version: 3 })
    expect((await staffView(invoice.id)).cannot_record).toBeNull()
    expect((await clientView()).cannot_invoice).toBeNull()
    expect((await record('payments', byTransfer)).statusCode).toBe(200)
    expect((await person.call('POST', `/api/invoices/${invoice.id}/pay`)).statusCode).toBe(200)
    expect(await held()).toBe(1)
    expect((await lift()).statusCode).toBe(200)
    expect((await detached()).statusCode).toBe(200)
  })

  test('once called the listed one, it is dismissed by two who say so after that, of whom one of two at once', async () => {
    const { person, match } = await found()
    const no = { state: 'false', comment: 'Too young' }
    await decide(admin, match.id, { ...said, version: 0 })
    const colleagues = [superAdmin, await app.signIn({ role: 'reviewer', name: 'Lena Weber' })]
    const answers = await Promise.all(colleagues.map((by) => decide(by, match.id, { ...no, version: 1 })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    if (answers[0]?.statusCode === 409) colleagues.reverse()
    const [heard = admin, slower = admin] = colleagues
    // Not by who said no, nor if they say yes in between.
    expect((await decide(heard, match.id, { ...no, version: 2 })).statusCode).toBe(403)
    for (const [version, word] of [[2, said] as const, [3, no] as const])
      expect((await decide(heard, match.id, { ...word, version })).json().match).toMatchObject({
        state: 'open',
        comment: null,
        proposal: { state: word.state, isOwn: true },
      })
    const waiting = await screeningOf(person.id)
    expect(waiting.obstacles).toEqual([
      expect.stringMatching(/ said it’s someone else than entry .* A second person has to confirm it\.$/),
    ])
    expect(ownText(waiting)).toMatchObject([
      { result: 'returned', said: 'false', comment: 'Too young' },
      { result: 'returned', said: 'true' },
      { result: 'returned', said: 'false' },
      { result: 'proposed', said: 'true', by: 'Marta Silva' },
    ])
    expect((await decide(slower, match.id, { ...no, version: 4 })).json().match).toMatchObject({
      state: 'false',
      proposal: null,
    })
  })

  test('A24 is not dismissed by one person where someone who has lost their role called it the listed one', async () => {
    const { match } = await found()
    const leaver = await app.signIn({ role: 'reviewer' })
    await decide(leaver, match.id, { ...said, version: 0 })
    await app.database.pool.query("update users set roles = '{}' where id = $1", [leaver.id])
    const no = { state: 'false', comment: 'Too young' }
    expect((await decide(admin, match.id, { ...no, version: 1 })).json().match).toMatchObject({
      state: 'open',
      proposal: { state: 'false', isOwn: true },
    })
    expect((await decide(superAdmin, match.id, { ...no, version: 2 })).json().match.state).toBe('false')
  })

  test('is shown with the same pair if it comes up again, except to the person it is about', async () => {
    const { match } = await found()
    await dismiss((await submitted(await app.signIn(), LISTED)).id)
    // As a former release has stored it.
    const { rows } = await app.database.pool.query('select id, subject_hash from screening_matches')
    for (const { id, subject_hash } of rows)
      await app.database.pool.query('update screening_matches set subject_hash = $2 where id = $1', [
        id,
        TEST_FIELDS.open(subject_hash, SUBJECT_PLACE),
      ])
    const { person: third, match: newest } = await found()
    const [again] = standing(await screeningOf(third.id))
    expect(again?.id).toBe(newest.id)
    expect(again?.history).toContainEqual(
      expect.objectContaining({ said: 'false', of: expect.objectContaining({ isSameCase: false }) }),
    )
    const staff = await submitted(await app.signIn({ role: 'admin' }), LISTED)
    await dismiss(staff.id)
    const words = async (by: TestUser) =>
      (await screeningOf(third.id, 'consumer', by)).matches[0]?.history.map(({ of }) => of?.userId)
    expect(await words(admin)).toContain(staff.id)
    expect(await words(staff)).not.toContain(staff.id)
    expect(match.id).toBeLessThan(newest.id)
  })
})

test('administrators are told once what a run has found, however much, and not about themselves', async () => {
  await giveMatchNotices(app.services)
  const staff = await app.signIn({ role: 'admin' })
  const told = async (who: TestUser) =>
    (await who.call('GET', '/api/notices'))
      .json()
      .notices.map(({ title, detail, path }: Record<string, string>) => [title, detail, path])
  const first = await submitted(await app.signIn(), LISTED)
  const stored = await findCase(app.database.db, first.id, 'consumer')
  await screenOne(app.services, stored?.id ?? 0)
  expect((await Promise.all([1, 2].map(() => giveMatchNotices(app.services, stored?.id)))).sort()).toEqual([
    0, 1,
  ])
  const ofOne = ['1 new screening match', null, `/admin/users/${first.id}?tab=kyc`]
  expect(await told(staff)).toEqual([ofOne])

  const own = await submitted(await app.signIn({ role: 'admin' }), LISTED)
  const people = [
    own,
    await submitted(await app.signIn(), LISTED),
    await submitted(await app.signIn(), LISTED),
  ]
  expect(await screenWaiting(app.services)).toBeGreaterThanOrEqual(people.length)
  expect(await screenWaiting(app.services)).toBe(0)
  expect(await told(staff)).toEqual([['3 new screening matches in 3 cases', null, '/admin/screening'], ofOne])
  for (const who of [first, ...people])
    expect(await told(who)).toEqual([
      [
        'We have received your application',
        expect.stringMatching(/^We’ll email you by .* (GMT|BST)\.$/),
        '/verification',
      ],
    ])
  // A match that was dismissed before anyone was told is not new.
  const dismissed = await submitted(await app.signIn(), LISTED)
  await dismiss(dismissed.id)
  expect(await giveMatchNotices(app.services)).toBe(0)
})

test('a run reports its first match before it ends, and later ones in the same notice', async () => {
  await giveMatchNotices(app.services)
  const staff = await app.signIn({ role: 'admin' })
  const told = async (who: TestUser) =>
    (await who.call('GET', '/api/notices')).json().notices.map(({ title }: { title: string }) => title)
  const found = async (person: TestUser) => {
    const { id } = await submitted(person, LISTED)
    await screenOne(app.services, (await findCase(app.database.db, id, 'consumer'))?.id ?? 0)
  }
  await submitted(await app.signIn(), LISTED)
  const within: string[][] = []
  const reached = async () => void within.push(await told(staff))
  await screenWaiting(app.services, { ...unattended(app.services.log), reached })
  expect(within[0]).toEqual(['1 new screening match'])

  // A separate run, a minute later.
  app.clock.now = new Date(app.clock.now.getTime() + 60_000)
  const later = await app.signIn({ role: 'admin' })
  const notice = new RunNotice(app.services)
  await found(await app.signIn())
  await notice.tell()
  expect(await told(later)).toEqual(['1 new screening match'])
  await found(later)
  await notice.tell()
  expect((await told(staff))[0]).toBe('2 new screening matches in 2 cases')
  expect(await told(staff)).toHaveLength(2)
  // No one is told about their own match, nor is it in the number that they read.
  expect(await told(later)).not.toContain('2 new screening matches in 2 cases')
  await found(await app.signIn())
  await notice.tell()
  await notice.tell()
  expect((await told(staff))[0]).toBe('3 new screening matches in 3 cases')
  expect(await told(staff)).toHaveLength(2)
})

test('a company is screened with its owners and representatives', async () => {
  const OWNER = { birthDate: '1968-07', residenceCountry: 'GB' }
  const person = await submittedBusiness(await app.signIn(), {
    legalName: 'Northern Glacier Metals Trading',
    companyNumber: '01047797',
    lei: '5493001KJTIIGC8Y1R12',
    beneficialOwners: [
      { ...OWNER, fullName: 'Hwangbo Jongseo', nationality: 'KP', ownershipPercent: '60' },
      { ...OWNER, fullName: 'Ben Hill', nationality: 'FR', ownershipPercent: 40 },
    ],
    primaryRepresentative: { ...BUSINESS.primaryRepresentative, name: 'Arkadi Jdankov' },
  })
  const { subjects, matches } = await screeningOf(person.id, 'business')
  expect(subjects.map(({ birthDate }) => birthDate)).toEqual([null, '1968-07', '1968-07', '1980-12'])
  expect(subjects.map(({ label, name, outcome }) => [label, name, outcome])).toEqual([
    ['Company', 'Northern Glacier Metals Trading', 'possible'],
    ['Beneficial owner', 'Hwangbo Jongseo', 'possible'],
    ['Beneficial owner', 'Ben Hill', 'clear'],
    ['Primary representative', 'Arkadi Jdankov', 'possible'],
  ])
  const open = (await admin.call('GET', '/api/admin/screening')).json()
  const stored = await findCase(app.database.db, person.id, 'business')
  const row = {
    userId: person.id,
    kind: 'business',
    reference: `VC-${stored?.id}`,
    subjectName: 'Hwangbo Jongseo',
    companyName: 'Northern Glacier Metals Trading',
  }
  expect(open.matches).toContainEqual(expect.objectContaining(row))
  expect(open.matches).toContainEqual(
    expect.objectContaining({ ...row, subjectName: row.companyName, companyName: null }),
  )
  const match = matches.find(({ subject }) => subject === 'company')
  expect((await confirm(match)).statusCode).toBe(200)
  const report = await admin.call('GET', `/api/admin/screening/matches/${match?.id}/report`)
  const text = (await pdfText(report.rawPayload)).join('')
  for (const words of ['Company number 01047797', 'Legal Entity Identifier 5493001KJTIIGC8Y1R12'])
    expect(text).toContain(squeezed(words))
})

test('a new list asks again: dismissed matches stay so until either side changes, and customers stay customers', async () => {
  const people = [
    await submitted(await app.signIn()),
    await submitted(await app.signIn(), { lastName: 'Quince' }),
  ]
  const [ada, other] = people as [TestUser, TestUser]
  await approve(admin, ada.id)
  const lovelace = { ref: 'T1', first: 'Ada', last: 'LOVELACE', born: 'dd/03/1988' }
  const filler = { ref: 'T9', first: 'Some', last: 'BODYELSE' }

  expect(await bring([lovelace, filler], '10-Mar-2026')).toBeGreaterThan(1)
  expect(await screenWaiting(app.services)).toBe(0)
  const before = await screeningOf(ada.id)
  expect(before.lists).toMatchObject([{ source: 'uk', version: '2026-03-10' }])
  expect(standing(before)).toMatchObject([{ level: 'strong', state: 'open', entry: { ref: 'T1' } }])
  expect((await findCase(app.database.db, ada.id, 'consumer'))?.current.state).toBe('approved')
  expect((await screeningOf(other.id)).subjects[0]?.outcome).toBe('clear')
  await dismiss(ada.id)

  await bring([lovelace, { ...filler, last: 'CHANGED' }], '11-Mar-2026')
  expect(standing(await screeningOf(ada.id))).toMatchObject([
    { state: 'false', list: { version: '2026-03-11' } },
  ])
  await bring([{ ...lovelace, born: '09/03/1988' }, filler], '12-Mar-2026')
  expect(standing(await screeningOf(ada.id))).toMatchObject([
    { state: 'open', entry: { births: ['1988-03-09'] } },
  ])
  await bring([filler], '13-Mar-2026')
  const after = await screeningOf(ada.id)
  expect(standing(after)).toEqual([])
  expect(after.matches.map(({ state }) => state)).toEqual(['open', 'false'])
  const late = { version: 0, state: 'true', comment: 'Too late' }
  expect((await decide(admin, after.matches[0]?.id ?? 0, late)).json()).toMatchObject({
    error: 'INVALID_STATE',
  })

  await bring([lovelace], '14-Mar-2026')
  const [confirmed] = standing(await screeningOf(ada.id))
  await confirm(confirmed)
  await bring([filler], '14-Mar-2026')
  expect(standing(await screeningOf(ada.id))).toEqual([])

  await bring([lovelace], '14-Mar-2026')
  await dismiss(ada.id)
  await app.database.pool.query("update kyc_profiles set dob = '1988-03-10' where user_id = $1", [ada.id])
  await app.database.pool.query(
    'update case_screenings set round = 0 where case_id = (select id from cases where user_id = $1)',
    [ada.id],
  )
  await screenWaiting(app.services)
  expect(standing(await screeningOf(ada.id))).toMatchObject([{ state: 'open' }])
})

test('a new match suspends a customer’s account if so configured, without telling them why', async () => {
  const holding = (hold: 'strong' | 'possible') => ({
    ...app.services,
    config: { ...app.config, sanctions: { ...app.config.sanctions, hold } },
  })
  const bringTo = async (people: ListedPerson[], date: string, hold: 'strong' | 'possible') => {
    await importList(app.database, await listFile(ukCsv(people, date)), { now: app.clock.now, force: true })
    await screenWaiting(holding(hold))
  }
  const isSuspended = async ({ id }: TestUser) =>
    (await app.database.pool.query('select suspended_at from users where id = $1', [id])).rows[0].suspended_at
  const customer = await submitted(await app.signIn(), { firstName: 'Hedwig', lastName: 'Owlet' })
  await approve(admin, customer.id)
  const applicant = await submitted(await app.signIn(), { firstName: 'Hedwig', lastName: 'Owlet' })
  const owl = { ref: 'TST4711', first: 'Hedwig', last: 'OWLET', born: 'dd/mm/1950' }

  await bringTo([owl], '13-Mar-2026', 'strong')
  expect(await isSuspended(customer)).toBeNull()
  await bringTo([{ ...owl, born: '09/03/1988' }], '13-Mar-2026', 'strong')
  expect(await isSuspended(customer)).toEqual(app.clock.now)
  const [notice] = (await admin.call('GET', '/api/notices')).json().notices
  expect(notice.title).toMatch(/^2 new screening matches in 2 cases; 1 account is suspended$/)
  // Someone who is not a customer yet can't do anything that needs to be suspended.
  expect(await isSuspended(applicant)).toBeNull()
  expect((await customer.call('GET', '/api/user/profile')).statusCode).toBe(401)
  const rows = await mailRows(app.database, 'select kind, text from mails where user_id = $1', customer.id)
  expect(rows.filter(({ kind }) => kind === 'account-suspended')).toHaveLength(1)
  const held = await app.database.transaction((tx) => heldData(tx, customer.id))
  expect(JSON.stringify([rows, held])).not.toMatch(/sanction|screening|new match|TST4711|\bheld for\b/i)
  const events = await app.database.pool.query(
    "select type from events where type in ('screening.account_held', 'user.suspended') and user_id = $1",
    [customer.id],
  )
  expect(events.rows).toEqual([{ type: 'screening.account_held' }])
  // Support staff are not told either.
  const support = await app.signIn({ role: 'support' })
  const readBy = async (staff: TestUser) =>
    (await staff.call('GET', `/api/admin/users/${customer.id}/support`)).json().support
  expect((await readBy(admin)).suspension.reason).toMatch(/^Held for a new screening match/)
  expect((await readBy(support)).suspension.reason).toMatch(/^Our team is looking into this account/)
  expect(JSON.stringify(await readBy(support))).not.toMatch(/sanction|screening|new match/i)

  // A restored account stays so until another match is found. The person's copy of their data doesn't tell it
  // from a suspension by staff.
  const other = await submitted(await app.signIn(), { firstName: 'Ottoline', lastName: 'Quill' })
  await approve(admin, other.id)
  const act = (verb: string, { id }: TestUser) =>
    admin.call('POST', `/api/admin/users/${id}/${verb}`, { reason: 'A look at the account' })
  expect((await act('suspension', other)).statusCode).toBe(200)
  const mailOf = async ({ id }: TestUser) =>
    (
      await mailRows(
        app.database,
        "select text from mails where user_id = $1 and kind = 'account-suspended'",
        id,
      )
    ).map(({ text }) => String(text).replace(/Hedwig|Ottoline/g, 'Name'))
  expect(await mailOf(customer)).toEqual(await mailOf(other))
  for (const person of [customer, other]) expect((await act('restoration', person)).statusCode).toBe(200)
  const historyOf = async ({ id }: TestUser) => {
    const { history = [] } = await app.database.transaction((tx) => heldData(tx, id))
    return history.map(({ type, actor_kind }) => [type, actor_kind])
  }
  expect(await historyOf(customer)).toEqual(await historyOf(other))
  await bringTo(
    [
      { ...owl, born: '09/03/1988' },
      { ref: 'T8', first: 'Some', last: 'BODYELSE' },
    ],
    '14-Mar-2026',
    'possible',
  )
  expect(await isSuspended(customer)).toBeNull()
})

test('a list that is out of date is never clear, nor is no list at all', async () => {
  const person = await submitted(await app.signIn(), { lastName: 'Quince' })
  const started = app.clock.now
  app.clock.now = new Date('2026-03-29T10:00:00Z')
  // The earlier session has expired by then.
  const later = await app.signIn({ role: 'admin' })
  const stale = await screeningOf(person.id, 'consumer', later)
  expect(stale.subjects[0]?.outcome).toBe('stale')
  expect(stale.obstacles).toEqual([expect.stringContaining('of Mar 14, 2026, more than 14 days old')])
  // Screening against the same list again would find nothing new.
  expect(stale.isDue).toBe(false)
  const { screening } = (await later.call('GET', '/api/staff/home')).json()
  expect(screening.lists).toMatchObject([{ source: 'uk', publishedOn: '2026-03-14', isStale: true }])
  expect((await later.call('GET', '/api/admin/screening')).json().lists).toMatchObject([{ isStale: true }])
  app.clock.now = started
  await dropList(app.database, 'uk', started)
  const { case: opened } = (await admin.call('GET', `/api/admin/users/${person.id}/kyc-case`)).json()
  expect(opened.missingEvidence).toEqual([expect.stringContaining('No sanctions list has been imported')])
  expect((await screeningOf(person.id)).subjects[0]?.outcome).toBe('stale')
})

test('a configured file comes into force if it is newer, and a bad one changes nothing', async () => {
  const good = await listFile(ukCsv([{ ref: 'T1', first: 'Ada', last: 'LOVELACE' }], '15-Mar-2026'))
  const services = {
    ...app.services,
    config: { ...app.config, sanctions: { ...app.config.sanctions, files: ['/nowhere', good] } },
  }
  await importConfigured(services)
  await importConfigured(services)
  const rows = await app.database.pool.query(
    "select version from sanctions_lists where source = 'uk' and retired_at is null",
  )
  expect(rows.rows).toEqual([{ version: '2026-03-15' }])
  expect(app.logged.filter((line) => line.includes('A sanctions list was not imported'))).toHaveLength(2)
})

test('a refused file is shown on the screening page with the reason until a valid one arrives', async () => {
  const { config, database } = app
  await bring([{ ref: 'T1', first: 'Ada', last: 'LOVELACE' }], '18-Mar-2026')
  const older = await listFile(ukCsv([{ ref: 'T1', first: 'Ada', last: 'LOVELACE' }], '17-Mar-2026'))
  const newer = await listFile(ukCsv([{ ref: 'T1', first: 'Ada', last: 'LOVELACE' }], '19-Mar-2026'))
  const lookAt = async (path: string) => {
    config.sanctions.files = [path]
    const schedule: Schedule = {
      name: 'import-lists',
      handler: ({ log, progress }) => importConfigured(app.services, progress, log),
    }
    const { log } = app.services
    const context = { log, now: () => app.clock.now, signal: new AbortController().signal, attempt: 1 }
    await runSchedule(database, schedule, context, null).catch(() => {})
  }
  const refused = async () => (await admin.call('GET', '/api/admin/screening')).json().refusedFiles
  const atHome = async () => (await admin.call('GET', '/api/staff/home')).json().screening.refusedFilesAt
  await lookAt(older)
  expect((await refused()).reason).toMatch(
    /could not be processed\. list: This list is of 2026-03-17, the one in force of 2026-03-18\.$/,
  )
  expect(await atHome()).toBe((await refused()).at)
  await lookAt(newer)
  expect([await refused(), await atHome()]).toEqual([null, null])
  config.sanctions.files = []
})

test('lists that were never read are requested at the start, and no others', async () => {
  const good = await listFile(ukCsv([{ ref: 'T1', first: 'Ada', last: 'LOVELACE' }], '15-Mar-2026'))
  const fresh = await testApp({ env: { SANCTIONS_LISTS: good, SANCTIONS_FETCH: 'un' } })
  expect(await requestMissingLists(fresh.services)).toEqual(['import-lists', 'fetch-lists'])
  await importConfigured(fresh.services)
  expect(await requestMissingLists(fresh.services)).toEqual(['fetch-lists'])
  await fresh.database.pool.query("insert into sanctions_fetches (source, tried_at) values ('un', now())")
  expect(await requestMissingLists(fresh.services)).toEqual([])
})

test('a politically exposed person with no other match needs two approvals, and may be approved', async () => {
  const minister = {
    id: 'Q1',
    schema: 'Person',
    properties: {
      name: ['Ottilie Quandary'],
      birthDate: ['1988-03-09'],
      topics: ['role.pep'],
      position: ['Minister of Ferns'],
    },
  }
  const path = await listFile(`${JSON.stringify(minister)}\n`, 'peps.targets.nested.json')
  await importList(app.database, path, { now: app.clock.now })
  await bring([{ ref: 'T1', first: 'Some', last: 'BODYELSE' }], '16-Mar-2026')
  const person = await submitted(await app.signIn(), { firstName: 'Ottilie', lastName: 'Quandary' })
  const [match] = standing(await screeningOf(person.id))
  expect(match).toMatchObject({
    source: 'opensanctions:peps',
    entry: { positions: ['Minister of Ferns'], isExposedOnly: true },
  })
  const confirmed = { version: match?.version, state: 'true', comment: 'The same office and birth date' }
  expect((await decide(admin, match?.id ?? 0, confirmed)).statusCode).toBe(200)
  expect(await screeningOf(person.id)).toMatchObject({ obstacles: [], subjects: [{ outcome: 'exposed' }] })

  const proposed = await acceptAll(admin, person.id, await openCase(admin, person.id))
  expect(proposed.json()).toMatchObject({ case: { state: 'awaiting_second_approval' } })
  expect((await findCase(app.database.db, person.id, 'consumer'))?.current.proposal?.kind).toBe('approval')

  // One person's decision about an office does not cover sanctions that come later.
  const sanctioned = { ...minister, properties: { ...minister.properties, topics: ['role.pep', 'sanction'] } }
  const later = await listFile(`${JSON.stringify(sanctioned)}\n`, 'peps.targets.nested.json')
  await importList(app.database, later, { now: app.clock.now, force: true })
  await screenWaiting(app.services)
  const asked = await screeningOf(person.id)
  expect(standing(asked)).toMatchObject([
    { state: 'open', source: 'opensanctions:peps', entry: { isExposedOnly: false } },
  ])
  expect(asked.obstacles).not.toEqual([])
  await dropList(app.database, 'opensanctions:peps', app.clock.now)
})

test('the screening test runs once on the lists in force, and its figures are stored', async () => {
  const path = '/api/admin/screening/trial'
  const read = async () => (await admin.call('GET', path)).json().trial
  await runTrial(app.services)
  expect(await read()).toBeNull()
  const both = await Promise.all([1, 2].map(() => admin.call('POST', path)))
  expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect((await app.database.pool.query('select 1 from screening_trials')).rows).toHaveLength(1)
  expect(await read()).toMatchObject({ endedAt: null, figures: [] })
  await runTrial(app.services)
  const trial = await read()
  expect(trial).toMatchObject({
    failure: null,
    matcher: MATCHER_VERSION,
    lists: [{ source: 'uk', sha256: expect.stringMatching(/^[\da-f]{64}$/) }],
  })
  // On the list is one person, with a first and a last name.
  expect(trial.figures).toContainEqual(
    expect.objectContaining({
      line: 'a middle name that the list doesn’t have',
      asked: 1,
      found: 1,
      isAlarm: false,
    }),
  )
  expect(trial.figures).toContainEqual(
    expect.objectContaining({ line: 'strong for made-up companies', found: 0, isAlarm: true }),
  )
  // A request from before the lists changed says so.
  await admin.call('POST', path)
  await bring([{ ref: 'T2', first: 'Another', last: 'BODYELSE' }], '17-Mar-2026')
  await runTrial(app.services)
  expect(await read()).toMatchObject({ failure: 'The lists changed before it ran. Run it again.' })
})

test('a visitor’s application is screened once someone has claimed it', async () => {
  const visitor = await submitted(await app.visit())
  await screenWaiting(app.services)
  const { rows } = await app.database.pool.query(
    'select 1 from case_screenings s join cases c on c.id = s.case_id where c.user_id = $1',
    [visitor.id],
  )
  expect(rows).toEqual([])
})

describe('the bar', () => {
  const path = '/api/admin/screening/settings'
  const settings = async () => (await superAdmin.call('GET', '/api/admin/screening')).json().settings
  const set = async (body: object, by = superAdmin) =>
    by.call('PUT', path, { reason: 'Our risk appetite', maxAgeDays: 14, ...body })
  /** Listed people, and someone whose name is similar, but below the bar. */
  const LIST: ListedPerson[] = [
    { ref: 'B1', first: 'Konstanze', last: 'WINTERBERGER', born: '01/02/1960' },
    { ref: 'B2', first: 'Ulrich', last: 'WINTERBERGER', born: '01/02/1960' },
  ]
  const ALIKE = { firstName: 'Konstanza', lastName: 'Winterberg', dob: '1985-05-05' }
  let person: TestUser
  beforeAll(async () => {
    await bring(LIST, '18-Mar-2026')
    person = await submitted(await app.signIn(), ALIKE)
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  test('stores what is below it with its score, and raises it once the bar is lower', async () => {
    const before = await screeningOf(person.id)
    expect(before).toMatchObject({ possibleFrom: 0.8, matches: [], subjects: [{ outcome: 'clear' }] })
    const [pair, ...others] = before.seen
    expect(others).toEqual([])
    expect(pair).toMatchObject({ subject: 'person', source: 'uk', ref: 'B1', version: '2026-03-18' })
    expect(pair?.score).toBeGreaterThanOrEqual(0.7)
    expect(pair?.score).toBeLessThan(0.8)

    const { version } = await settings()
    const runNow = vi.spyOn(app.services.jobs, 'runNow')
    expect((await set({ version, possibleFrom: 0.7 })).json()).toMatchObject({
      success: true,
      settings: { version: version + 1, possibleFrom: 0.7, change: { reason: 'Our risk appetite' } },
    })
    expect(runNow.mock.calls.map(([, name]) => name)).toEqual(['screen-cases'])
    // Until everyone is screened with it, no one is clear.
    const path = `/api/admin/users/${person.id}/screening`
    const stale = (await admin.call('GET', path)).json().screening
    expect(stale).toMatchObject({ subjects: [{ outcome: 'stale' }] })
    expect(stale.obstacles).toEqual([expect.stringContaining('must run again')])
    await screenWaiting(app.services)
    const lower = (await admin.call('GET', path)).json().screening
    expect(standing(lower)).toMatchObject([{ entry: { ref: 'B1' }, level: 'possible', score: pair?.score }])
    const ledger = await app.database.pool.query(
      `select before, after, note from events where type = 'screening.settings_changed' order by id desc limit 1`,
    )
    expect(ledger.rows).toEqual([
      {
        before: expect.objectContaining({ possibleFrom: 0.8 }),
        after: { possibleFrom: 0.7, maxAgeDays: 14 },
        note: 'Our risk appetite',
      },
    ])
  })

  test('drops no match if it is raised, and reports no new ones of that kind', async () => {
    const { version } = await settings()
    const runNow = vi.spyOn(app.services.jobs, 'runNow')
    expect((await set({ version, possibleFrom: 0.9 })).statusCode).toBe(200)
    expect(runNow).not.toHaveBeenCalled()
    expect((await screeningOf(person.id)).subjects).toMatchObject([{ outcome: 'possible' }])
    await bring([...LIST, { ref: 'B3', first: 'Else', last: 'BODY' }], '19-Mar-2026')
    expect(standing(await screeningOf(person.id))).toMatchObject([{ entry: { ref: 'B1' }, state: 'open' }])
    const other = await submitted(await app.signIn(), ALIKE)
    const screening = await screeningOf(other.id)
    expect(screening).toMatchObject({ matches: [], possibleFrom: 0.9, seen: [{ ref: 'B1' }] })
    const same = await submitted(await app.signIn(), { firstName: 'Konstanze', lastName: 'Winterberger' })
    // The name alone is enough, whatever the bar and the birth date.
    expect(standing(await screeningOf(same.id))).toMatchObject([{ entry: { ref: 'B1' } }])
  })

  test('is changed by super admins within its limits, once, and by one of two at once', async () => {
    const { version } = await settings()
    expect((await set({ version, possibleFrom: 0.8 }, admin)).statusCode).toBe(403)
    for (const [body, field] of [
      [{ possibleFrom: 0.69 }, 'possibleFrom'],
      [{ possibleFrom: 0.91 }, 'possibleFrom'],
      [{ possibleFrom: 0.805 }, 'possibleFrom'],
      [{ possibleFrom: null }, 'possibleFrom'],
      [{ possibleFrom: 0.8, maxAgeDays: 0 }, 'maxAgeDays'],
      [{ possibleFrom: 0.8, maxAgeDays: 32 }, 'maxAgeDays'],
      [{ possibleFrom: 0.8, reason: ' ' }, 'reason'],
    ] as const) {
      const refused = await set({ version, ...body })
      expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, [field]])
    }
    const same = await Promise.all([1, 2].map(() => set({ version, possibleFrom: 0.82 })))
    expect(same.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(same.map((answer) => answer.json().settings.version)).toEqual([version + 1, version + 1])
    const both = await Promise.all(
      [0.83, 0.84].map((possibleFrom) => set({ version: version + 1, possibleFrom })),
    )
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect((await settings()).version).toBe(version + 2)
  })

  test('can be changed by itself if the deployment’s age limit is higher than can be set', async () => {
    const old = await testApp({ env: { SANCTIONS_MAX_AGE_DAYS: '60' } })
    const owner = await old.signIn({ role: 'superAdmin' })
    const setOld = (body: object) => owner.call('PUT', path, { reason: 'Our risk appetite', ...body })
    const changed = await setOld({ version: 0, possibleFrom: 0.75, maxAgeDays: 60 })
    expect(changed.json().settings).toMatchObject({ possibleFrom: 0.75, maxAgeDays: 60 })
    const version = 1
    expect((await setOld({ version, possibleFrom: 0.75, maxAgeDays: 61 })).json().fields).toEqual({
      maxAgeDays: 'Enter 31 days or fewer',
    })
    expect((await setOld({ version, possibleFrom: 0.75, maxAgeDays: 31 })).statusCode).toBe(200)
  })

  test('comes with the age limit of a list, which is out of date from then on', async () => {
    const { version } = await settings()
    await bring(LIST, '01-Mar-2026')
    const isStale = async () =>
      (await superAdmin.call('GET', '/api/admin/screening'))
        .json()
        .lists.map((list: SanctionsList) => list.isStale)
    expect((await set({ version, possibleFrom: 0.8, maxAgeDays: 9 })).statusCode).toBe(200)
    expect(await isStale()).toEqual([false])
    expect((await set({ version: version + 1, possibleFrom: 0.8, maxAgeDays: 1 })).statusCode).toBe(200)
    expect(await isStale()).toEqual([true])
    const { obstacles } = await screeningOf(person.id)
    expect(obstacles).toContainEqual(expect.stringContaining('of Mar 1, 2026, more than 1 day old'))
    expect((await set({ version: version + 2, possibleFrom: 0.8 })).statusCode).toBe(200)
  })
})

test('open matches are filtered and sorted by level, list and age, page by page', async () => {
  type Answer = {
    matches: { match: { id: number; level: string; source: string; foundAt: string } }[]
    open: number
  }
  const read = async (query: string): Promise<Answer> =>
    (await admin.call('GET', `/api/admin/screening?${query}`)).json()
  const all = await read('')
  expect(all.matches.length).toBeGreaterThan(1)
  expect(all.open).toBe(all.matches.length)
  for (const [query, isWanted] of [
    ['level=strong', ({ level }) => level === 'strong'],
    ['level=possible', ({ level }) => level === 'possible'],
    ['source=uk', ({ source }) => source === 'uk'],
    ['source=un', ({ source }) => source === 'un'],
    ['waiting=week', ({ foundAt }) => Date.parse(foundAt) < app.clock.now.getTime() - 7 * DAY_MS],
  ] as [string, (match: Answer['matches'][number]['match']) => boolean][]) {
    const found = await read(query)
    expect(found.matches.map(({ match }) => match.id)).toEqual(
      all.matches.filter(({ match }) => isWanted(match)).map(({ match }) => match.id),
    )
    expect(found.open).toBe(all.open)
  }
  const idsOf = ({ matches }: Answer) => matches.map(({ match }) => match.id)
  expect(idsOf(await read('order=desc'))).toEqual(idsOf(all).toReversed())
  const levels = (await read('sort=level')).matches.map(({ match }) => match.level)
  expect(levels).toEqual(levels.toSorted().toReversed())
  expect(idsOf(await read('sort=level&order=asc'))).toEqual(idsOf(await read('sort=level')).toReversed())
  expect((await admin.call('GET', '/api/admin/screening?cursor=x')).statusCode).toBe(400)
  expect((await admin.call('GET', '/api/admin/screening?sort=name')).statusCode).toBe(400)
})
