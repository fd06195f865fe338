import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { itemsToStore } from '#server/model/cases/case-row.ts'
import { findCase } from '#server/model/cases/cases.ts'
import { fingerprint } from '#server/model/cases/evidence.ts'
import { cases } from '#server/model/schema/cases.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { BUSINESS, submittedBusiness, uploadPicture } from '#server/testing/journeys.ts'
import { mailRows } from '#server/testing/mail-rows.ts'
import { approve, decideOn, openCase, sendDecision } from '#server/testing/reviews.ts'
import { rowsOf } from '#server/testing/snapshots.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.signIn({ role: 'admin' })
})

const submit = (person: TestUser, answers: object = {}) =>
  person.call('POST', '/api/onboarding/business', { ...BUSINESS, ...answers })
const ownCase = async (person: TestUser) =>
  (await person.call('GET', '/api/onboarding/business/case')).json().case
const ADA = {
  id: 'o1',
  fullName: 'Ada Fern',
  birthDate: '1971-03',
  nationality: 'GB',
  residenceCountry: 'GB',
  ownershipPercent: 37.5,
}
const BEN = {
  id: 'o2',
  fullName: 'Ben Hill',
  birthDate: '1968-07-20',
  nationality: 'FR',
  residenceCountry: 'BE',
  ownershipPercent: 62.5,
}
const EVE = { ...ADA, id: 'o3', fullName: 'Eve Dale', ownershipPercent: 25 }

/** Someone whose company was returned with these items, with all others accepted. */
async function returned(items: Record<string, string>, answers: object = {}): Promise<TestUser> {
  const person = await submittedBusiness(await app.signIn(), answers)
  const review = await openCase(admin, person.id, 'business')
  const answer = await decideOn(admin, person.id, review, items, 'business')
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return person
}

/**
 * Changes the first owner of a returned company to one from an earlier release, which did not ask for dates of
 * birth.
 */
async function handInBeforeBirths({ id }: TestUser): Promise<void> {
  const { pool } = app.database
  await pool.query(
    `update business_people p set birth_date = null from business_profiles b
     where b.id = p.profile_id and b.user_id = $1 and p.person_id = 'o1'`,
    [id],
  )
  await app.database.transaction(async (tx) => {
    const stored = await findCase(tx, id, 'business')
    if (!stored) throw new Error('It was returned')
    const evidence = fingerprint(['Ada Fern', 'GB', 'GB', 37.5])
    const items = stored.current.items.map((item) => (item.key === 'owner:o1' ? { ...item, evidence } : item))
    await tx
      .update(cases)
      .set(await itemsToStore(tx, stored.id, items))
      .where(eq(cases.id, stored.id))
  })
}

describe('an owner who was returned', () => {
  test('is shown to the person with the reason, corrected, and reviewed again next to the old answers', async () => {
    const person = await returned({ 'owner:o2': 'DATA_MISMATCH' })
    const own = await ownCase(person)
    expect(own).toMatchObject({
      state: 'needs_resubmission',
      kyc_status: 'rejected',
      label: 'Action Required',
    })
    const editable = own.items.filter((item: { editable: boolean }) => item.editable)
    expect(editable).toMatchObject([
      { item: 'owner:o2', label: 'Beneficial owner: Ben Hill', reasons: [{ code: 'DATA_MISMATCH' }] },
    ])
    const [, mail] = await mailRows(
      app.database,
      'select subject, text from mails where user_id = $1 order by id',
      person.id,
    )
    expect(mail.subject).toBe('Action required: one item in the application of Fern Hill Limited')
    expect(mail.text).toMatch(/^Change: Ben Hill .*\/onboarding\/business\?step=\d$/m)
    expect(mail.text).toMatch(/^Ben Hill: Look again$/m)
    expect(mail.text).toContain('/onboarding/business')

    // Without ids, as an older form sends them: the names identify the owners.
    const { id: _, ...ada } = ADA
    const answer = await submit(person, {
      beneficialOwners: [{ ...BEN, nationality: 'BE' }, ada],
    })
    expect(answer.statusCode).toBe(200)
    const review = await openCase(admin, person.id, 'business')
    expect(review).toMatchObject({ state: 'submitted', round: 2 })
    const item = (key: string) => review.items.find((candidate) => candidate.item === key)
    expect(item('owner:o2')).toMatchObject({
      decision: 'pending',
      changed: true,
      before: expect.stringContaining('Nationality: France'),
      after: expect.stringContaining('Nationality: Belgium'),
    })
    expect(item('owner:o1')).toMatchObject({ decision: 'accepted', changed: false })
    await approve(admin, person.id, 'business')
    expect(await ownCase(person)).toMatchObject({ state: 'approved' })
  })

  test.each<[string, object, string[]]>([
    [
      'the share of an accepted owner',
      { beneficialOwners: [{ ...ADA, ownershipPercent: 30 }, BEN] },
      ['beneficialOwners.0.ownershipPercent'],
    ],
    ['the accepted registration', { companyNumber: '7654321' }, ['companyNumber']],
    [
      'the accepted settlement',
      { registryName: '', registryAccount: '' },
      ['registryName', 'registryAccount'],
    ],
    [
      'the accepted representative',
      {
        primaryRepresentative: {
          name: 'Eve',
          birthDate: '1980-12',
          email: 'cay@fern.example',
          title: 'Director',
        },
      },
      ['primaryRepresentative.name'],
    ],
    ['an accepted owner away', { beneficialOwners: [BEN] }, ['beneficialOwners']],
    [
      'a second representative in',
      { secondaryRepresentative: { name: 'Eve', birthDate: '1990-05', email: 'eve@fern.example' } },
      ['secondaryRepresentative.name', 'secondaryRepresentative.email'],
    ],
  ])('does not allow %s to be changed, and the refusal names it', async (_name, changes, fields) => {
    const person = await returned({ 'owner:o2': 'DATA_MISMATCH' })
    const before = await rowsOf(app.database, person.id)
    const answer = await submit(person, { beneficialOwners: [ADA, BEN], ...changes })
    expect(answer.statusCode).toBe(409)
    expect(answer.json().error).toBe('INVALID_STATE')
    for (const field of fields) expect(Object.keys(answer.json().fields)).toContain(field)
    expect(await rowsOf(app.database, person.id)).toEqual(before)
  })

  test('needs no date of birth if accepted before it was asked for, but does if corrected', async () => {
    const person = await returned({ 'owner:o2': 'DATA_MISMATCH' })
    await handInBeforeBirths(person)
    const { birthDate: _, ...ada } = ADA
    const refused = await submit(person, { beneficialOwners: [ada, { ...BEN, birthDate: '' }] })
    expect(refused.json()).toMatchObject({
      error: 'VALIDATION_ERROR',
      fields: { 'beneficialOwners.1.birthDate': 'Enter the month and year of birth' },
    })
    const added = await submit(person, { beneficialOwners: [ADA, BEN] })
    expect(Object.keys(added.json().fields)).toEqual(['beneficialOwners.0.birthDate'])
    expect((await submit(person, { beneficialOwners: [ada, BEN] })).statusCode).toBe(200)
    const review = await openCase(admin, person.id, 'business')
    expect(review.items.find(({ item }) => item === 'owner:o1')).toMatchObject({ decision: 'accepted' })
  })

  test('counts as fixed once removed, and the reviewer decides again on the owners who are left', async () => {
    const people = { beneficialOwners: [ADA, { ...BEN, ownershipPercent: 30 }] }
    const person = await returned({ 'owner:o2': 'OWNERSHIP_UNCLEAR' }, people)
    const { declarations: _, ...answers } = BUSINESS
    const draft = { ...answers, beneficialOwners: [{ ...ADA, ownershipPercent: '37.5' }] }
    const saved = await person.call('PUT', '/api/onboarding/business/draft', { draft, revision: 0 })
    expect(saved.statusCode).toBe(200)
    expect((await ownCase(person)).items).toContainEqual(
      expect.objectContaining({ item: 'owner:o2', fixed: true }),
    )
    const home = async () => (await person.call('GET', '/api/home')).json()
    const before = await home()
    expect(before).toMatchObject({
      title: 'Everything is ready to send again',
      lead: 'You removed Ben Hill. We’ll look at Ada Fern again.',
      panel: { button: { action: 'Send for review' } },
    })
    // Who is decided on again isn't called checked before.
    expect(before.leaf.lines).toContainEqual(expect.objectContaining({ label: 'Ada Fern', state: 'ready' }))
    expect(before.leaf.count).toEqual({ figure: 3, words: 'of 4 checked, 2 need no check' })
    expect((await ownCase(person)).removal).toEqual({
      removed: ['Ben Hill'],
      decidedAgain: [{ item: 'owner:o1', name: 'Ada Fern' }],
      text: 'You removed Ben Hill. We’ll look at Ada Fern again.',
    })
    const { standing } = (await person.call('GET', '/api/verification/status')).json()
    expect(standing.business.sentence).toContain('You’ve fixed everything')

    expect((await submit(person, { beneficialOwners: [ADA] })).statusCode).toBe(200)
    const { title, lead, leaf } = await home()
    expect(title).toBe('We’re checking your company’s changes')
    expect(lead).toContain('You removed Ben Hill. We’re looking at Ada Fern again.')
    expect((await ownCase(person)).removal.text).toBe(
      'You removed Ben Hill. We’re looking at Ada Fern again.',
    )
    expect(leaf.count).toEqual({ figure: 1, words: 'with us' })
    expect(leaf.lines).toContainEqual(expect.objectContaining({ label: 'Ada Fern', state: 'with_us' }))
    const mails = await mailRows(
      app.database,
      'select text from mails where user_id = $1 order by id desc limit 1',
      person.id,
    )
    const told = mails[0].text.replaceAll(/\s+/g, ' ')
    expect(told).toContain(
      'Thanks. You removed Ben Hill. We’re looking at Ada Fern again. We’ll email you by',
    )
    expect(told).not.toContain('what you sent again')
    const review = await openCase(admin, person.id, 'business')
    const undecided = review.items.filter(({ decision }) => decision === 'pending')
    expect(undecided.map(({ item }) => item)).toEqual(['owner:o1'])
    const claimed = await admin.call('POST', `/api/admin/users/${person.id}/kyc-claim`, { kind: 'business' })
    const { version } = claimed.json().case
    const items = review.items.filter(({ item }) => item === 'settlement')
    const early = await sendDecision(admin, person.id, { version, items }, {}, 'business')
    expect([early.statusCode, early.json().fields]).toEqual([409, { 'owner:o1': 'Decide on this item' }])
    await approve(admin, person.id, 'business')
    expect(await ownCase(person)).toMatchObject({ state: 'approved', removal: null })
  })

  test('may be left out, and another named; the reviewer is told who was removed', async () => {
    const person = await returned({ 'owner:o2': 'OWNERSHIP_UNCLEAR' })
    expect((await submit(person, { beneficialOwners: [ADA, EVE] })).statusCode).toBe(200)
    const review = await openCase(admin, person.id, 'business')
    expect(review).toMatchObject({
      hints: expect.arrayContaining([
        'Beneficial owner: Ben Hill was in the submission before and is not in this one.',
      ]),
    })
    const mails = await mailRows(
      app.database,
      'select text from mails where user_id = $1 order by id desc limit 1',
      person.id,
    )
    expect(mails[0].text.replaceAll(/\s+/g, ' ')).toContain(
      'You removed Ben Hill. We’re looking at Ada Fern again. Someone on our team is checking what you sent again: Eve Dale.',
    )
    expect(review.items.map(({ item }) => item)).not.toContain('owner:o2')
    expect(review.items.find(({ item }) => item === 'owner:o3')).toMatchObject({
      label: 'Beneficial owner: Eve Dale',
      decision: 'pending',
      changed: true,
      before: null,
    })
  })
})

describe('a company returned for other reasons', () => {
  test('can’t name further owners unless the ownership as a whole was returned', async () => {
    const people = { beneficialOwners: [ADA, { ...BEN, ownershipPercent: 30 }] }
    const settlement = await returned({ settlement: 'DATA_MISMATCH' }, people)
    const added = { beneficialOwners: [...people.beneficialOwners, EVE] }
    const refused = await submit(settlement, added)
    expect([refused.statusCode, refused.json().fields]).toMatchObject([
      409,
      { 'beneficialOwners.2.fullName': expect.stringContaining('You can’t add anyone here') },
    ])
    expect((await submit(settlement, { ...people, bankName: 'Hill Bank' })).statusCode).toBe(200)
    const whole = await returned({ registration: 'OWNERSHIP_UNCLEAR' }, people)
    expect((await submit(whole, added)).statusCode).toBe(200)
  })

  test('may name owners if the reason for having none was returned', async () => {
    const none = {
      beneficialOwners: [],
      noUboReason: 'non-profit',
      seniorManager: {
        fullName: 'Dee Fern',
        birthDate: '1966-01',
        nationality: 'GB',
        residenceCountry: 'GB',
      },
    }
    const person = await returned({ 'owner:none': 'OWNERSHIP_UNCLEAR' }, none)
    const answer = await submit(person, { beneficialOwners: [ADA], noUboReason: '', seniorManager: null })
    expect(answer.statusCode).toBe(200)
    const { profile } = answer.json()
    expect(profile).toMatchObject({
      no_ubo_reason: null,
      seniorManager: null,
      beneficialOwners: [{ id: 'o1' }],
    })
  })

  test('can’t be submitted after five rounds without a member of staff', async () => {
    const person = await submittedBusiness(await app.signIn())
    for (let round = 1; round <= 5; round++) {
      const review = await openCase(admin, person.id, 'business')
      await decideOn(admin, person.id, review, { settlement: 'DATA_MISMATCH' }, 'business')
      const answer = await submit(person, { registryAccount: `Round ${round}` })
      expect(answer.statusCode).toBe(round < 5 ? 200 : 409)
    }
    const reopened = await admin.call('PUT', `/api/admin/users/${person.id}/cdd-status`, {
      cdd_status: 'pending',
    })
    expect(reopened.json()).toMatchObject({ cdd_status: 'pending' })
    expect((await submit(person, { legalName: 'Fern Dale Limited' })).statusCode).toBe(200)
  })

  test('is shown a neutral text once rejected, and can’t submit anything more', async () => {
    const person = await submittedBusiness(await app.signIn())
    const { version } = await openCase(admin, person.id, 'business')
    const items = [
      { item: 'owner:o1', decision: 'final', reasons: ['SANCTIONS'], internalNote: 'on the list' },
    ]
    const body = { kind: 'business', version, items }
    const decided = await admin.call('POST', `/api/admin/users/${person.id}/kyc-decision`, body)
    expect(decided.json()).toMatchObject({ case: { state: 'rejected' } })
    const own = JSON.stringify(await ownCase(person))
    expect(own).toContain('Not approved')
    expect(own).not.toMatch(/SANCTIONS|on the list/)
    for (const answer of [
      await submit(person),
      await uploadPicture(person, 'other'),
      await person.call('PUT', '/api/onboarding/business/draft', { draft: {}, revision: 0 }),
    ])
      expect([answer.statusCode, answer.json().error, answer.json().message]).toEqual([
        409,
        'INVALID_STATE',
        'We couldn’t approve your application, so it can’t be changed any more.',
      ])
  })
})

test('a representative whose authority wasn’t proven counts as fixed once the document that shows it is uploaded', async () => {
  const person = await returned({ 'representative:primary': 'AUTHORITY_UNPROVEN' })
  const isFixed = async () =>
    (await ownCase(person)).items.find(({ item }: { item: string }) => item === 'representative:primary')
      .fixed
  const title = async () => (await person.call('GET', '/api/home')).json().title
  expect([await isFixed(), await title()]).toEqual([false, 'Cay Fern needs another look'])
  expect((await uploadPicture(person, 'other', undefined, 'business')).statusCode).toBe(200)
  expect([await isFixed(), await title()]).toEqual([true, 'Everything is ready to send again'])
  expect((await submit(person)).statusCode).toBe(200)
  const review = await openCase(admin, person.id, 'business')
  expect(review.items.find(({ item }) => item === 'representative:primary')).toMatchObject({
    decision: 'pending',
  })
})
