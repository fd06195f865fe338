import {
  CONSUMER_FIELD_NAMES,
  type ConsumerFieldName,
  consumerField,
  isOptionalField,
  type ReadingPage,
} from '#contract/onboarding/consumer-fields.ts'
import type { KycProfile } from '#contract/onboarding/onboarding.ts'
import { formatDate } from '#web/lib/dates.ts'
import { EmailText } from '#web/ui/email-text.tsx'
import type { KeyValue } from '#web/ui/key-value-list.tsx'

/** The answers of a submitted profile as a page shows them. */
export function profileLines(profile: KycProfile, page: ReadingPage): KeyValue[] {
  const place = (name: ConsumerFieldName) => consumerField(name).shown[page] ?? 0
  const names = CONSUMER_FIELD_NAMES.filter((name) => place(name) > 0)
  names.sort((left, right) => place(left) - place(right))
  const value = (name: ConsumerFieldName) => profileValue(profile, name)
  if (page === 'staff') return names.map((name) => lineOf(consumerField(name).short, [name], value))
  return joinedLines(names, 'short', (name) => {
    const text = value(name)
    return page === 'account' ? (text?.replaceAll('\n', ', ') ?? null) : text
  })
}

/** The form's answers in its order, without the fields in `except`. */
export function formLines(
  value: (name: ConsumerFieldName) => string | null,
  except: readonly ConsumerFieldName[] = [],
): KeyValue[] {
  return joinedLines(
    CONSUMER_FIELD_NAMES.filter((name) => !except.includes(name)),
    'label',
    value,
  )
}

/** A submitted profile's answer, null if it wasn't given. */
export function profileValue(profile: KycProfile, name: ConsumerFieldName): string | null {
  return (profile as Readonly<Record<string, unknown>>)[consumerField(name).wire] as string | null
}

/** Fields that share a line are joined, others are separate. */
function joinedLines(
  names: readonly ConsumerFieldName[],
  label: 'label' | 'short',
  value: (name: ConsumerFieldName) => string | null,
): KeyValue[] {
  const labelOf = (name: ConsumerFieldName) => consumerField(name).line ?? consumerField(name)[label]
  const lines = Map.groupBy(names, labelOf)
  return [...lines].map(([text, together]) => lineOf(text, together, value))
}

function lineOf(
  label: string,
  names: readonly ConsumerFieldName[],
  value: (name: ConsumerFieldName) => string | null,
): KeyValue {
  const text = names.flatMap((name) => value(name) || []).join(' ')
  return {
    label,
    value: text && shownAs(names[0], text),
    ...(names.every(isOptionalField) && { missing: 'Not given' }),
  }
}

function shownAs(name: ConsumerFieldName | undefined, text: string): KeyValue['value'] {
  const input = name && consumerField(name).input
  if (input === 'birthday') return formatDate(text)
  if (input === 'email') return <EmailText address={text} />
  return input === 'lines' ? <span className="whitespace-pre-line">{text}</span> : text
}
