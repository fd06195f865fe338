import { Fragment, type ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type KeyValue = {
  label: string
  /** null, undefined and '' count as missing. */
  value: ReactNode
  /** This row's text for a missing value, if it differs from the list's. */
  missing?: string
  /** A link or button at the right; the list then has three columns. */
  action?: ReactNode
}

type Look = { list: string; row: string; label?: string; value?: string }

// The longest words in labels fit, even on phones: Representatives, Authentication.
const ROWS: Look = { list: 'grid-cols-[minmax(136px,38%)_1fr] text-card', row: 'py-2.5' }
const WITH_ACTIONS: Look = { ...ROWS, list: 'grid-cols-[minmax(140px,32%)_1fr_auto] text-card' }

const LOOKS = {
  /** Small, with a hairline above. */
  small: { list: 'grid-cols-[84px_1fr] border-t border-line text-[.90625rem]/5.5', row: 'py-2' },
  /** Answers in large type; on phones each answer is below its question. */
  answers: {
    list: 'grid-cols-[minmax(130px,34%)_1fr] border-b border-line text-base max-sm:grid-cols-1',
    row: 'py-3',
    label: 'max-sm:pb-0 max-sm:text-[.9375rem]',
    value: 'max-sm:border-t-0 max-sm:pt-0.5',
  },
} as const satisfies Record<string, Look>

/** Label and value in hairline rows. Missing: N/A, "Not available" on profile screens (design §7.2). */
export function KeyValueList({
  items,
  missing = 'N/A',
  look,
  className,
}: {
  items: readonly KeyValue[]
  missing?: string
  look?: keyof typeof LOOKS
  className?: string
}) {
  const three = items.some((item) => item.action)
  const shown: Look = look ? LOOKS[look] : three ? WITH_ACTIONS : ROWS
  return (
    <dl className={classNames('grid', shown.list, className)}>
      {items.map((item, index) => {
        const row = classNames('min-w-0', index > 0 && 'border-t border-line', shown.row)
        const isMissing = item.value === null || item.value === undefined || item.value === ''
        return (
          <Fragment key={item.label}>
            <dt className={classNames(row, 'pr-4 text-ink-3', shown.label)}>{item.label}</dt>
            <dd className={classNames(row, 'wrap-anywhere', shown.value)}>
              {isMissing ? <span className="text-ink-3">{item.missing ?? missing}</span> : item.value}
            </dd>
            {three ? <dd className={classNames(row, 'pl-4 wrap-anywhere')}>{item.action}</dd> : null}
          </Fragment>
        )
      })}
    </dl>
  )
}
