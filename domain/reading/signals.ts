import type { DocType, DocumentDescription } from '#contract/documents/documents.ts'
import { READ_FIELD_LABELS } from '#contract/documents/read-fields.ts'
import type { DocumentSignal, ReadField, SignalName } from '#contract/documents/readings.ts'
import { SIGNAL_TITLES } from '#contract/documents/signal-names.ts'
import type { Likeness } from '#domain/faces/compare-faces.ts'
import { CLEAR_SCORE, type SelfieFaces } from '#domain/faces/selfie-faces.ts'
import { daysBetween, type PlainDate, parsePlainDate } from '#domain/plain-date.ts'
import type { PrintComparison } from './code-and-print.ts'
import type { FileTraces } from './file-traces.ts'
import type { MadeOutDocument } from './read-document.ts'

/** What signals are derived from. */
export interface SignalFacts extends Omit<MadeOutDocument, 'printed'> {
  /** Absent if an earlier version of the reader read it; `printFits` then says whether the dates fit. */
  printed?: PrintComparison | null
  printFits?: boolean | null
  /** How the other side of a card compares with this one; absent without one, or if it hasn't been read. */
  sides?: PrintComparison | undefined
  isPdf: boolean
  /** For a side of an ID document. */
  docType: DocType | null
  group: DocumentDescription['group']
  /** For a selfie; null if it could not be analysed, undefined for anything else. */
  faces?: SelfieFaces | null
  /** For a selfie, if faces are compared by software. */
  comparison?: FaceStanding
  /** As entered, which takes precedence over what was read. */
  expiresOn: string | null
  sentOn: PlainDate
  colour: number | null
  /** The fraction of a picture, from 0 to 1, covered by the same fine grid; undefined if not measured. */
  grid?: number | null
  traces: FileTraces
  /** How many cases of other people contain the same or nearly the same picture, and the same number. */
  elsewhere: { pictures: number; numbers: number }
}

/** The state of comparing a selfie with the ID photo: `none` if one of them has no comparable face. */
export type FaceStanding = Likeness | 'none' | 'not_compared' | 'by_people_only'

type Said = Pick<DocumentSignal, 'look' | 'reading' | 'explanation'>

/** Days before its expiry in which a document counts as nearly expired. */
const NEARLY_DAYS = 60
/** Below this no pixel of a picture has a noticeable colour. */
const LEAST_COLOUR = 0.12

/** Fraction of a picture: a screen's pixels are nearly everywhere, while print leaves most of a page blank. */
const LEAST_GRID = 0.8

/** A face narrower than this fraction of the picture is too small to compare by eye. */
const LEAST_FACE = 0.15

/**
 * The rules, each with the version stored with what was shown; any change to what it says makes a new version. Null if
 * it does not apply to this document.
 */
const RULES: Readonly<Record<SignalName, { version: number; say: (facts: SignalFacts) => Said | null }>> = {
  expiry: { version: 2, say: expiry },
  code_digits: { version: 1, say: codeDigits },
  code_and_print: { version: 3, say: codeAndPrint },
  colour: { version: 2, say: colour },
  screen: { version: 2, say: screen },
  edited: { version: 1, say: edited },
  camera: { version: 1, say: camera },
  same_picture: { version: 2, say: samePicture },
  same_number: { version: 1, say: sameNumber },
  one_face: { version: 1, say: oneFace },
  face_likeness: { version: 1, say: faceLikeness },
}

/**
 * Returns a document's signals for reviewers, without those that are switched off. They inform: none accepts, rejects
 * or closes anything.
 */
export function documentSignals(facts: SignalFacts, off: readonly SignalName[]): DocumentSignal[] {
  return (Object.keys(RULES) as SignalName[]).flatMap((name) => {
    if (off.includes(name)) return []
    const { version, say } = RULES[name]
    const said = say(facts)
    return said ? [{ name, version, title: SIGNAL_TITLES[name], ...said }] : []
  })
}

function expiry({ group, values, expiresOn, sentOn }: SignalFacts): Said | null {
  if (group !== 'id') return null
  const given = parsePlainDate(expiresOn ?? '')
  const read = parsePlainDate(values.find(({ field }) => field === 'expiresOn')?.value ?? '')
  const differ = given && read && given !== read
  // The earlier one if they differ: neither is known to be the document's own.
  const last = differ && read < given ? read : (given ?? read)
  if (!last)
    return {
      look: 'no_reading',
      reading: 'Not read',
      explanation: 'No end date was read. Some documents have none.',
    }
  const days = daysBetween(sentOn, last)
  const explanation = differ
    ? 'The date that was given is not the one that was read. Counted to the earlier one, from the day it was sent.'
    : 'Counted from the day it was sent to the date on the document.'
  if (days < 0) return { look: 'look_closer', reading: 'Expired', explanation }
  const reading = days === 1 ? '1 day left' : `${days} days left`
  return { look: differ || days <= NEARLY_DAYS ? 'look_closer' : 'agrees', reading, explanation }
}

function codeDigits({ group, docType, digits }: SignalFacts): Said | null {
  if (group !== 'id' || docType === 'drivingLicence') return null
  if (!digits)
    return {
      look: 'no_reading',
      reading: 'Not read',
      explanation: 'No code was read on this side. Blur or a cut edge can hide it.',
    }
  const all = digits.right + digits.wrong
  return {
    look: digits.wrong > 0 ? 'look_closer' : 'agrees',
    reading: `${digits.right} of ${all} right`,
    explanation:
      digits.wrong > 0
        ? 'The code contradicts itself. A misread letter is the usual reason, so compare it with the picture.'
        : 'The code agrees with itself. A copied or invented code can do so, too.',
  }
}

function codeAndPrint({ digits, printed, printFits, sides }: SignalFacts): Said | null {
  const page = digits && (printed ?? datesAlone(printFits ?? null))
  if (!page && !sides) return null
  const differing = [
    ...(page && page.differs.length > 0
      ? [`The page says something else for: ${fieldsText(page.differs)}.`]
      : []),
    ...(sides && sides.differs.length > 0
      ? [`The other side says something else for: ${fieldsText(sides.differs)}.`]
      : []),
  ]
  if (differing.length > 0)
    return {
      look: 'look_closer',
      reading: 'Differs',
      explanation: `${differing.join(' ')} Either can be misread, so compare them.`,
    }
  const fitting = [
    ...(page && page.fits.length > 0 ? [`The page says the same for: ${fieldsText(page.fits)}.`] : []),
    ...(sides && sides.fits.length > 0
      ? [`The other side says the same for: ${fieldsText(sides.fits)}.`]
      : []),
  ]
  if (fitting.length === 0)
    return {
      look: 'no_reading',
      reading: 'Not compared',
      explanation: page ? 'Too little of the printed page was read.' : 'Too little of both sides was read.',
    }
  return {
    look: 'agrees',
    reading: 'Fits',
    explanation: `${fitting.join(' ')} What isn’t named here couldn’t be compared.`,
  }
}

/** An earlier version of the reader compared only the dates, and stored only whether they fit. */
function datesAlone(fit: boolean | null): PrintComparison {
  const dates: ReadField[] = fit === null ? [] : ['birthDate', 'expiresOn']
  return fit ? { fits: dates, differs: [] } : { fits: [], differs: dates }
}

function fieldsText(fields: readonly ReadField[]): string {
  return fields.map((field) => READ_FIELD_LABELS[field].toLowerCase()).join(', ')
}

function colour({ group, colour: found }: SignalFacts): Said | null {
  if (group !== 'id' || found === null) return null
  const isGrey = found < LEAST_COLOUR
  return {
    look: isGrey ? 'look_closer' : 'agrees',
    reading: isGrey ? 'None' : 'In colour',
    explanation: isGrey
      ? 'The picture has no colour, as a photocopy has. Some phones take grey pictures.'
      : 'A photocopy in black and white has no colour. One in colour isn’t noticed.',
  }
}

function screen({ group, grid }: SignalFacts): Said | null {
  if (group !== 'id' || grid === undefined || grid === null) return null
  const isScreen = grid >= LEAST_GRID
  return {
    look: isScreen ? 'look_closer' : 'agrees',
    reading: isScreen ? 'Fine grid' : 'No grid',
    explanation: isScreen
      ? 'The whole picture has one fine grid, as the dots of a screen make it. Finely printed or woven grounds can have one, too.'
      : 'No dots of a screen are seen. A screen that is upright, far away or out of focus isn’t noticed, nor is a print.',
  }
}

function edited({ traces }: SignalFacts): Said {
  return {
    look: traces.editedBy ? 'look_closer' : 'agrees',
    reading: traces.editedBy ?? 'No trace',
    explanation: traces.editedBy
      ? 'This program has left its name in the file. People also use it to crop or to turn a picture.'
      : 'No program for editing has left its name in the file. Many leave none.',
  }
}

function camera({ traces }: SignalFacts): Said | null {
  if (traces.hasCamera === null) return null
  return {
    look: traces.hasCamera ? 'agrees' : 'no_reading',
    reading: traces.hasCamera ? 'Present' : 'None',
    explanation: traces.hasCamera
      ? 'A camera has left its name in the file. Anyone can write it there.'
      : 'No camera has left its name. Screenshots, scans, messengers and browsers remove it.',
  }
}

function samePicture({ group, isPdf, elsewhere: { pictures } }: SignalFacts): Said | null {
  // The text of a PDF letter was read; a PDF of an ID was rendered and read like a picture.
  if (isPdf && group !== 'id') return null
  return elsewhere(
    pictures,
    'Compared by how pictures look with those in every case. Documents of one kind can look alike.',
  )
}

function sameNumber({ values, elsewhere: { numbers } }: SignalFacts): Said | null {
  if (!values.some(({ field }) => field === 'number')) return null
  return elsewhere(
    numbers,
    'Compared with the document numbers read in every case. One person may have two accounts.',
  )
}

function oneFace({ group, faces }: SignalFacts): Said | null {
  if (group !== 'selfie') return null
  const closer = (reading: string, explanation: string): Said => ({
    look: 'look_closer',
    reading,
    explanation,
  })
  if (!faces)
    return {
      look: 'no_reading',
      reading: 'Not looked at',
      explanation: 'The picture couldn’t be looked at by machine.',
    }
  if (!faces.largest)
    return closer(
      'None found',
      'A covered, turned or dark face can be missed, and faces of some people are missed more often than those of others.',
    )
  if (faces.count > 1)
    return closer(`${faces.count} found`, 'A picture on a wall or a pattern can be taken for a face, too.')
  if (faces.largest.width < LEAST_FACE)
    return closer('Small', 'The face fills little of the picture. It may still be good enough to compare.')
  if (faces.largest.score < CLEAR_SCORE)
    return closer('Unclear', 'It may be covered, turned, dark or blurred, or be no face at all.')
  return {
    look: 'agrees',
    reading: faces.turned === 0 ? 'One' : 'One, picture turned',
    explanation: 'Faces are counted, nothing more. A photo of a photo counts as a face, too.',
  }
}

/** Limits of every comparison, shown with each. */
const FACE_LIMITS =
  'Age, light, glasses and small prints lower it, relatives raise it, and it is less exact for some groups of people. Compare the faces yourself.'

function faceLikeness({ comparison }: SignalFacts): Said | null {
  switch (comparison) {
    case undefined:
      return null
    case 'high':
      return {
        look: 'agrees',
        reading: 'High',
        explanation: `Selfie and ID photo, by machine. ${FACE_LIMITS}`,
      }
    case 'middle':
    case 'low':
      return {
        look: 'look_closer',
        reading: comparison === 'low' ? 'Low' : 'Middle',
        explanation: `Selfie and ID photo, by machine. ${FACE_LIMITS}`,
      }
    case 'none':
      return {
        look: 'no_reading',
        reading: 'Not compared',
        explanation: 'The selfie or the ID photo has no single face that a machine can compare.',
      }
    case 'by_people_only':
      return {
        look: 'no_reading',
        reading: 'By you alone',
        explanation:
          'The applicant asked that only people compare their photos. That says nothing about them.',
      }
    case 'not_compared':
      return {
        look: 'no_reading',
        reading: 'Not compared',
        explanation:
          'It’s compared after the application is sent, and only if its applicant was told before.',
      }
    default:
      return comparison satisfies never
  }
}

function elsewhere(count: number, explanation: string): Said {
  const reading = count === 0 ? 'Not found' : count === 1 ? 'In 1 other case' : `In ${count} other cases`
  return { look: count === 0 ? 'agrees' : 'look_closer', reading, explanation }
}
