import { DOC_TYPE_LABELS, DOC_TYPES, type DocType } from '#contract/documents/documents.ts'

/** The kinds of ID document to choose from. */
export const ID_KIND_OPTIONS = DOC_TYPES.map((value) => ({ value, title: DOC_TYPE_LABELS[value] }))

/** What each side of a kind shows. */
export const SIDES: Readonly<Record<DocType, Readonly<Record<'id-front' | 'id-back', string>>>> = {
  passport: { 'id-front': 'The page with your photo', 'id-back': '' },
  drivingLicence: {
    'id-front': 'The side with your photo',
    'id-back': 'The side with the vehicle categories',
  },
  residencePermit: { 'id-front': 'The side with your photo', 'id-back': 'The other side of the card' },
}

/** The name of a kind within a sentence. */
export function kindName(docType: DocType): string {
  return DOC_TYPE_LABELS[docType].toLowerCase()
}

/** Which sides of a kind are asked for. */
export function sidesHint(docType: DocType | null): string {
  switch (docType) {
    case 'passport':
      return 'We need only the page with your photo.'
    case 'residencePermit':
      return 'We need the front and the back. UK cards have been replaced by eVisas: if you have an eVisa, use the passport that is linked to it.'
    case 'drivingLicence':
    case null:
      return 'We need the front and the back. A passport needs only the photo page.'
    default:
      return docType satisfies never
  }
}
