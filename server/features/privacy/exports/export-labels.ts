import { USER_TYPE_CARDS } from '#contract/account/user-types.ts'
import type { DateStyle } from '#contract/date-style.ts'
import { DOC_TYPE_LABELS, SLOT_LABELS } from '#contract/documents/documents.ts'
import { BUSINESS_FIELDS, BUSINESS_PARTS } from '#contract/onboarding/business-fields.ts'
import {
  MANAGER_FIELDS,
  NO_UBO_REASON_LABELS,
  OWNER_FIELDS,
  REPRESENTATIVE_FIELDS,
} from '#contract/onboarding/business-people.ts'
import { CONSUMER_FIELDS, CONSUMER_PARTS } from '#contract/onboarding/consumer-fields.ts'
import { CaseState } from '#contract/verification/cases.ts'
import { countryName } from '#domain/country-names.ts'
import { birthDayText, dayText, momentText } from '#domain/date-text.ts'
import { CATEGORY_NAMES } from '#domain/investors/answers-text.ts'
import { parsePlainDate } from '#domain/plain-date.ts'
import { caseBadge } from '#domain/standing/case-badges.ts'
import { eventTitle } from '#server/model/audit/event-titles.ts'
import { OWN_TITLES } from '#server/model/audit/own-titles.ts'

/** What the forms call their fields, under the names of the answers and of the returned profile. */
const FORM_LABELS = new Map(
  [REPRESENTATIVE_FIELDS, MANAGER_FIELDS, OWNER_FIELDS, BUSINESS_FIELDS, CONSUMER_FIELDS]
    .flatMap((fields) => Object.entries(fields))
    .flatMap(([name, { wire, short }]) => [
      [name, short],
      [wire, short],
    ])
    // Also the name of other things.
    .filter(([key]) => key !== 'name') as [string, string][],
)

/** Names of columns that aren't words. */
const COLUMN_LABELS: Readonly<Record<string, string>> = {
  actor_kind: 'By',
  at: 'When',
  auth0_email: 'Sign-in email',
  auth0_id: 'Sign-in ID',
  bytes: 'Size in bytes',
  id: 'Number',
  ip: 'IP address',
  mime: 'File type',
  picture: 'Picture address',
  sha256: 'SHA-256',
  slot: 'Document',
  state: 'Status',
  text_sha256: 'SHA-256 of the text',
  type: 'What happened',
  user_agent: 'Browser',
  vat_gbp: 'VAT in pounds',
}

const ITEM_LABELS = { ...SLOT_LABELS, ...CONSUMER_PARTS, ...BUSINESS_PARTS }
const USER_TYPES = Object.fromEntries(USER_TYPE_CARDS.map(({ id, title }) => [id, title]))
const KINDS = { consumer: 'Person', business: 'Company' }
const ACTORS = { user: 'You', staff: 'Our team', system: 'The product itself' }

/** What the stored values of a column are called. */
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  actor_kind: ACTORS,
  category: CATEGORY_NAMES,
  doc_type: DOC_TYPE_LABELS,
  docType: DOC_TYPE_LABELS,
  investor_category: CATEGORY_NAMES,
  item: ITEM_LABELS,
  kind: KINDS,
  no_ubo_reason: NO_UBO_REASON_LABELS,
  noUboReason: NO_UBO_REASON_LABELS,
  pending_user_type: USER_TYPES,
  slot: SLOT_LABELS,
  user_type: USER_TYPES,
  userType: USER_TYPES,
}

const COUNTRIES = /^(nationality|.*country)$/i
const BIRTHS = ['birth_date', 'birthDate', 'dob']
/** Columns with values of our own, which no table names. */
const NAMED_VALUES = [
  'certification_name',
  'certification_type',
  'client_type',
  'kind',
  'method',
  'role',
  'state',
  'status',
]

/** Returns the label of a column or an answer: the form's own, or its name as a phrase. */
export function exportLabel(key: string): string {
  const label = COLUMN_LABELS[key] ?? FORM_LABELS.get(key)
  if (label) return label
  // "Created", because the value says when.
  const words = key.replace(/(_at|_on|At|On)$/, '')
  return sentenceLabel(words.replaceAll(/([a-z])([A-Z])/g, '$1_$2'))
}

/** Returns a value as text; moments have their time zone. */
export function exportText(
  section: string,
  key: string,
  value: string | number | boolean | Date,
  style: DateStyle,
): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (value instanceof Date) return momentText(value, style)
  const text = String(value)
  if (BIRTHS.includes(key) && /^\d{4}-\d{2}(-\d{2})?$/.test(text)) return birthDayText(text, style)
  if (parsePlainDate(text)) return dayText(text, style)
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/.test(text) && !Number.isNaN(Date.parse(text)))
    return momentText(text, style)
  return valueLabel(section, key, text)
}

function valueLabel(section: string, key: string, text: string): string {
  if (section === 'history' && key === 'type')
    return (
      Object.entries(OWN_TITLES).find(([type]) => type === text)?.[1] ??
      eventTitle({ type: text, subject: null, after: null })
    )
  if (section === 'verifications' && key === 'state')
    return caseBadge(CaseState.parse(text), 'application').label
  const known = VALUES[key]?.[text]
  if (known) return known
  if (COUNTRIES.test(key)) return countryName(text)
  return NAMED_VALUES.includes(key) ? sentenceLabel(text) : text
}

/** "first_name" as "First name". */
function sentenceLabel(name: string): string {
  const words = name
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .toLowerCase()
    .replaceAll(/\b(id|url|ip|vat)\b/g, (short) => short.toUpperCase())
  return words.charAt(0).toUpperCase() + words.slice(1)
}
