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
  registeredAddress: '1 Fern Lane\nBristol',
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
  it('is read without what is blank, and kept with numbers in their one form', () => {
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

  it('of a company abroad keeps its numbers as they are', () => {
    const abroad = {
      ...FORM,
      registrationCountry: 'DE',
      companyNumber: 'HRB 99',
      taxNumber: 'DE 1',
      bankCountry: 'DE',
    }
    const read = BusinessSubmission.parse({ ...abroad, bankAccountNumber: 'DE89 3704', bankSortCode: '' })
    expect(businessProblems(read)).toEqual({})
    expect(normalAnswers(read)).toMatchObject({ companyNumber: 'HRB 99', bankAccountNumber: 'DE89 3704' })
  })

  it('says everything that is wrong at once', () => {
    const problems = businessProblems({
      ...FORM,
      companyNumber: 'x',
      taxNumber: '1',
      bankSortCode: '1',
      userType: '',
    })
    expect(Object.keys(problems)).toEqual(['companyNumber', 'taxNumber', 'bankSortCode', 'userType'])
  })

  it('names the required fields that are empty by their labels', () => {
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

  it('turns only the text of a number into one', () => {
    for (const ownershipPercent of [true, [30], {}, '0x1E', 'thirty', null]) {
      const owner = { ...FORM.beneficialOwners[0], ownershipPercent }
      const { error } = BusinessSubmission.safeParse({ ...FORM, beneficialOwners: [owner] })
      expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['beneficialOwners.0.ownershipPercent'])
    }
  })
})

const ADA = { name: 'Ada Lovelace', birthDate: '1971-03', email: 'ada@fern.example' }

describe('the representatives', () => {
  it('may be one alone; a second with nothing in any field was left out', () => {
    expect(representativeProblems({ primaryRepresentative: ADA })).toEqual({})
    const blank = { name: '', title: ' ', powers: null, email: undefined }
    expect(hasSecondaryRepresentative({ secondaryRepresentative: blank })).toBe(false)
    expect(representativeProblems({ primaryRepresentative: ADA, secondaryRepresentative: blank })).toEqual({})
  })

  it('need a name, a birth and an email each', () => {
    expect(Object.keys(representativeProblems({ secondaryRepresentative: { title: 'Director' } }))).toEqual([
      'primaryRepresentative.name',
      'primaryRepresentative.birthDate',
      'primaryRepresentative.email',
      'secondaryRepresentative.name',
      'secondaryRepresentative.birthDate',
      'secondaryRepresentative.email',
    ])
  })

  it.each(['ada@fern.example', ' ADA@Fern.example '])('are not both reached at %j', (email) => {
    const problems = representativeProblems({
      primaryRepresentative: ADA,
      secondaryRepresentative: { name: 'Ben', birthDate: '1980-12', email },
    })
    expect(Object.keys(problems)).toEqual(['secondaryRepresentative.email'])
  })

  it('without any email are not called the same person', () => {
    const problems = representativeProblems({
      primaryRepresentative: {},
      secondaryRepresentative: { name: 'Ben' },
    })
    expect(problems['secondaryRepresentative.email']).toBe('Enter an email address')
  })
})
