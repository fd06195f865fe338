import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DOC_TYPES, type DocType } from '#contract/documents/documents.ts'
import { parsePlainDate } from '#domain/plain-date.ts'
import { isIdSide, requiredSlots } from './document-requirements.ts'
import { idRenewal, type RenewedId } from './renewed-id.ts'

const APPROVED = new Date('2026-03-01T10:00:00Z')
const [BEFORE, SINCE] = [new Date('2026-02-27T09:00:00Z'), new Date('2026-03-09T09:00:00Z')]
const day = (text: string) => parsePlainDate(text) ?? expect.unreachable(text)
const TODAY = day('2026-03-10')

type Side = RenewedId['files'][number]
const side = (
  slot: Side['slot'],
  docType: DocType | null,
  uploadedAt: Date,
  expiresOn: string | null = null,
): Side => ({ slot, docType, uploadedAt, expiresOn: expiresOn === null ? null : day(expiresOn) })

const renewal = (chosen: DocType, former: DocType, ...files: Side[]) =>
  idRenewal(chosen, { approved: { docType: former, at: APPROVED }, files }, TODAY)

const OLD_PASSPORT = side('id-front', null, BEFORE, '2026-03-09')
const OLD_LICENCE = [side('id-front', null, BEFORE, '2030-01-01'), side('id-back', null, BEFORE)]

it.each<[string, DocType, DocType, Side[], ReturnType<typeof idRenewal>]>([
  [
    'an approved licence that counts',
    'drivingLicence',
    'drivingLicence',
    OLD_LICENCE,
    { isNew: false, left: [] },
  ],
  ['an expired passport', 'passport', 'passport', [OLD_PASSPORT], { isNew: true, left: ['id-front'] }],
  [
    'a passport on its last day',
    'passport',
    'passport',
    [side('id-front', null, BEFORE, '2026-03-10')],
    { isNew: false, left: [] },
  ],
  [
    'a licence in its place',
    'drivingLicence',
    'passport',
    [OLD_PASSPORT],
    { isNew: true, left: ['id-front', 'id-back'] },
  ],
  [
    'a licence whose front is there',
    'drivingLicence',
    'passport',
    [side('id-front', 'drivingLicence', SINCE)],
    { isNew: true, left: ['id-back'] },
  ],
  [
    'a new licence with the old back',
    'drivingLicence',
    'drivingLicence',
    [side('id-front', 'drivingLicence', SINCE), side('id-back', 'drivingLicence', BEFORE)],
    { isNew: true, left: ['id-back'] },
  ],
  [
    'a permit of which only the licence before it is there',
    'residencePermit',
    'drivingLicence',
    OLD_LICENCE,
    { isNew: true, left: ['id-front', 'id-back'] },
  ],
  [
    'a new file whose kind was not said',
    'passport',
    'drivingLicence',
    [side('id-front', null, SINCE)],
    { isNew: true, left: [] },
  ],
])('of %s says what is left to give', (_, chosen, former, files, expected) =>
  expect(renewal(chosen, former, ...files)).toEqual(expected),
)

it('is content with every side of the chosen kind given since, and with nothing of another kind', () => {
  const kind = fc.constantFrom(...DOC_TYPES)
  fc.assert(
    fc.property(kind, kind, kind, (chosen, former, given) => {
      const sides = requiredSlots(given).filter(isIdSide)
      const { left } = renewal(chosen, former, ...sides.map((slot) => side(slot, given, SINCE, '2036-01-01')))
      expect(left).toEqual(given === chosen ? [] : requiredSlots(chosen).filter(isIdSide))
    }),
  )
})
