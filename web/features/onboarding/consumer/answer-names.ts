import { USER_TYPE_CARDS } from '#contract/account/user-types.ts'
import { DOC_TYPE_LABELS, type DocType } from '#contract/documents/documents.ts'
import { CONSUMER_FIELD_NAMES, consumerField } from '#contract/onboarding/consumer-fields.ts'
import { formatDate } from '#web/lib/dates.ts'
import { isDateEmpty, partsFromIso } from '#web/ui/date-parts.ts'

const NAMES: Readonly<Record<string, string>> = { docType: 'Document type', userType: 'User type' }

/** What a field is called outside of its screen. */
export function nameOfField(path: string): string {
  const name = CONSUMER_FIELD_NAMES.find((field) => field === path)
  return name ? consumerField(name).label : (NAMES[path] ?? path)
}

/** One answer of a draft as people read it; empty if it wasn't given. */
export function textOfAnswer(path: string, answer: unknown): string {
  if (typeof answer !== 'string') return ''
  if (path === 'docType') return DOC_TYPE_LABELS[answer as DocType]
  if (path === 'userType') return USER_TYPE_CARDS.find(({ id }) => id === answer)?.title ?? ''
  // A date is stored as typed while it is incomplete.
  if (path === 'dob' && !isDateEmpty(partsFromIso(answer))) return formatDate(answer)
  return answer.replaceAll('\n', ', ')
}
