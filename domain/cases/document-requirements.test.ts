import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CONSUMER_SLOTS,
  type ConsumerSlot,
  DOC_TYPES,
  type DocType,
  type DocumentSlot,
} from '#contract/documents/documents.ts'
import { addDays, addMonths, type PlainDate, parsePlainDate } from '#domain/plain-date.ts'
import {
  addressProofAge,
  approvalObstacles,
  businessObstacles,
  type HeldDocument,
  idExpiryStep,
  isExpiredOn,
  missingSlots,
  type Obstacle,
  obstacleText,
  requiredSlots,
  slotWithSameFile,
} from './document-requirements.ts'

const day = (text: string): PlainDate => {
  const date = parsePlainDate(text)
  if (!date) throw new Error(`${text} is no day`)
  return date
}
const document = (slot: DocumentSlot, more: Partial<HeldDocument> = {}): HeldDocument => ({
  slot,
  sha256: `hash of ${slot}`,
  issuedOn: null,
  expiresOn: null,
  ...more,
})
const NOW = new Date('2026-11-20T12:00:00Z')
const complete = {
  docType: 'drivingLicence' as DocType | null,
  documents: CONSUMER_SLOTS.map((slot) => document(slot)),
  submittedAt: new Date('2026-11-19T12:00:00Z'),
  riskDisclosureRecorded: true,
}
const replaced = (...changed: HeldDocument[]) => ({
  ...complete,
  documents: complete.documents.map(
    (document) => changed.find((other) => other.slot === document.slot) ?? document,
  ),
})

describe('R29 the required documents', () => {
  it.each<[DocType | null, ConsumerSlot[]]>([
    ['passport', ['id-front', 'selfie', 'proof-of-address']],
    ['drivingLicence', ['id-front', 'id-back', 'selfie', 'proof-of-address']],
    ['residencePermit', ['id-front', 'id-back', 'selfie', 'proof-of-address']],
    [null, ['id-front', 'id-back', 'selfie', 'proof-of-address']],
  ])('of %s are %j', (docType, slots) => expect(requiredSlots(docType)).toEqual(slots))

  it('are each either present or missing', () => {
    fc.assert(
      fc.property(fc.constantFrom(...DOC_TYPES), fc.subarray([...CONSUMER_SLOTS]), (docType, slots) => {
        const missing = missingSlots(
          docType,
          slots.map((slot) => ({ slot })),
        )
        for (const slot of requiredSlots(docType)) expect(missing.includes(slot)).toBe(!slots.includes(slot))
        expect(requiredSlots(docType)).toEqual(expect.arrayContaining(missing))
      }),
    )
  })

  it('are distinct files: a licence cannot also be the proof of address', () => {
    const held = [document('id-front'), document('proof-of-address', { sha256: 'hash of id-front' })]
    expect(slotWithSameFile({ slot: 'proof-of-address', sha256: 'hash of id-front' }, held)).toBe('id-front')
    expect(slotWithSameFile({ slot: 'id-front', sha256: 'new' }, held)).toBeNull()
    expect(slotWithSameFile({ slot: 'selfie', sha256: 'hash of selfie' }, [document('selfie')])).toBeNull()
  })
})

describe('the dates of documents', () => {
  it('allow a document on the day it expires and not after', () => {
    expect(isExpiredOn(day('2026-11-20'), day('2026-11-20'))).toBe(false)
    expect(isExpiredOn(day('2026-11-19'), day('2026-11-20'))).toBe(true)
  })

  it.each([
    ['2026-08-20', '2026-11-20', 'good'],
    ['2026-08-19', '2026-11-20', 'too_old'],
    ['2026-11-20', '2026-11-20', 'good'],
    ['2026-11-21', '2026-11-20', 'future_date'],
    ['2026-02-28', '2026-05-31', 'good'],
    ['2026-02-27', '2026-05-31', 'too_old'],
    ['2023-11-29', '2024-02-29', 'good'],
    ['2023-11-28', '2024-02-29', 'too_old'],
  ])('a proof of address of %s submitted on %s is %s', (issued, submitted, age) =>
    expect(addressProofAge(day(issued), day(submitted))).toBe(age),
  )

  it('give a proof one continuous period of three months', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: -10, max: 200 }), (offset, age) => {
        const submitted = addDays(day('2024-01-01'), offset)
        const issued = addDays(submitted, -age)
        const isGood = issued <= submitted && issued >= addMonths(submitted, -3)
        expect(addressProofAge(issued, submitted) === 'good').toBe(isGood)
      }),
    )
  })
})

describe('approval', () => {
  it.each([
    ['with everything in order', complete, []],
    [
      'of a passport without a back',
      {
        ...complete,
        docType: 'passport' as const,
        documents: complete.documents.filter((document) => document.slot !== 'id-back'),
      },
      [],
    ],
    [
      'of a licence without a back',
      { ...complete, documents: complete.documents.filter((document) => document.slot !== 'id-back') },
      ['id-back'],
    ],
    ['without documents', { ...complete, documents: [] }, [...CONSUMER_SLOTS]],
    [
      'without the recorded risk disclosure',
      { ...complete, riskDisclosureRecorded: false },
      ['risk-disclosure'],
    ],
    [
      'of an expired licence',
      replaced(document('id-front', { expiresOn: day('2026-11-19') })),
      ['id-front:expired'],
    ],
    ['on the last day of a licence', replaced(document('id-front', { expiresOn: day('2026-11-20') })), []],
    [
      'with an old proof of address',
      replaced(document('proof-of-address', { issuedOn: day('2026-08-18') })),
      ['proof-of-address:too_old'],
    ],
    [
      'with a proof exactly three months old when submitted',
      replaced(document('proof-of-address', { issuedOn: day('2026-08-19') })),
      [],
    ],
    [
      'with a proof from the future',
      replaced(document('proof-of-address', { issuedOn: day('2026-11-20') })),
      ['proof-of-address:future_date'],
    ],
    [
      'with an old ID that has no age limit',
      replaced(document('id-front', { issuedOn: day('2018-01-01') })),
      [],
    ],
    [
      'of an ID that expires before it was issued',
      replaced(document('id-front', { issuedOn: day('2026-11-02'), expiresOn: day('2026-11-01') })),
      ['id-front:expires_before_issue'],
    ],
    [
      'of an ID from the future',
      replaced(document('id-front', { issuedOn: day('2026-11-21'), expiresOn: day('2036-11-21') })),
      ['id-front:future_date'],
    ],
    [
      'of one side sent twice, which its reviewer judges',
      replaced(document('id-back', { sha256: 'hash of id-front' })),
      [],
    ],
  ])('of %s is blocked by what it should be', (_, facts, codes) => {
    const obstacles = approvalObstacles(facts, NOW)
    expect(obstacles.map(nameOf)).toEqual(codes)
    for (const obstacle of obstacles)
      expect(obstacleText(obstacle, 'uk')).toMatch(/^[A-Z](?!.*\d{4}-\d{2}).*\.$/)
  })

  it('ignores a leftover back of a passport', () => {
    const facts = {
      ...replaced(document('id-back', { expiresOn: day('2020-01-01') })),
      docType: 'passport' as const,
    }
    expect(approvalObstacles(facts, NOW)).toEqual([])
  })
})

describe('the approval of a company', () => {
  const facts = { problems: [], documents: [], riskDisclosureRecorded: true }

  it.each<[string, Partial<Parameters<typeof businessObstacles>[0]>, string[]]>([
    ['with everything', {}, []],
    ['without the risk disclosure', { riskDisclosureRecorded: false }, ['risk-disclosure']],
    ['with answers that no longer do', { problems: ['Enter the sort code'] }, ['Enter the sort code']],
    [
      'with a paper past its date',
      { documents: [document('other', { expiresOn: day('2026-11-19') })] },
      ['other:expired'],
    ],
    ['with an old paper that has no date', { documents: [document('other')] }, []],
  ])('of %s is blocked by what it should be', (_, changed, codes) => {
    const obstacles = businessObstacles({ ...facts, ...changed }, NOW)
    expect(obstacles.map(nameOf)).toEqual(codes)
    for (const obstacle of obstacles)
      expect(obstacleText(obstacle, 'uk')).toMatch(/^[A-Z](?!.*\d{4}-\d{2}).*\.$/)
  })
})

/** A short name: what and where. */
function nameOf(obstacle: Obstacle): string {
  if (obstacle.kind === 'risk_disclosure') return 'risk-disclosure'
  if (obstacle.kind === 'incomplete') return obstacle.message
  return obstacle.kind === 'missing' ? obstacle.slot : `${obstacle.slot}:${obstacle.kind}`
}

it.each([
  ['2026-04-01', null],
  ['2026-04-02', 60],
  ['2026-05-01', 60],
  ['2026-05-02', 30],
  ['2026-05-24', 30],
  ['2026-05-25', 7],
  ['2026-06-01', 7],
  ['2026-06-02', 'expired'],
])('on %s with a document of 1 June needs %o', (day, step) => {
  const expiresOn = parsePlainDate('2026-06-01')
  if (!expiresOn) throw new Error('1 June is a day')
  expect(idExpiryStep(expiresOn, new Date(`${day}T12:00:00Z`))).toBe(step)
})
