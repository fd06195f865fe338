import type { DateStyle } from '#contract/date-style.ts'
import {
  DOC_TYPE_LABELS,
  type DocType,
  type DocumentSlot,
  isDocumentSlot,
  SLOT_LABELS,
  SLOT_NOUNS,
} from '#contract/documents/documents.ts'
import {
  CONSUMER_PARTS,
  type ConsumerFieldName,
  type ConsumerPart,
} from '#contract/onboarding/consumer-fields.ts'
import { ID_REMINDER_DAYS } from '#contract/verification/case-limits.ts'
import type { CaseState, ItemKey } from '#contract/verification/cases.ts'
import { consumerItemKeys } from '#domain/cases/case-items.ts'
import { correctionPath } from '#domain/cases/case-notice-text.ts'
import type { HeldDocument } from '#domain/cases/document-requirements.ts'
import { dayText } from '#domain/date-text.ts'
import { consumerFlow } from '#domain/onboarding/onboarding-flow.ts'
import { parsePlainDate } from '#domain/plain-date.ts'
import { closingSubjects, type LeafSubject, type OwnFacts, riskSubject } from './own-subjects.ts'

/** A document that was given, when, and whether it can be sent as it is. */
export type GivenDocument = HeldDocument & { givenAt: Date; isReady: boolean }

/** Everything known about a person who is verified, submitted or not. */
export interface PersonFacts extends OwnFacts {
  /** Null before a case is started. */
  state: CaseState | null
  answers: Partial<Record<ConsumerFieldName, string | undefined>>
  docType: DocType | null
  documents: readonly GivenDocument[]
}

type LineText = Pick<LeafSubject, 'label' | 'noun' | 'hint' | 'task'> & {
  step: Parameters<typeof consumerFlow.stepParam>[0]
}

const PHOTO = 'Take a photo in good light, with all four corners showing.'

const PART_TEXT: Readonly<Record<ConsumerPart, LineText>> = {
  name: {
    label: 'Name',
    noun: 'name',
    hint: 'As it appears on your ID',
    step: 'personal-details',
    task: {
      title: 'Enter your name',
      again: 'Correct your name',
      text: 'Exactly as it appears on your ID.',
      time: '1 minute',
    },
  },
  birth_date: {
    label: 'Date of birth',
    noun: 'date of birth',
    hint: 'You must be 18 or over',
    step: 'personal-details',
    task: {
      title: 'Enter your date of birth',
      again: 'Correct your date of birth',
      text: 'We compare it with your ID.',
      time: '1 minute',
    },
  },
  address: {
    label: 'Address',
    noun: 'address',
    hint: 'Where you live now',
    step: 'personal-details',
    task: {
      title: 'Enter your address',
      again: 'Correct your address',
      text: 'It must match your proof of address.',
      time: '1 minute',
    },
  },
}

const SLOT_TEXT: Readonly<Record<DocumentSlot, Omit<LineText, 'label' | 'noun'>>> = {
  'id-front': {
    hint: 'Passport, driving licence or residence permit',
    step: 'id-document',
    task: { title: 'Add your ID', again: 'Add your ID again', text: PHOTO, time: '1 minute' },
  },
  'id-back': {
    hint: 'Not needed for a passport',
    step: 'id-document',
    task: {
      title: 'Add the back of your ID',
      again: 'Add the back of your ID again',
      text: PHOTO,
      time: '30 seconds',
    },
  },
  selfie: {
    hint: 'A photo of you, taken now',
    step: 'selfie',
    task: {
      title: 'Take a selfie',
      again: 'Take a new selfie',
      text: 'Someone on our team compares it with your ID photo. No one else sees it.',
      time: '30 seconds',
    },
  },
  'proof-of-address': {
    hint: 'A bill or bank letter from the last 3 months',
    step: 'proof-of-address',
    task: {
      title: 'Add a proof of address',
      again: 'Add another proof of address',
      text: 'A bill or bank letter from the last 3 months, with your name and address.',
      time: '1 minute',
    },
  },
  'bank-statement': {
    hint: 'A second proof of your address',
    step: 'proof-of-address',
    task: {
      title: 'Add a bank statement',
      again: 'Add another bank statement',
      text: 'It must be dated within 3 months.',
      time: '1 minute',
    },
  },
  other: {
    hint: 'Only if you want to add one',
    step: 'proof-of-address',
    task: {
      title: 'Add a document',
      again: 'Add another document',
      text: 'It proves what you told us.',
      time: '1 minute',
    },
  },
}

/** Returns the subjects of a person's leaf, in the order of the journey. */
export function personSubjects(facts: PersonFacts, at: { now: Date; dateStyle: DateStyle }): LeafSubject[] {
  const { dateStyle } = at
  const counting = facts.documents.filter(({ isReady }) => isReady || !isUnsent(facts.state))
  const keys = consumerItemKeys(
    facts.docType,
    counting.map(({ slot }) => slot),
  )
  return [
    riskSubject(facts, stepHref('risk-disclosure'), dateStyle),
    ...keys.map((key) => itemSubject(key, { ...facts, documents: counting }, dateStyle)),
    ...closingSubjects(
      facts,
      isUnsent(facts.state) ? stepHref('user-type') : '/user-type-selection',
      dateStyle,
    ),
  ]
}

function itemSubject(key: ItemKey, facts: PersonFacts, dateStyle: DateStyle): LeafSubject {
  const common = { key, isOwn: false, isPerson: false, isOptional: false, end: null }
  if (!isDocumentSlot(key)) {
    const part = Object.hasOwn(CONSUMER_PARTS, key) ? (key as ConsumerPart) : 'name'
    const { step, ...text } = PART_TEXT[part]
    return {
      ...common,
      ...text,
      given: answerText(part, facts, dateStyle),
      isTelling: true,
      href: stepHref(step),
    }
  }
  const { step, ...text } = SLOT_TEXT[key]
  const document = facts.documents.find(({ slot }) => slot === key)
  const expiresOn = key === 'id-front' ? idExpiry(facts.documents) : null
  const ends = expiresOn && dayText(expiresOn, dateStyle)
  return {
    ...common,
    ...text,
    label: SLOT_LABELS[key],
    noun: SLOT_NOUNS[key],
    href: stepHref(step),
    given: document ? documentText(key, document, { docType: facts.docType, ends, dateStyle }) : null,
    isUnready: document?.isReady === false,
    isTelling: ends !== null || document?.issuedOn != null,
    end: expiresOn && {
      on: expiresOn,
      soonDays: ID_REMINDER_DAYS[0],
      soon: `Runs out on ${ends}`,
      past: `Ran out on ${ends}`,
    },
  }
}

function answerText(part: ConsumerPart, { answers }: PersonFacts, dateStyle: DateStyle): string | null {
  const { firstName, lastName, dob, placeOfBirth, address } = answers
  switch (part) {
    case 'name':
      return firstName?.trim() && lastName?.trim() ? `${firstName.trim()} ${lastName.trim()}` : null
    case 'birth_date':
      return isDay(dob) ? [dayText(dob, dateStyle), placeOfBirth?.trim() || []].flat().join(', ') : null
    case 'address':
      return (
        address
          ?.trim()
          .split(/\s*\n\s*/)
          .join(', ') || null
      )
    default:
      return part satisfies never
  }
}

/** Whether a text is a whole date; a draft stores it as typed, perhaps without its month. */
function isDay(text: string | undefined): text is string {
  return text !== undefined && parsePlainDate(text.trim()) !== null
}

/** Both sides are one document: its last day may be on either. */
function idExpiry(documents: readonly GivenDocument[]) {
  const dates = documents.flatMap(({ slot, expiresOn }) =>
    (slot === 'id-front' || slot === 'id-back') && expiresOn ? [expiresOn] : [],
  )
  return dates[0] ?? null
}

function documentText(
  slot: DocumentSlot,
  { givenAt, issuedOn }: GivenDocument,
  { docType, ends, dateStyle }: { docType: DocType | null; ends: string | null; dateStyle: DateStyle },
): string {
  if (slot === 'id-front' || slot === 'id-back') {
    const name = docType ? DOC_TYPE_LABELS[docType] : 'ID document'
    return ends ? `${name}, expires ${ends}` : name
  }
  return issuedOn && slot !== 'selfie'
    ? `Dated ${dayText(issuedOn, dateStyle)}`
    : `Added on ${dayText(givenAt, dateStyle)}`
}

function stepHref(step: Parameters<typeof consumerFlow.stepParam>[0]): string {
  return `${correctionPath('consumer')}?step=${consumerFlow.stepParam(step)}`
}

function isUnsent(state: CaseState | null): boolean {
  return state === null || state === 'draft' || state === 'withdrawn' || state === 'expired'
}
