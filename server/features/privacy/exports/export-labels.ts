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
import { RETRY_TEXTS } from '#domain/cases/retry-texts.ts'
import { countryName } from '#domain/country-names.ts'
import { birthDayText, dayText, momentText } from '#domain/date-text.ts'
import { CATEGORY_NAMES } from '#domain/investors/answers-text.ts'
import { parsePlainDate } from '#domain/plain-date.ts'
import { caseBadge } from '#domain/standing/case-badges.ts'
import { eventTypeTitle } from '#server/model/audit/event-titles.ts'
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
  acknowledged_at: 'Accepted',
  actor_kind: 'By',
  additional_data: 'More about it',
  admin_role_assigned_at: 'Administrator since',
  approval_shown_at: 'Approval first shown to you',
  asked_for_again: 'What we asked for again',
  at: 'When',
  attached_at: 'Added to this client',
  auth0_email: 'Sign-in email',
  auth0_id: 'Sign-in ID',
  bounced_at: 'Returned as undeliverable',
  bytes: 'Size in bytes',
  certification_id: 'Number of the statement',
  certification_name: 'Name',
  certification_text: 'Text',
  certification_type: 'Kind of statement',
  client_type: 'Kind of client',
  complained_at: 'Marked as spam',
  credit_note_id: 'Number of the credit note',
  dated_at: 'Date',
  data: 'Your answers',
  day: 'Days after you stopped',
  doc_type: 'Document type',
  docType: 'Document type',
  document_id: 'Document',
  email_confirmed_at: 'Email confirmed',
  email_verified: 'Email confirmed with your sign-in provider',
  faces_by_people_at: 'You asked that only people compare your photos',
  faces_told_at: 'You were told that a program compares your photos',
  found: 'What we read',
  given_at: 'Answered',
  id: 'Number',
  invoice_id: 'Number of the invoice',
  ip: 'IP address',
  is_admin: 'Administrator',
  is_buyer: 'Buyer',
  is_corporate: 'Corporate access',
  is_developer: 'Project developer',
  is_investor: 'Investor',
  is_seller: 'Seller',
  is_super_admin: 'Super administrator',
  is_trader: 'Trader',
  item: 'What',
  kept_at: 'You chose to use it as it is',
  last_login: 'Last sign-in',
  likeness: 'How alike the two faces are',
  likeness_basis: 'Legal basis of comparing them',
  memo: 'Note',
  mime: 'File type',
  no_expiry_date: 'Has no expiry date printed on it',
  no_issue_date: 'Has no issue date printed on it',
  no_ubo_reason: 'Why no owner is named',
  noUboReason: 'Why no owner is named',
  onboarding_completed_at: 'Application first sent',
  page_path: 'Page',
  path: 'Page',
  pending_user_type: 'User type you chose, not applied yet',
  person_id: 'Number of the person',
  picture: 'Picture address',
  plan: 'What we delete and what we must keep',
  problems: 'What is wrong with the picture',
  profile_id: 'Number of the company',
  reader: 'Read by',
  reference_url: 'Where it can be read',
  round: 'Submission number',
  search: 'Filters',
  sha256: 'SHA-256',
  shares: 'Share of each tax rate',
  slot: 'Document',
  snapshot: 'What you sent',
  state: 'Status',
  step: 'Last page you opened',
  stripe_customer_id: 'Customer number at Stripe',
  superseded_at: 'Replaced',
  tax_point: 'Date for tax',
  text_confirmed: 'You confirmed the text',
  text_sha256: 'SHA-256 of the text',
  text_version: 'Version of the text',
  to_address: 'Sent to',
  type: 'What happened',
  unit_amount: 'Price each',
  unmet: 'What your answers did not meet',
  updated_at: 'Last changed',
  user_agent: 'Browser',
  vat_gbp: 'VAT in pounds',
  voided_at: 'Cancelled',
}

const ITEM_LABELS = { ...SLOT_LABELS, ...CONSUMER_PARTS, ...BUSINESS_PARTS }
const USER_TYPES = Object.fromEntries(USER_TYPE_CARDS.map(({ id, title }) => [id, title]))
const KINDS = { consumer: 'Person', business: 'Company' }
const ACTORS = { user: 'You', staff: 'Our team', system: 'The product itself' }

const DECISIONS = { accepted: 'Accepted', retry: 'Asked for again' }
const METHODS = { 'OpenID Connect': 'Your sign-in provider', 'auth provider': 'Your sign-in provider' }
const REASONS = Object.fromEntries(Object.entries(RETRY_TEXTS).map(([code, { wrong }]) => [code, wrong]))

/** What the stored values of a column are called. */
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  actor_kind: ACTORS,
  category: CATEGORY_NAMES,
  decision: DECISIONS,
  doc_type: DOC_TYPE_LABELS,
  docType: DOC_TYPE_LABELS,
  investor_category: CATEGORY_NAMES,
  item: ITEM_LABELS,
  key: ITEM_LABELS,
  kind: KINDS,
  method: METHODS,
  no_ubo_reason: NO_UBO_REASON_LABELS,
  noUboReason: NO_UBO_REASON_LABELS,
  pending_user_type: USER_TYPES,
  reasons: REASONS,
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
  'event',
  'field',
  'kind',
  'method',
  'problems',
  'role',
  'state',
  'status',
  'step',
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
    return Object.entries(OWN_TITLES).find(([type]) => type === text)?.[1] ?? eventTypeTitle(text)
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
