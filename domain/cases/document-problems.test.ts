import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DOCUMENT_SLOTS, type DocumentSlot } from '#contract/documents/documents.ts'
import { addDays, type PlainDate, parsePlainDate } from '#domain/plain-date.ts'
import {
  dateProblem,
  documentNotices,
  earliestAddressProof,
  type GivenFile,
  type PrintedDates,
  submissionProblems,
} from './document-problems.ts'

const day = (text: string | null): PlainDate | null => (text === null ? null : parsePlainDate(text))
const TODAY = day('2026-11-22') as PlainDate

describe('a document’s dates', () => {
  it.each<[DocumentSlot, string | null, string | null, string | null]>([
    ['id-front', null, null, null],
    ['id-front', null, '2026-11-22', null],
    ['id-front', null, '2026-11-21', 'expired'],
    ['id-back', null, '2026-11-21', 'expired'],
    ['other', null, '2026-11-21', 'expired'],
    ['id-front', '2026-11-22', '2036-11-22', null],
    ['id-front', '2026-11-23', '2036-11-22', 'future_date'],
    ['id-front', '2016-11-22', '2016-11-21', 'expires_before_issue'],
    ['id-front', '2016-11-22', '2016-11-22', 'expired'],
    ['id-front', '2000-01-01', null, null],
    ['proof-of-address', '2026-11-22', null, null],
    ['proof-of-address', '2026-11-23', null, 'future_date'],
    ['proof-of-address', '2026-08-22', null, null],
    ['proof-of-address', '2026-08-21', null, 'too_old'],
  ])('%s issued %s, expiring %s is %s', (slot, issuedOn, expiresOn, kind) => {
    const problem = dateProblem(slot, { issuedOn: day(issuedOn), expiresOn: day(expiresOn) }, TODAY)
    expect(problem?.kind ?? null).toBe(kind)
    if (problem) expect(problem.message).toMatch(/\. (Upload|Check) .+\.$/)
  })

  it('of a proof of address count from the earliest possible day, and not a day before', () => {
    const dayInLife = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays(TODAY, days))
    fc.assert(
      fc.property(dayInLife, (today) => {
        const earliest = earliestAddressProof(today)
        const on = (issuedOn: PlainDate) =>
          dateProblem('proof-of-address', { issuedOn, expiresOn: null }, today)
        expect(on(earliest)).toBeNull()
        expect(on(addDays(earliest, -1))?.kind).toBe('too_old')
      }),
    )
  })
})

const file = (slot: DocumentSlot, more: Partial<GivenFile> = {}): GivenFile => ({
  slot,
  docType: null,
  sha256: `hash of ${slot}`,
  width: 1200,
  height: 800,
  problems: [],
  uploadedAt: new Date('2026-11-22T10:00:00Z'),
  ...more,
})
const later = new Date('2026-11-22T10:05:00Z')
const kinds = (file: GivenFile, others: GivenFile[]) => documentNotices(file, others).map(({ kind }) => kind)

describe('what is reported about a file when it is uploaded', () => {
  it('is the most useful problem seen, and nothing else if it is too small', () => {
    const poor = file('id-front', { problems: ['glare', 'blurred'] })
    expect(documentNotices(poor, [])).toMatchObject([{ kind: 'glare' }])
    expect(kinds({ ...poor, width: 399 }, [])).toEqual(['too_small'])
  })

  it.each([
    [600, 400, false],
    [400, 600, false],
    [599, 599, true],
    [600, 399, true],
    [399, 2000, true],
    [null, null, false],
  ])('a picture of %s by %s pixels: too small is %s', (width, height, isTooSmall) => {
    expect(kinds(file('selfie', { width, height }), [])).toEqual(isTooSmall ? ['too_small'] : [])
  })

  it('the same file twice is reported for the later one', () => {
    const front = file('id-front', { sha256: 'same' })
    const back = file('id-back', { sha256: 'same', uploadedAt: later })
    expect(documentNotices(back, [front, back])).toEqual([
      {
        kind: 'same_file',
        message:
          'This is the same file as your ID front. Upload your ID back instead, if it isn’t on this file.',
      },
    ])
    expect(documentNotices(front, [front, back])).toEqual([])
  })
})

describe('what a submission may not contain', () => {
  const undated: PrintedDates = { issuedOn: null, expiresOn: null }
  const good = DOCUMENT_SLOTS.map((slot) => ({ ...file(slot), ...undated }))
  const withOne = (changed: GivenFile & PrintedDates) =>
    good.map((file) => (file.slot === changed.slot ? changed : file))

  it('nothing is reported about good documents', () =>
    expect(submissionProblems('drivingLicence', good, TODAY)).toEqual([]))

  it('each document that is ruled out is named with what to do', () => {
    const front = { ...file('id-front'), issuedOn: null, expiresOn: day('2026-11-21') }
    expect(submissionProblems('passport', withOne(front), TODAY)).toEqual([
      {
        slot: 'id-front',
        message: 'ID front: This document has expired. Upload one that is still valid.',
      },
    ])
  })

  it('a side that the document type does not need is ignored', () => {
    const back = { ...file('id-back'), issuedOn: null, expiresOn: day('2026-11-21') }
    expect(submissionProblems('passport', withOne(back), TODAY)).toEqual([])
    expect(submissionProblems('drivingLicence', withOne(back), TODAY)).toMatchObject([{ slot: 'id-back' }])
  })

  it('the same file twice is not a reason to refuse', () => {
    const back = { ...file('id-back', { sha256: 'hash of id-front', uploadedAt: later }), ...undated }
    expect(submissionProblems('drivingLicence', withOne(back), TODAY)).toEqual([])
  })

  it('a side of another kind of document than the chosen one does not count, and counts again once that is chosen', () => {
    const front: GivenFile & PrintedDates = { ...file('id-front', { docType: 'passport' }), ...undated }
    expect(submissionProblems('drivingLicence', withOne(front), TODAY)).toEqual([
      {
        slot: 'id-front',
        message: 'ID front: You gave this file for a passport. Upload your driving licence.',
      },
    ])
    expect(submissionProblems('passport', withOne(front), TODAY)).toEqual([])
  })

  it('a small picture is not a reason to refuse', () => {
    const small = { ...file('selfie', { width: 100, height: 100 }), ...undated }
    expect(submissionProblems('passport', withOne(small), TODAY)).toEqual([])
  })
})
