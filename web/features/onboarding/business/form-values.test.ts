import { describe, expect, test } from 'vitest'
import { BusinessDraft, type BusinessProfile } from '#contract/onboarding/business.ts'
import { isSameDraft } from '../journey/draft-merge.ts'
import { draftFromProfile } from './business-page.tsx'
import {
  askedOf,
  type BusinessValues,
  draftFromValues,
  laterStep,
  newOwner,
  valuesFromDraft,
} from './form-values.ts'

const EMPTY = valuesFromDraft({}, 'amara@fernhill.example')
const ADA_GIVEN = {
  id: 'o1',
  fullName: 'Ada',
  birthDate: '1971-3-',
  nationality: 'GB',
  residenceCountry: 'FR',
  ownershipPercent: '37.5',
}
const ADA = { ...ADA_GIVEN, heldThrough: '' }
const MANAGER = { fullName: 'Eve', birthDate: '', nationality: 'GB', residenceCountry: '' }
const FULL: BusinessValues = {
  ...EMPTY,
  legalName: 'Fern Hill Limited',
  registrationCountry: 'DE',
  beneficialOwners: [ADA],
  primaryRepresentative: {
    name: 'Ben',
    birthDate: '',
    title: '',
    powers: 'Board resolution',
    email: 'ben@fern.example',
  },
  userType: 'sell',
  step: 'owners',
}

describe('a company’s draft', () => {
  test('contains what was answered and nothing else, in the account’s format', () => {
    const draft = draftFromValues(FULL)
    expect(draft).toEqual({
      legalName: 'Fern Hill Limited',
      registrationCountry: 'DE',
      bankCountry: 'GB',
      email: 'amara@fernhill.example',
      beneficialOwners: [ADA_GIVEN],
      primaryRepresentative: { name: 'Ben', powers: 'Board resolution', email: 'ben@fern.example' },
      userType: 'sell',
      step: 'owners',
    })
    expect(BusinessDraft.parse(draft)).toEqual(draft)
  })

  test('survives a reload', () => {
    expect(valuesFromDraft(draftFromValues(FULL), null)).toEqual(FULL)
  })

  test('keeps a half-typed country open', () => {
    const typing = { ...FULL, registrationCountry: '', bankCountry: '' }
    const draft = draftFromValues(typing)
    expect(BusinessDraft.parse(draft)).toEqual(draft)
    expect(valuesFromDraft(draft, null)).toEqual(typing)
  })

  test('keeps an added owner without any answers yet', () => {
    const owner = newOwner()
    const draft = draftFromValues({ ...EMPTY, beneficialOwners: [owner] })
    expect(draft.beneficialOwners).toEqual([{ id: owner.id }])
    expect(BusinessDraft.safeParse(draft).success).toBe(true)
    expect(valuesFromDraft(draft, null).beneficialOwners).toEqual([owner])
  })

  test('is unchanged if it contains only what was filled in', () => {
    const draft = draftFromValues(EMPTY)
    expect(isSameDraft(draft, draftFromValues(valuesFromDraft(draft, null)))).toBe(true)
  })

  test('shows no more owners than there can be', () => {
    const owners = [...'123456789'].map((id) => ({ ...ADA, id }))
    expect(valuesFromDraft({ beneficialOwners: owners }, null).beneficialOwners).toHaveLength(8)
  })
})

test('does not fill in a removed email again', () => {
  const draft = draftFromValues({ ...FULL, email: '' })
  expect(BusinessDraft.safeParse(draft).success).toBe(true)
  expect(valuesFromDraft(draft, 'amara@fernhill.example').email).toBe('')
})

test('a submitted profile is read back into the fields', () => {
  const profile = {
    legal_name: 'Fern Hill Limited',
    registered_address: '1 Fern Lane',
    registration_country: 'GB',
    company_number: '01234567',
    tax_number: null,
    email: null,
    bank_country: 'GB',
    no_ubo_reason: null,
    user_type: 'sell',
    representatives: [
      {
        id: 'primary',
        name: 'Ben',
        birth_date: '1980-12',
        title: null,
        email: 'ben@fern.example',
        powers: null,
        is_primary: true,
      },
    ],
    beneficialOwners: [
      {
        id: 'o1',
        full_name: 'Ada',
        birth_date: '1971-3-',
        nationality: 'GB',
        residence_country: 'FR',
        ownership_percent: 37.5,
        held_through: null,
      },
    ],
    seniorManager: null,
  } as unknown as BusinessProfile
  const values = valuesFromDraft(draftFromProfile(profile, null), 'amara@fernhill.example')
  expect(values).toEqual({
    ...EMPTY,
    email: '',
    legalName: 'Fern Hill Limited',
    registeredAddress: '1 Fern Lane',
    companyNumber: '01234567',
    beneficialOwners: [ADA],
    primaryRepresentative: {
      name: 'Ben',
      birthDate: '1980-12',
      title: '',
      powers: '',
      email: 'ben@fern.example',
    },
    userType: 'sell',
    step: 'review',
  })
})

describe('submitted answers', () => {
  test.each<[string, Partial<BusinessValues>, string[]]>([
    ['with an owner: neither a reason nor a manager', { noUboReason: 'non-profit' }, []],
    [
      'with a reason: the senior manager too',
      { beneficialOwners: [], noUboReason: 'non-profit' },
      ['noUboReason', 'seniorManager'],
    ],
    [
      'of a listed company: the reason alone',
      { beneficialOwners: [], noUboReason: 'listed' },
      ['noUboReason'],
    ],
  ])('%s', (_name, change, expected) => {
    const asked = askedOf({ ...FULL, seniorManager: MANAGER, ...change })
    expect(Object.keys(asked).filter((name) => name === 'noUboReason' || name === 'seniorManager')).toEqual(
      expected,
    )
    expect(asked).not.toHaveProperty('step')
  })
})

test.each([
  ['', 'company', 'company'],
  ['owners', 'company', 'owners'],
  ['company', 'owners', 'owners'],
  ['of another version', 'company', 'company'],
] as const)('of “%s” and %s the later step is %s', (first, second, later) => {
  expect(laterStep(first, second)).toBe(later)
})
