import { beforeAll, describe, expect, test } from 'vitest'
import { businessField, businessShape } from '#contract/onboarding/business-fields.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { acceptRiskDisclosure, BUSINESS, submittedBusiness } from '#server/testing/journeys.ts'
import { mailRows } from '#server/testing/mail-rows.ts'
import { approve, openCase } from '#server/testing/reviews.ts'
import { eventsOf, rowsOf } from '#server/testing/snapshots.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.signIn({ role: 'admin' })
})

const submit = (person: TestUser, answers: object) => person.call('POST', '/api/onboarding/business', answers)
const mailsTo = async ({ email }: TestUser) =>
  await mailRows(
    app.database,
    'select kind, subject, text from mails where to_address = $1 order by id',
    email,
  )

describe('a company’s way to a decision', () => {
  test('is submitted, approved part by part, and told about both', async () => {
    const person = await submittedBusiness(await app.signIn(), { companyNumber: 'NI 1' })
    expect((await person.call('GET', '/api/verification/status')).json()).toMatchObject({
      kycVerified: false,
      kycProfile: null,
      identity: 'pending',
      businessProfile: { submitted: true, cdd_status: 'submitted', verification_status: 'submitted' },
    })
    const review = await openCase(admin, person.id, 'business')
    expect(review).toMatchObject({
      kind: 'business',
      state: 'submitted',
      round: 1,
      missingEvidence: [],
      hints: [],
    })
    expect(review.items.map(({ label }) => label)).toEqual([
      'Company registration',
      'Settlement details',
      'Beneficial owner: Ada Fern',
      'Beneficial owner: Ben Hill',
      'Primary representative: Cay Fern',
    ])
    expect(review.items[3]).toMatchObject({
      item: 'owner:o2',
      after:
        'Full name: Ben Hill\nDate of birth: Jul 20, 1968\nNationality: France\nCountry of residence: Belgium\nOwnership: 62.5%',
      before: null,
      changed: false,
    })
    await approve(admin, person.id, 'business')
    expect((await person.call('GET', '/api/verification/status')).json()).toMatchObject({
      kycVerified: false,
      identity: 'completed',
      businessProfile: { cdd_status: 'approved', verification_status: 'verified' },
    })
    expect((await person.call('GET', '/api/auth/user')).json().user).toMatchObject({
      kycProfile: null,
      businessProfile: {
        legal_name: 'Fern Hill Limited',
        verification_status: 'verified',
        cdd_status: 'approved',
        submitted: true,
      },
      company: 'Fern Hill Limited',
      onboarding_completed: true,
    })
    expect((await person.call('GET', '/api/user/profile')).json()).toMatchObject({ is_verified: true })
    expect(await mailsTo(person)).toMatchObject([
      { kind: 'verification-submitted', subject: 'We have received the application of Fern Hill Limited' },
      { kind: 'verification-approved', subject: 'Fern Hill Limited is verified' },
    ])
  })

  test('is read back in the terms of the specification, by its person and by administrators', async () => {
    const person = await submittedBusiness(await app.signIn())
    const { profile } = (await person.call('GET', '/api/onboarding/business/profile')).json()
    expect(profile).toEqual({
      ...businessShape<object>((name) => [businessField(name).wire, null]),
      id: expect.any(Number),
      legal_name: 'Fern Hill Limited',
      registered_address: '1 Fern Lane\nBristol\nBS99 1AA',
      registration_country: 'GB',
      company_number: '01234567',
      tax_number: 'GB 980 7806 84',
      email: 'office@fern.example',
      registry_name: 'Verra',
      registry_account: '1042',
      bank_name: 'Fern Bank',
      bank_country: 'GB',
      bank_account_number: '12345678',
      bank_sort_code: '12-34-56',
      settlement_contact_name: 'Cay Fern',
      settlement_contact_phone: '+44 20 7946 0142',
      no_ubo_reason: null,
      user_type: 'corporate',
      verification_status: 'submitted',
      cdd_status: 'submitted',
      created_at: app.clock.now.toISOString(),
      representatives: [
        {
          id: 'primary',
          name: 'Cay Fern',
          birth_date: '1980-12',
          title: 'Director',
          email: 'cay@fern.example',
          powers: null,
          is_primary: true,
        },
      ],
      beneficialOwners: [
        {
          id: 'o1',
          full_name: 'Ada Fern',
          birth_date: '1971-03',
          nationality: 'GB',
          residence_country: 'GB',
          ownership_percent: 37.5,
          held_through: null,
        },
        {
          id: 'o2',
          full_name: 'Ben Hill',
          birth_date: '1968-07-20',
          nationality: 'FR',
          residence_country: 'BE',
          ownership_percent: 62.5,
          held_through: null,
        },
      ],
      seniorManager: null,
    })
    const { data } = (await admin.call('GET', `/api/admin/users/${person.id}`)).json()
    expect(data).toMatchObject({ kyc_profile: null, business_profile: profile, is_verified: false })
    const list = (await admin.call('GET', `/api/admin/users?email=${person.email}`)).json()
    expect(list.data).toMatchObject([{ kyc_status: null, cdd_status: 'submitted', is_verified: false }])
  })

  test('R15 gives nothing to read to someone without a company', async () => {
    const person = await app.signIn()
    expect((await person.call('GET', '/api/onboarding/business/profile')).statusCode).toBe(404)
    expect((await person.call('GET', '/api/onboarding/business/case')).json()).toEqual({ case: null })
    expect((await person.call('GET', '/api/auth/user')).json().user.businessProfile).toBeNull()
  })

  test('without owners names the reason and who manages it', async () => {
    const seniorManager = {
      fullName: 'Dee Fern',
      birthDate: '1966-01',
      nationality: 'XX',
      residenceCountry: 'XK',
    }
    const person = await submittedBusiness(await app.signIn(), {
      beneficialOwners: [],
      noUboReason: 'government-owned',
      seniorManager,
    })
    const review = await openCase(admin, person.id, 'business')
    expect(review.items).toMatchObject([
      { item: 'registration' },
      { item: 'settlement' },
      { item: 'owner:none', after: 'Reason: More than 75% is owned by a government' },
      {
        label: 'Senior managing person: Dee Fern',
        after:
          'Full name: Dee Fern\nDate of birth: Jan 1966\nNationality: Stateless\nCountry of residence: Kosovo',
      },
      { item: 'representative:primary' },
    ])
    const { profile } = (await person.call('GET', '/api/onboarding/business/profile')).json()
    expect(profile).toMatchObject({
      no_ubo_reason: 'government-owned',
      seniorManager: {
        full_name: 'Dee Fern',
        birth_date: '1966-01',
        nationality: 'XX',
        residence_country: 'XK',
      },
      beneficialOwners: [],
    })
    await approve(admin, person.id, 'business')
  })

  test('abroad has its numbers accepted unchanged', async () => {
    const person = await submittedBusiness(await app.signIn(), {
      registrationCountry: 'DE',
      companyNumber: 'HRB 12345 B',
      taxNumber: 'DE 811 123',
      bankCountry: 'DE',
      bankAccountNumber: 'DE89 3704 0044 0532 0130 00',
      bankSortCode: '',
      settlementContactPhone: '030 901820',
    })
    const { profile } = (await person.call('GET', '/api/onboarding/business/profile')).json()
    expect(profile).toMatchObject({
      company_number: 'HRB 12345 B',
      tax_number: 'DE 811 123',
      bank_account_number: 'DE89 3704 0044 0532 0130 00',
      bank_sort_code: null,
      settlement_contact_phone: '030 901820',
    })
  })
})

describe('R49 A15 the same company twice', () => {
  test('A15 makes one profile from twenty submissions at once, and one mail', async () => {
    const person = await app.signIn()
    await acceptRiskDisclosure(person)
    const answers = await Promise.all(Array.from({ length: 20 }, () => submit(person, BUSINESS)))
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]))
    expect(new Set(answers.map((answer) => answer.json().profile.id)).size).toBe(1)
    expect(await mailsTo(person)).toHaveLength(1)
    expect(await eventsOf(app.database, person.id, 'case.submitted')).toHaveLength(1)
  })

  test('A15 R49 is the same however its numbers are typed, and DUPLICATE_ENTRY if other answers differ', async () => {
    const person = await submittedBusiness(await app.signIn())
    const before = await rowsOf(app.database, person.id)
    const typed = { ...BUSINESS, companyNumber: ' 0123 4567', bankSortCode: '123456', noUboReason: '' }
    expect((await submit(person, typed)).statusCode).toBe(200)
    const other = await submit(person, { ...BUSINESS, legalName: 'Fern Dale Limited' })
    expect([other.statusCode, other.json().error]).toEqual([409, 'DUPLICATE_ENTRY'])
    expect(await rowsOf(app.database, person.id)).toEqual(before)
  })

  test('by two people is reported to reviewers, and to no one else, nor to the other of them', async () => {
    const companyNumber = 'SC 7788'
    const first = await submittedBusiness(await app.signIn({ role: 'reviewer' }), { companyNumber })
    const second = await app.signIn()
    await acceptRiskDisclosure(second)
    const answer = await submit(second, { ...BUSINESS, companyNumber: 'sc007788' })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).not.toContain(String(first.email))
    const review = await openCase(admin, second.id, 'business')
    expect(review).toMatchObject({
      hints: [`User ${first.id} has submitted a company with the same number (submitted).`],
      hintUserIds: [first.id],
    })
    expect(await openCase(first, second.id, 'business')).toMatchObject({ hints: [], hintUserIds: [] })
    expect((await second.call('GET', '/api/onboarding/business/case')).body).not.toContain('same number')
    const abroad = await submittedBusiness(await app.signIn(), {
      companyNumber: 'SC007788',
      registrationCountry: 'DE',
    })
    expect(await openCase(admin, abroad.id, 'business')).toMatchObject({ hints: [] })
  })

  test('a person and their company are two cases, and neither blocks the other', async () => {
    const person = await submittedBusiness(await app.signIn())
    await approve(admin, person.id, 'business')
    expect(await openCase(admin, person.id)).toBeNull()
    expect((await person.call('GET', '/api/onboarding/consumer/case')).json()).toEqual({ case: null })
    const draft = { draft: { firstName: 'Ada' }, revision: 0 }
    expect((await person.call('PUT', '/api/onboarding/consumer/draft', draft)).statusCode).toBe(200)
  })
})

describe('R50 a submission of a company', () => {
  test.each(['business_profiles', 'business_people', 'case_submissions', 'mails', 'cases'])(
    'R50 that fails at %s leaves nothing half done, and works afterwards',
    async (table) => {
      const person = await app.signIn()
      await acceptRiskDisclosure(person)
      const before = await rowsOf(app.database, person.id)
      const when = table === 'cases' ? "new.state <> 'draft'" : 'true'
      await app.database.pool.query(
        `create function fault() returns trigger language plpgsql as $$ begin raise exception 'fault'; end $$;
       create trigger fault before insert or update on ${table} for each row when (${when}) execute function fault()`,
      )
      const answer = await submit(person, BUSINESS)
      await app.database.pool.query(`drop trigger fault on ${table}; drop function fault()`)
      expect(answer.statusCode).toBe(500)
      expect(await rowsOf(app.database, person.id)).toEqual(before)
      expect((await submit(person, BUSINESS)).statusCode).toBe(200)
      expect(await mailsTo(person)).toHaveLength(1)
    },
  )
})

describe('a company’s draft', () => {
  const PATH = '/api/onboarding/business/draft'

  test('is stored next to the person’s, by revision, and deleted by the submission', async () => {
    const person = await app.signIn()
    const draft = {
      legalName: 'Fern',
      beneficialOwners: [{ id: 'o-1', fullName: 'Ada', ownershipPercent: '30,' }],
      step: 'owners',
    }
    expect((await person.call('GET', PATH)).json()).toEqual({ draft: null, revision: 0, savedAt: null })
    for (let attempt = 0; attempt < 2; attempt++)
      expect((await person.call('PUT', PATH, { draft, revision: 0 })).json()).toMatchObject({ revision: 1 })
    expect((await person.call('GET', PATH)).json()).toMatchObject({ draft, revision: 1 })
    const late = await person.call('PUT', PATH, { draft: { legalName: 'Other' }, revision: 0 })
    expect([late.statusCode, late.json()]).toMatchObject([409, { conflict: { version: 1 } }])
    expect((await person.call('GET', '/api/onboarding/consumer/draft')).json()).toMatchObject({ revision: 0 })
    await person.call('PUT', '/api/onboarding/consumer/draft', { draft: { firstName: 'Ada' }, revision: 0 })
    await submittedBusiness(person)
    expect((await person.call('GET', PATH)).json()).toMatchObject({ draft: null })
    expect((await person.call('GET', '/api/onboarding/consumer/draft')).json()).toMatchObject({ revision: 1 })
  })

  test('A06 R20 is locked once the company is verified', async () => {
    const person = await submittedBusiness(await app.signIn())
    await approve(admin, person.id, 'business')
    const before = await rowsOf(app.database, person.id)
    for (const answer of [
      await person.call('PUT', PATH, { draft: { legalName: 'Fern' }, revision: 0 }),
      await submit(person, BUSINESS),
      await submit(person, { ...BUSINESS, legalName: 'Other' }),
      await person.call('PUT', '/api/user/update-profile', { name: 'Somebody Else' }),
    ]) {
      expect(answer.statusCode).toBe(409)
      expect(answer.json()).toMatchObject({ error: 'PROFILE_LOCKED' })
    }
    expect(await rowsOf(app.database, person.id)).toEqual(before)
  })

  test('R28 refuses more than a form can contain', async () => {
    const person = await app.signIn()
    const owner = { id: 'o1' }
    for (const draft of [
      { legalName: 'x'.repeat(401) },
      { beneficialOwners: Array(9).fill(owner) },
      { beneficialOwners: [{ ...owner, id: '../x' }] },
      { noUboReason: 'because' },
      { legalName: 'a\u0000' },
    ])
      expect((await person.call('PUT', PATH, { draft, revision: 0 })).statusCode).toBe(400)
  })
})
