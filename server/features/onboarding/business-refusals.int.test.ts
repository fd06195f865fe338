import { beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { acceptRiskDisclosure, BUSINESS } from '#server/testing/journeys.ts'
import { mailRows } from '#server/testing/mail-rows.ts'
import { openCase } from '#server/testing/reviews.ts'
import { eventsOf, rowsOf } from '#server/testing/snapshots.ts'

let app: TestApp
let ready: TestUser
beforeAll(async () => {
  app = await testApp()
  ready = await app.signIn()
  await acceptRiskDisclosure(ready)
})

const submit = (person: TestUser, answers: unknown) =>
  person.call('POST', '/api/onboarding/business', answers)
const OWNER = {
  fullName: 'Ada Fern',
  birthDate: '1971-03',
  nationality: 'GB',
  residenceCountry: 'GB',
  ownershipPercent: 30,
}
const CAY = { name: 'Cay Fern', birthDate: '1980-12', email: 'cay@fern.example' }
const MANAGER = { fullName: 'Dee Fern', birthDate: '1966-01', nationality: 'GB', residenceCountry: 'GB' }
const owners = (...beneficialOwners: object[]) => ({ beneficialOwners })

describe('R29 invalid company data', () => {
  test.each<[string, object, string[]]>([
    ['without a name', { legalName: ' ' }, ['legalName']],
    ['without an address', { registeredAddress: null }, ['registeredAddress']],
    ['without a postcode', { registeredAddress: '1 Fern Lane\nBristol' }, ['registeredAddress']],
    ['without a number', { companyNumber: '' }, ['companyNumber']],
    ['with a number that is none', { companyNumber: '123456789' }, ['companyNumber']],
    ['of no country', { registrationCountry: 'XX' }, ['registrationCountry']],
    ['with a tax number of wrong digits', { taxNumber: 'GB 980 7806 85' }, ['taxNumber']],
    ['with an email that is none', { email: 'office@' }, ['email']],
    ['with an email of two lines', { email: 'a@fern.example\nBcc: x@evil.example' }, ['email']],
    ['with a registry and no account', { registryAccount: '' }, ['registryAccount']],
    ['with an account and no bank', { bankName: null }, ['bankName']],
    ['with an account of 7 digits', { bankAccountNumber: '1234567' }, ['bankAccountNumber']],
    ['with a sort code of 5 digits', { bankSortCode: '12345' }, ['bankSortCode']],
    ['without a sort code in the United Kingdom', { bankSortCode: '' }, ['bankSortCode']],
    ['with a contact nobody can reach', { settlementContactPhone: '' }, ['settlementContactEmail']],
    ['with a contact without a name', { settlementContactName: '' }, ['settlementContactName']],
    ['with a phone number that cannot be', { settlementContactPhone: '+44 1' }, ['settlementContactPhone']],
    ['with neither owners nor a reason', owners(), ['noUboReason']],
    ['with owners and a reason', { noUboReason: 'listed' }, ['noUboReason']],
    ['with an unknown reason', { ...owners(), noUboReason: 'secret' }, ['noUboReason']],
    [
      'without its senior manager',
      { ...owners(), noUboReason: 'non-profit' },
      [
        'seniorManager.fullName',
        'seniorManager.birthDate',
        'seniorManager.nationality',
        'seniorManager.residenceCountry',
      ],
    ],
    [
      'with half a senior manager',
      { ...owners(), noUboReason: 'non-profit', seniorManager: { ...MANAGER, nationality: 'ZZ' } },
      ['seniorManager.nationality'],
    ],
    [
      'with an owner below 25 %',
      owners({ ...OWNER, ownershipPercent: 24.99 }),
      ['beneficialOwners.0.ownershipPercent'],
    ],
    [
      'with a share of three decimals',
      owners({ ...OWNER, ownershipPercent: '33.333' }),
      ['beneficialOwners.0.ownershipPercent'],
    ],
    [
      'with a share in hexadecimal',
      owners({ ...OWNER, ownershipPercent: '0x1E' }),
      ['beneficialOwners.0.ownershipPercent'],
    ],
    [
      'with one owner twice',
      owners(OWNER, { ...OWNER, fullName: 'ADA  FERN' }),
      ['beneficialOwners.1.fullName'],
    ],
    [
      'with one id twice',
      owners({ ...OWNER, id: 'a' }, { ...OWNER, id: 'a', fullName: 'Ben' }),
      ['beneficialOwners.1.id'],
    ],
    ['without the birth of an owner', owners({ ...OWNER, birthDate: '' }), ['beneficialOwners.0.birthDate']],
    [
      'with an owner born in a year alone',
      owners({ ...OWNER, birthDate: '1971' }),
      ['beneficialOwners.0.birthDate'],
    ],
    [
      'with an owner born next month',
      owners({ ...OWNER, birthDate: '2026-04' }),
      ['beneficialOwners.0.birthDate'],
    ],
    [
      'without the birth of a representative',
      { primaryRepresentative: { ...CAY, birthDate: null } },
      ['primaryRepresentative.birthDate'],
    ],
    ['with an id of ours', owners({ ...OWNER, id: 'senior-manager' }), ['beneficialOwners.0.id']],
    ['with an id that is no id', owners({ ...OWNER, id: '../../x' }), ['beneficialOwners.0.id']],
    ['with nine owners', owners(...Array<object>(9).fill(OWNER)), ['beneficialOwners']],
    [
      'without a representative',
      { primaryRepresentative: null },
      ['primaryRepresentative.name', 'primaryRepresentative.email'],
    ],
    [
      'with one representative twice',
      { secondaryRepresentative: { ...CAY, name: 'Cay', email: 'CAY@fern.example' } },
      ['secondaryRepresentative.email'],
    ],
    [
      'with half a second representative',
      { secondaryRepresentative: { title: 'Director' } },
      ['secondaryRepresentative.name', 'secondaryRepresentative.email'],
    ],
    ['without a user type', { userType: '' }, ['userType']],
    ['with a flag of another user type', { userType: 'sell', is_investor: true }, ['userType']],
    ['without the first declaration', { declarations: { authorised: true } }, ['declarations.accurate']],
    [
      'without the second',
      { declarations: { accurate: true, authorised: false } },
      ['declarations.authorised'],
    ],
    ['without any', { declarations: undefined }, ['declarations.accurate', 'declarations.authorised']],
  ])('R29 %s is refused at its field, and nothing is changed', async (_name, wrong, fields) => {
    const before = await rowsOf(app.database, ready.id)
    const answer = await submit(ready, { ...BUSINESS, ...wrong })
    expect(answer.statusCode).toBe(400)
    const body = answer.json()
    expect(body.error).toBe('VALIDATION_ERROR')
    expect(Object.keys(body.fields)).toEqual(fields)
    for (const text of Object.values(body.fields)) expect(text).toMatch(/^[A-Z].{8,}[^.]$/)
    expect(await rowsOf(app.database, ready.id)).toEqual(before)
  })

  test('R28 R29 everything that is wrong is named at once, including the risk disclosure', async () => {
    const answer = await submit(await app.signIn(), {
      ...BUSINESS,
      companyNumber: 'x',
      bankSortCode: '1',
      declarations: {},
    })
    expect(Object.keys(answer.json().fields)).toEqual([
      'companyNumber',
      'bankSortCode',
      'riskDisclosureAccepted',
      'declarations.accurate',
      'declarations.authorised',
    ])
  })

  test.each([
    null,
    [],
    'text',
    7,
    true,
    { beneficialOwners: 'all' },
    { primaryRepresentative: [] },
    { legalName: {} },
  ])('R28 a body like %j is refused without a crash', async (body) => {
    const answer = await ready.call('POST', '/api/onboarding/business', JSON.stringify(body), {
      'content-type': 'application/json',
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error).toBe('VALIDATION_ERROR')
  })

  test('R28 a deeply nested body is refused without a crash', async () => {
    const deep = `{"legalName":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    const answer = await ready.call('POST', '/api/onboarding/business', deep, {
      'content-type': 'application/json',
    })
    expect(answer.statusCode).toBe(400)
  })

  test('R54 a submission without a captcha answer is refused if one is required', async () => {
    const strict = await testApp({ env: { CAPTCHA: 'on' } })
    const person = await strict.signIn()
    await acceptRiskDisclosure(person)
    expect((await submit(person, BUSINESS)).json().error).toBe('CAPTCHA_FAILED')
    expect((await person.call('GET', '/api/onboarding/business/case')).json()).toEqual({ case: null })
  })
})

describe('R14 R16 fields that the caller may not set', () => {
  test('R14 A01 another’s id is refused, and the attempt is recorded', async () => {
    const victim = await app.signIn()
    const before = await rowsOf(app.database, victim.id)
    for (const claimed of [{ userId: victim.id }, { auth0Id: victim.auth0Id }]) {
      const answer = await submit(ready, { ...BUSINESS, ...claimed })
      expect(answer.statusCode).toBe(403)
      expect(answer.json().message).toBe('You can only act on your own account.')
    }
    expect(await rowsOf(app.database, victim.id)).toEqual(before)
    expect(await eventsOf(app.database, ready.id, 'auth.mismatch')).toHaveLength(2)
  })

  test('A05 R16 the server’s own fields are never written', async () => {
    const person = await app.signIn()
    await acceptRiskDisclosure(person)
    const answer = await submit(person, {
      ...BUSINESS,
      userId: person.id,
      id: 1,
      verification_status: 'verified',
      cdd_status: 'approved',
      is_admin: true,
      created_at: '2020-01-01T00:00:00Z',
      beneficialOwners: [{ ...OWNER, decision: 'accepted' }],
    })
    expect(answer.json().profile).toMatchObject({
      verification_status: 'submitted',
      cdd_status: 'submitted',
      created_at: app.clock.now.toISOString(),
    })
    expect((await person.call('GET', '/api/auth/user')).json().user).toMatchObject({ is_admin: false })
  })

  test('R31 names reach the reviewer byte for byte, without characters that reverse text', async () => {
    const person = await app.signIn()
    await acceptRiskDisclosure(person)
    const legalName = '<b>Fern</b> & "Söhne"\u202e dtL'
    const answer = await submit(person, {
      ...BUSINESS,
      legalName,
      ...owners({ ...OWNER, fullName: '李 小龍\r\nBcc: x@evil.example' }),
      primaryRepresentative: { ...CAY, title: 'Mu\u0308ller' },
    })
    expect(answer.statusCode).toBe(200)
    const admin = await app.signIn({ role: 'admin' })
    const review = await openCase(admin, person.id, 'business')
    const text = JSON.stringify(review.items)
    expect(text).toContain('<b>Fern</b> & \\"Söhne\\" dtL')
    expect(text).toContain('Beneficial owner: 李 小龍 Bcc: x@evil.example')
    expect(text).toContain('M\u00fcller')
    const rows = await mailRows(app.database, 'select html, subject from mails where user_id = $1', person.id)
    expect(rows[0].html).not.toContain('<b>Fern')
    expect(rows[0].subject).not.toMatch(/[\r\n]/)
  })

  test('R60 the log contains neither numbers nor names of a company', () => {
    const log = app.logged.join('\n')
    expect(log).not.toMatch(/Fern|12345678|980 ?7806|fern\.example/)
  })
})
