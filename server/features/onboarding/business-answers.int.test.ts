import { beforeAll, describe, expect, test } from 'vitest'
import {
  BUSINESS_FIELD_NAMES,
  BUSINESS_PARTS,
  type BusinessFieldName,
  businessField,
  fieldsOfBusinessPart,
  isBusinessPart,
  isRequiredBusinessField,
} from '#contract/onboarding/business-fields.ts'
import {
  MANAGER_FIELDS,
  OWNER_FIELDS,
  type PersonFields,
  REPRESENTATIVE_FIELDS,
} from '#contract/onboarding/business-people.ts'
import { businessText } from '#domain/business/business-parts.ts'
import { HELD_DATA } from '#server/features/privacy/exports/held-data.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { acceptRiskDisclosure, BUSINESS, submittedBusiness } from '#server/testing/journeys.ts'
import { approve, openCase } from '#server/testing/reviews.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.signIn({ role: 'admin' })
})

const submit = (person: TestUser, answers: object) => person.call('POST', '/api/onboarding/business', answers)

describe('every field about the company', () => {
  /** An answer to each, in the form in which it is stored. */
  const given: Record<BusinessFieldName, string> = {
    legalName: 'Fern Hill Limited',
    registeredAddress: '1 Fern Lane\nBristol\nBS99 1AA',
    registrationCountry: 'GB',
    companyNumber: '01234567',
    taxNumber: 'GB 980 7806 84',
    lei: '000000FERNHILL000079',
    email: 'office@fern.example',
    registryName: 'Verra',
    registryAccount: '1042',
    bankCountry: 'GB',
    bankName: 'Fern Bank',
    bankSortCode: '12-34-56',
    bankAccountNumber: '12345678',
    settlementContactName: 'Cay Fern',
    settlementContactEmail: 'cay@fern.example',
    settlementContactPhone: '+44 20 7946 0142',
  }
  let person: TestUser
  beforeAll(async () => {
    person = await app.signIn()
    await acceptRiskDisclosure(person)
    await person.call('PUT', '/api/onboarding/business/draft', { draft: given, revision: 0 })
  })

  test('is stored in the draft, submitted, read back and exported', async () => {
    const stored = await person.call('GET', '/api/onboarding/business/draft')
    expect(stored.json().draft).toEqual(given)

    const answer = await submit(person, { ...BUSINESS, ...given })
    expect(answer.statusCode).toBe(200)
    const { data } = (await admin.call('GET', `/api/admin/users/${person.id}`)).json()
    const section = HELD_DATA.find(({ name }) => name === 'company')
    const { rows } = await app.database.pool.query(section?.query ?? '', [person.id])
    const exported = section?.open?.(rows[0], { db: app.database.db, userId: person.id })
    const named = Object.fromEntries(
      BUSINESS_FIELD_NAMES.map((name) => [businessField(name).wire, given[name]]),
    )
    expect(answer.json().profile).toMatchObject(named)
    expect(data.business_profile).toMatchObject(named)
    expect(exported).toMatchObject(named)
    expect(exported).not.toHaveProperty('details')
  })

  test('is compared under its part', async () => {
    const { items } = await openCase(admin, person.id, 'business')
    for (const part of Object.keys(BUSINESS_PARTS).filter(isBusinessPart))
      for (const name of fieldsOfBusinessPart(part))
        expect(items.find(({ item }) => item === part)?.after).toContain(
          `${businessField(name).short}: ${businessText(name, given[name], 'GB')}`,
        )
  })

  test('is empty if it is optional and left out, and a country is then the United Kingdom', async () => {
    const other = await app.signIn()
    await acceptRiskDisclosure(other)
    const { beneficialOwners, primaryRepresentative, userType, declarations } = BUSINESS
    const needed = BUSINESS_FIELD_NAMES.filter(isRequiredBusinessField)
    const { profile } = (
      await submit(other, {
        ...{ beneficialOwners, primaryRepresentative, userType, declarations },
        ...Object.fromEntries(needed.map((name) => [name, given[name]])),
      })
    ).json()
    for (const name of BUSINESS_FIELD_NAMES) {
      const { wire, input } = businessField(name)
      const expected = needed.includes(name) ? given[name] : input === 'country' ? 'GB' : null
      expect([name, profile[wire]]).toEqual([name, expected])
    }
  })

  test('R28 is asked for if it is required, and only then', async () => {
    const other = await app.signIn()
    await acceptRiskDisclosure(other)
    const { beneficialOwners, primaryRepresentative, userType, declarations } = BUSINESS
    const answer = await submit(other, { beneficialOwners, primaryRepresentative, userType, declarations })
    expect(Object.keys(answer.json().fields)).toEqual(BUSINESS_FIELD_NAMES.filter(isRequiredBusinessField))
  })
})

describe('every field about a person of the company', () => {
  /** An answer to each, in the form in which it is stored. */
  const manager: Record<keyof typeof MANAGER_FIELDS, string> = {
    fullName: 'Ada Fern',
    birthDate: '1971-03-09',
    nationality: 'NO',
    residenceCountry: 'SE',
  }
  const owner: Record<keyof typeof OWNER_FIELDS, string | number> = {
    ...manager,
    ownershipPercent: 37.5,
    heldThrough: 'Fern Holdings',
  }
  const representative: Record<keyof typeof REPRESENTATIVE_FIELDS, string> = {
    name: 'Cay Hill',
    birthDate: '1980-11',
    title: 'Finance Director',
    powers: 'Sole signatory',
    email: 'cay@fern.example',
  }
  const { beneficialOwners: _, ...rest } = BUSINESS

  test.each([
    ['an owner', 'beneficialOwners', OWNER_FIELDS, owner, { beneficialOwners: [{ id: 'o1', ...owner }] }],
    [
      'the senior managing person',
      'seniorManager',
      MANAGER_FIELDS,
      manager,
      { noUboReason: 'non-profit', seniorManager: manager },
    ],
    [
      'a representative',
      'representatives',
      REPRESENTATIVE_FIELDS,
      representative,
      { ...BUSINESS, primaryRepresentative: representative },
    ],
  ] as const)('of %s is submitted, read back and exported', async (_who, wire, fields, given, answers) => {
    const person = await app.signIn()
    await acceptRiskDisclosure(person)
    const answer = await submit(person, { ...rest, ...answers })
    expect(answer.statusCode).toBe(200)
    const { data } = (await admin.call('GET', `/api/admin/users/${person.id}`)).json()
    const named = namedOnTheWire(fields, given)
    for (const profile of [answer.json().profile, data.business_profile])
      expect([profile[wire]].flat()[0]).toMatchObject(named)

    const section = HELD_DATA.find(({ name }) => name === 'company_people')
    const { rows } = await app.database.pool.query(section?.query ?? '', [person.id])
    const exported = rows.map((row) => section?.open?.(row, { db: app.database.db, userId: person.id }))
    const { name, ownership_percent, ...others } = named
    const matching = { ...others, ...(name !== undefined && { full_name: name }) }
    expect(exported).toContainEqual(expect.objectContaining(matching))
    for (const row of exported) expect(row).not.toHaveProperty('details')
    if (ownership_percent !== undefined)
      expect(exported.map((row) => Number(row?.ownership_percent))).toContain(ownership_percent)
  })

  function namedOnTheWire(fields: PersonFields, given: Readonly<Record<string, unknown>>) {
    return Object.fromEntries(Object.entries(fields).map(([name, { wire }]) => [wire, given[name]]))
  }
})

test('owners of more than 100 % together are taken and approved where some hold through others', async () => {
  const owner = { fullName: 'Ada Fern', birthDate: '1971-03', nationality: 'GB', residenceCountry: 'GB' }
  const person = await app.signIn()
  const answersWith = (heldThrough?: string) => ({
    beneficialOwners: [
      { ...owner, ownershipPercent: 100 },
      { ...owner, fullName: 'Ben Fern', ownershipPercent: '33.34', heldThrough },
    ],
  })
  const refused = await submit(person, { ...BUSINESS, ...answersWith() })
  expect([refused.statusCode, refused.json().fields?.beneficialOwners]).toEqual([
    400,
    expect.stringMatching(/^The shares held directly come to 133\.34%/),
  ])
  await submittedBusiness(person, answersWith('Fern Holdings AS'))
  const { profile } = (await person.call('GET', '/api/onboarding/business/profile')).json()
  expect(profile.beneficialOwners).toMatchObject([
    { ownership_percent: 100, held_through: null },
    { ownership_percent: 33.34, held_through: 'Fern Holdings AS' },
  ])
  const { items } = await openCase(admin, person.id, 'business')
  expect(items.find(({ item }) => item === 'owner:o2')?.after).toContain('Held through: Fern Holdings AS')
  await approve(admin, person.id, 'business')
})

test('an answer that is left out of the next submission is deleted', async () => {
  const person = await submittedBusiness(await app.signIn())
  const { taxNumber: _, ...rest } = BUSINESS
  for (const step of ['withdraw', 'start-again'])
    expect((await person.call('POST', `/api/onboarding/${step}`, { kind: 'business' })).statusCode).toBe(200)
  expect((await submit(person, rest)).json().profile.tax_number).toBeNull()
})

test.each([
  ['blank', '  ', null],
  ['typed in small letters with spaces', '0000 00fe rnhi ll00 0079', '000000FERNHILL000079'],
])('an LEI may be %s', async (_name, lei, stored) => {
  const person = await submittedBusiness(await app.signIn(), { lei })
  const { profile } = (await person.call('GET', '/api/onboarding/business/profile')).json()
  expect(profile.lei).toBe(stored)
})

test('R29 an LEI with wrong check digits is refused with its name', async () => {
  const person = await app.signIn()
  await acceptRiskDisclosure(person)
  const answer = await submit(person, { ...BUSINESS, lei: '000000FERNHILL000097' })
  expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ['lei']])
})
