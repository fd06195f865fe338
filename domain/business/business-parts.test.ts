import { describe, expect, it } from 'vitest'
import { ItemKey } from '#contract/verification/cases.ts'
import { businessParts, partText, partValues } from './business-parts.ts'
import type { IdentifiedAnswers } from './owner-ids.ts'

const ADA = { fullName: 'Ada Lovelace', nationality: 'GB', residenceCountry: 'FR' } as const
const ANSWERS: IdentifiedAnswers = {
  legalName: 'Fern Hill Limited',
  registeredAddress: '1 Fern Lane\nBristol',
  registrationCountry: 'GB',
  companyNumber: '01234567',
  taxNumber: '980 7806 84',
  bankCountry: 'GB',
  beneficialOwners: [{ ...ADA, id: 'o1', ownershipPercent: 37.5 }],
  primaryRepresentative: { name: 'Ben Byron', email: 'ben@fern.example', title: 'Director' },
  userType: 'corporate',
}
const textOf = (answers: IdentifiedAnswers, key: string) => {
  const part = businessParts(answers).find((part) => part.key === key)
  return part && partText(part, 'us')
}

describe('the parts of a company', () => {
  it('have keys the contract knows, and labels that name the person', () => {
    const parts = businessParts({
      ...ANSWERS,
      secondaryRepresentative: { name: 'Cay', email: 'cay@fern.example' },
    })
    expect(parts.map(({ key, label }) => [key, label])).toEqual([
      ['registration', 'Company registration'],
      ['settlement', 'Settlement details'],
      ['owner:o1', 'Beneficial owner: Ada Lovelace'],
      ['representative:primary', 'Primary representative: Ben Byron'],
      ['representative:secondary', 'Secondary representative: Cay'],
    ])
    for (const { key } of parts) expect(ItemKey.safeParse(key).success).toBe(true)
  })

  it('include the reason and the senior managing person if there are no owners', () => {
    const none: IdentifiedAnswers = {
      ...ANSWERS,
      beneficialOwners: [],
      noUboReason: 'non-profit',
      seniorManager: ADA,
    }
    expect(businessParts(none).map(({ key }) => key)).toEqual([
      'registration',
      'settlement',
      'owner:none',
      'owner:senior-manager',
      'representative:primary',
    ])
    expect(textOf(none, 'owner:none')).toBe('Reason: It is a non-profit organisation')
  })

  it('are worded as people speak', () => {
    expect(textOf(ANSWERS, 'registration')).toBe(
      [
        'Legal name: Fern Hill Limited',
        'Registered address: 1 Fern Lane',
        'Bristol',
        'Country of registration: United Kingdom',
        'Company number: 01234567',
        'Tax number: GB980780684 (VAT number)',
      ].join('\n'),
    )
    expect(textOf(ANSWERS, 'owner:o1')).toBe(
      'Full name: Ada Lovelace\nNationality: United Kingdom\nCountry of residence: France\nOwnership: 37.5%',
    )
    expect(textOf(ANSWERS, 'settlement')).toBe('')
    expect(textOf({ ...ANSWERS, taxNumber: 'X 1', registrationCountry: 'DE' }, 'registration')).toContain(
      'Tax number: X 1',
    )
  })

  it('include the date of birth, and are unchanged if it was never asked for', () => {
    const [first] = ANSWERS.beneficialOwners
    if (!first) throw new Error('There is one above')
    const born: IdentifiedAnswers = { ...ANSWERS, beneficialOwners: [{ ...first, birthDate: '1971-03' }] }
    expect(textOf(born, 'owner:o1')).toContain('Full name: Ada Lovelace\nDate of birth: Mar 1971\n')
    const valuesOf = (answers: IdentifiedAnswers) =>
      businessParts(answers)
        .filter(({ key }) => key === 'owner:o1')
        .map(partValues)
    // As earlier releases hashed it, so that what was accepted then remains accepted.
    expect(valuesOf(ANSWERS)).toEqual([['Ada Lovelace', 'GB', 'FR', 37.5]])
    expect(valuesOf(born)).toEqual([['Ada Lovelace', '1971-03', 'GB', 'FR', 37.5]])
  })

  it('hash the answers of earlier releases in the old order, so that what was accepted stays so', () => {
    const valuesOf = (answers: IdentifiedAnswers) => businessParts(answers).slice(0, 2).map(partValues)
    expect(valuesOf(ANSWERS)).toEqual([
      ['Fern Hill Limited', '1 Fern Lane\nBristol', 'GB', '01234567', '980 7806 84', null],
      [null, null, null, null, null, null, null, null, null],
    ])
    const settled = {
      ...{ email: 'office@fern.example', registryName: 'Verra', registryAccount: '1042' },
      ...{ bankName: 'Fern Bank', bankAccountNumber: '12345678', bankSortCode: '12-34-56' },
      ...{ settlementContactName: 'Cay', settlementContactEmail: 'cay@fern.example' },
      settlementContactPhone: '+44 20 7946 0142',
    }
    expect(valuesOf({ ...ANSWERS, ...settled })).toEqual([
      ['Fern Hill Limited', '1 Fern Lane\nBristol', 'GB', '01234567', '980 7806 84', 'office@fern.example'],
      [
        ...['Verra', '1042', 'Fern Bank', 'GB', '12345678', '12-34-56'],
        ...['Cay', 'cay@fern.example', '+44 20 7946 0142'],
      ],
    ])
  })

  it('depend on what was answered, not on its position', () => {
    const second = { ...ADA, fullName: 'Cay', id: 'o2', ownershipPercent: 25 }
    const [first] = ANSWERS.beneficialOwners
    if (!first) throw new Error('There is one above')
    const valuesOf = (owners: IdentifiedAnswers['beneficialOwners'], key: string) =>
      businessParts({ ...ANSWERS, beneficialOwners: owners })
        .filter((part) => part.key === key)
        .map(partValues)
    expect(valuesOf([first, second], 'owner:o1')).toEqual(valuesOf([second, first], 'owner:o1'))
    expect(valuesOf([{ ...first, ownershipPercent: 37.51 }], 'owner:o1')).not.toEqual(
      valuesOf([first], 'owner:o1'),
    )
  })
})
