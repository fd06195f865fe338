import type { AdminUserDetail } from '#contract/directory/admin-users.ts'
import { ADDRESS_PROOF_MAX_MONTHS, DOC_TYPE_LABELS, documentType } from '#contract/documents/documents.ts'
import { READ_FIELD_LABELS } from '#contract/documents/read-fields.ts'
import type { ReadField } from '#contract/documents/readings.ts'
import { isBusinessPart } from '#contract/onboarding/business-fields.ts'
import {
  OWNER_FIELDS,
  type PersonFields,
  REPRESENTATIVE_FIELDS,
} from '#contract/onboarding/business-people.ts'
import {
  type ConsumerFieldName,
  consumerField,
  fieldsOfPart,
  isConsumerPart,
} from '#contract/onboarding/consumer-fields.ts'
import { isTooSmall } from '#domain/cases/document-problems.ts'
import { addMonths, daysBetween, type PlainDate, parsePlainDate } from '#domain/plain-date.ts'
import type { Comparison } from '#domain/reading/compare-read.ts'
import type { DifferingParts } from '#domain/reading/differing-parts.ts'
import { formatDate } from '#web/lib/dates.ts'
import { profileValue } from '#web/shared/verification/answer-lines.tsx'
import { staffLines } from '#web/shared/verification/company-lines.tsx'
import type { KeyValue } from '#web/ui/key-value-list.tsx'
import { personRows, withoutOwners } from '../company-people.tsx'
import type { CaseDocument } from '../selected-document.ts'
import type { DeskLine } from './desk-lines.ts'
import type { ReadProof } from './read-proof.ts'

/** One row of the comparison: what was declared, and what a rule says about it. */
export interface DeclaredRow {
  label: string
  value: KeyValue['value']
  check?: { isGood: boolean; text: string }
  /** The document's field for the same value. */
  field?: ReadField
  /** The declared value in the form that is compared, if it is shown differently. */
  plain?: string | null
  /** What the rule says about a value read that differs from the declared one. */
  checkOf?: (read: string) => DeclaredRow['check']
}

/** A row with what was read from a document, and how it compares. */
export interface ComparedRow extends DeclaredRow {
  read?: {
    text: string
    comparison: Comparison | null
    parts: DifferingParts | null
    /** How certain it is, as text; null if there is nothing to say. */
    proof: ReadProof | null
    /** What another part of the document says instead, and what that means, in words. */
    contradicted: { text: string; check: string } | null
    /** What the rule says about the value read, if it differs. */
    check?: DeclaredRow['check']
  }
}

const READ_AS: Partial<Record<ConsumerFieldName, ReadField>> = {
  firstName: 'givenNames',
  lastName: 'surname',
  dob: 'birthDate',
  address: 'address',
}

type Declared = Pick<AdminUserDetail, 'kyc_profile' | 'business_profile'>

/** Returns a line's declared values as rows. `today` is the day against which dates are checked. */
export function declaredRows(line: DeskLine, user: Declared, today: PlainDate): DeclaredRow[] {
  const { key, item } = line
  if (item.document) return documentRows(item.document, user, today)
  const { kyc_profile: profile, business_profile: company } = user
  if (isConsumerPart(key) && profile)
    return fieldsOfPart(key).map((name) => ({
      label: consumerField(name).short,
      value: answerText(name, profileValue(profile, name)),
      ...(READ_AS[name] && { field: READ_AS[name], plain: profileValue(profile, name) }),
      ...(name === 'dob' && ageCheck(profileValue(profile, name), today)),
    }))
  if (!company) return []
  if (isBusinessPart(key)) return staffLines(company, key)
  const [, id] = key.split(':')
  const owner = company.beneficialOwners.find((each) => each.id === id)
  if (owner) return personRows(OWNER_FIELDS as PersonFields, owner)
  const representative = company.representatives.find((each) => each.id === id)
  if (representative) return personRows(REPRESENTATIVE_FIELDS as PersonFields, representative)
  return key.startsWith('owner:') ? withoutOwners(company) : []
}

function answerText(name: ConsumerFieldName, value: string | null): string | null {
  return consumerField(name).input === 'birthday' && value ? formatDate(value) : value
}

function ageCheck(born: string | null, today: PlainDate): Pick<DeclaredRow, 'check'> {
  const birth = born && parsePlainDate(born)
  if (!birth) return {}
  const years =
    Number(today.slice(0, 4)) - Number(birth.slice(0, 4)) - (today.slice(5) < birth.slice(5) ? 1 : 0)
  return { check: { isGood: years >= 18, text: `${years} years old` } }
}

function documentRows(
  document: CaseDocument,
  { kyc_profile: profile }: Declared,
  today: PlainDate,
): DeclaredRow[] {
  const { group } = documentType(document.documentType)
  const sent = { label: 'Sent', value: formatDate(document.uploadedAt) }
  if (group === 'id') {
    const docType = document.docType ?? profile?.doc_type
    return [
      { label: 'Document type', value: docType ? DOC_TYPE_LABELS[docType] : null },
      {
        label: READ_FIELD_LABELS.expiresOn,
        field: 'expiresOn',
        plain: document.expiresOn,
        value: dateOr(document.expiresOn, document.noExpiryDate),
        ...datedBy(expiryCheck, document.expiresOn, today),
      },
      { label: 'Number', value: 'Not asked', field: 'number', plain: '' },
      { label: 'Nationality', value: 'Not asked', field: 'nationality', plain: '' },
      sent,
    ]
  }
  if (group === 'proof')
    return [
      { label: 'Name', field: 'name', value: profile ? `${profile.first_name} ${profile.last_name}` : null },
      { label: 'Address', field: 'address', value: profile ? profileValue(profile, 'address') : null },
      {
        label: READ_FIELD_LABELS.issuedOn,
        field: 'issuedOn',
        plain: document.issuedOn,
        value: dateOr(document.issuedOn, document.noIssueDate),
        ...datedBy(issueCheck, document.issuedOn, today),
      },
      sent,
    ]
  return [...pixels(document), sent]
}

/** How many pixels a picture has, and whether they are enough. */
function pixels(document: CaseDocument): DeclaredRow[] {
  const { width, height } = document
  if (width === null || height === null) return []
  const isGood = !isTooSmall(document)
  return [
    {
      label: 'Picture',
      value: `${width} × ${height} pixels`,
      check: { isGood, text: isGood ? 'Large enough' : 'Very small' },
    },
  ]
}

function dateOr(date: string | null, isNonePrinted: boolean): string | null {
  return date ? formatDate(date) : isNonePrinted ? 'No date on this document' : null
}

type DateCheck = (on: PlainDate, today: PlainDate) => DeclaredRow['check']

/** The declared date checked by its rule, and by the same rule the one that was read. */
function datedBy(check: DateCheck, on: string | null, today: PlainDate): Partial<DeclaredRow> {
  const checkOf = (text: string | null) => {
    const date = text && parsePlainDate(text)
    return date ? check(date, today) : undefined
  }
  const checked = checkOf(on)
  return { ...(checked && { check: checked }), checkOf }
}

function expiryCheck(on: PlainDate, today: PlainDate): DeclaredRow['check'] {
  const days = daysBetween(today, on)
  return {
    isGood: days >= 0,
    text: days < 0 ? 'Expired' : days === 1 ? '1 day left' : `${days} days left`,
  }
}

function issueCheck(on: PlainDate, today: PlainDate): DeclaredRow['check'] {
  const isRecent = on >= addMonths(today, -ADDRESS_PROOF_MAX_MONTHS)
  return {
    isGood: isRecent,
    text: isRecent
      ? `Within ${ADDRESS_PROOF_MAX_MONTHS} months`
      : `Over ${ADDRESS_PROOF_MAX_MONTHS} months old`,
  }
}
