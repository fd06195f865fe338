import { describe, expect, it } from 'vitest'
import { BusinessSubmission } from '#contract/onboarding/business.ts'
import {
  businessProblems,
  hasSecondaryRepresentative,
  missingBusinessFields,
  missingFieldsMessage,
  normalAnswers,
  representativeProblems,
} from './business-check.ts'

const FORM = {
  legalName: 'Fern Hill Limited',
  registeredAddress: '1 Fern Lane\nBristol BS99 1AA',
  companyNumber: 'sc 1234',
  taxNumber: 'GB 980 7806 84',
  bankName: 'Fern Bank',
  bankAccountNumber: '1234 5678',
  bankSortCode: '123456',
  beneficialOwners: [
    {
      id: 'o1',
      fullName: 'Ada Lovelace',
      birthDate: '1971-3-',
      nationality: 'GB',
      residenceCountry: 'GB',
      ownershipPercent: '37,5 %',
    },
  ],
  primaryRepresentative: {
    name: 'Ada Lovelace',
    birthDate: '1971-03-09',
    title: ' Director ',
    powers: '',
    email: 'ada@fern.example',
  },
  secondaryRepresentative: { name: '', birthDate: '', title: '', powers: '', email: null },
  noUboReason: null,
  seniorManager: { fullName: 'Ben', nationality: 'GB', residenceCountry: 'GB' },
  userType: 'corporate',
}

describe('the business form', () => {
  it('is read without blank fields, and stored with numbers in their one form', () => {
    const read = BusinessSubmission.parse(FORM)
    expect(businessProblems(read)).toEqual({})
    expect(normalAnswers(read)).toMatchObject({
      companyNumber: 'SC001234',
      taxNumber: 'GB 980 7806 84',
      bankAccountNumber: '12345678',
      bankSortCode: '12-34-56',
      registrationCountry: 'GB',
      beneficialOwners: [{ id: 'o1', birthDate: '1971-03', ownershipPercent: 37.5 }],
      primaryRepresentative: { title: 'Director' },
      secondaryRepresentative: undefined,
      seniorManager: undefined,
    })
  })

  it('of a company abroad leaves its numbers unchanged', () => {
    const abroad = {
      ...FORM,
      registrationCountry: 'DE',
      companyNumber: 'HRB 99',
      taxNumber: 'DE 1',
      bankCountry: 'DE',
    }
    const read = BusinessSubmission.parse({ ...abroad, bankAccountNumber: '0532 0130', bankSortCode: '' })
    expect(businessProblems(read)).toEqual({})
    expect(normalAnswers(read)).toMatchObject({ companyNumber: 'HRB 99', bankAccountNumber: '0532 0130' })
  })

  it('lists everything that is wrong at once', () => {
    const problems = businessProblems({
      ...FORM,
      companyNumber: 'x',
      taxNumber: '1',
      bankSortCode: '1',
      userType: '',
    })
    expect(Object.keys(problems)).toEqual(['companyNumber', 'taxNumber', 'bankSortCode', 'userType'])
  })

  it('names empty required fields by their labels', () => {
    const missing = missingBusinessFields({ legalName: ' ', companyNumber: '1' })
    expect(missing.map(({ field }) => field)).toEqual(['legalName', 'registeredAddress'])
    expect(missingFieldsMessage(missing)).toBe('Please complete these fields: Legal Name, Registered Address')
    expect(Object.keys(businessProblems({}))).toEqual([
      'legalName',
      'registeredAddress',
      'companyNumber',
      'noUboReason',
      'primaryRepresentative.name',
      'primaryRepresentative.birthDate',
      'primaryRepresentative.email',
      'userType',
    ])
  })

  it('converts only text that is a number', () => {
    for (const ownershipPercent of [true, [30], {}, '0x1E', 'thirty', null]) {
      const owner = { ...FORM.beneficialOwners[0], ownershipPercent }
      const { error } = BusinessSubmission.safeParse({ ...FORM, beneficialOwners: [owner] })
      expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['beneficialOwners.0.ownershipPercent'])
    }
  })
})

const ADA = { name: 'Ada Lovelace', birthDate: '1971-03', email: 'ada@fern.example' }

describe('the representatives', () => {
  it('may be only one; a second with all fields empty was left out', () => {
    expect(representativeProblems({ primaryRepresentative: ADA })).toEqual({})
    const blank = { name: '', title: ' ', powers: null, email: undefined }
    expect(hasSecondaryRepresentative({ secondaryRepresentative: blank })).toBe(false)
    expect(representativeProblems({ primaryRepresentative: ADA, secondaryRepresentative: blank })).toEqual({})
  })

  it('each need a name, a date of birth and an email', () => {
    expect(Object.keys(representativeProblems({ secondaryRepresentative: { title: 'Director' } }))).toEqual([
      'primaryRepresentative.name',
      'primaryRepresentative.birthDate',
      'primaryRepresentative.email',
      'secondaryRepresentative.name',
      'secondaryRepresentative.birthDate',
      'secondaryRepresentative.email',
    ])
  })

  it.each(['ada@fern.example', ' ADA@Fern.example '])('can’t both have the address %j', (email) => {
    const problems = representativeProblems({
      primaryRepresentative: ADA,
      secondaryRepresentative: { name: 'Ben', birthDate: '1980-12', email },
    })
    expect(Object.keys(problems)).toEqual(['secondaryRepresentative.email'])
  })

  it('can’t be one person twice, whatever the address, but two with one name', () => {
    const second = { ...ADA, name: ' ada  LOVELACE', email: 'other@fern.example' }
    const problems = representativeProblems({ primaryRepresentative: ADA, secondaryRepresentative: second })
    expect(Object.keys(problems)).toEqual(['secondaryRepresentative.name'])
    const namesake = { ...second, birthDate: '1980-12' }
    expect(representativeProblems({ primaryRepresentative: ADA, secondaryRepresentative: namesake })).toEqual(
      {},
    )
    const accepted = { mayOmit: () => true }
    expect(
      representativeProblems({ primaryRepresentative: ADA, secondaryRepresentative: second }, accepted),
    ).toEqual({})
  })

  it('are two if the first acts jointly, unless that was accepted', () => {
    const joint = { primaryRepresentative: { ...ADA, powers: 'Director, acting jointly' } }
    expect(Object.keys(representativeProblems(joint))).toEqual(['primaryRepresentative.powers'])
    expect(representativeProblems(joint, { mayOmit: () => true })).toEqual({})
    const second = { name: 'Ben', birthDate: '1980-12', email: 'ben@fern.example' }
    expect(representativeProblems({ ...joint, secondaryRepresentative: second })).toEqual({})
  })

  it('are not called the same person if neither has an email', () => {
    const problems = representativeProblems({
      primaryRepresentative: {},
      secondaryRepresentative: { name: 'Ben' },
    })
    expect(problems['secondaryRepresentative.email']).toBe('Enter an email address')
  })
})
