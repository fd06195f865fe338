import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type KeyValue = {
  label: string
  /** null, undefined and '' read as missing. */
  value: ReactNode
  /** The word for a missing value of this line, where it differs from the list's. */
  missing?: string
  /** A link or button at the right; the list then has three columns. */
  action?: ReactNode
}

/** Label and value in hairline rows. Missing: N/A, "Not available" on profile screens (design §7). */
export function KeyValueList({
  items,
  missing = 'N/A',
  className,
}: {
  items: readonly KeyValue[]
  missing?: string
  className?: string
}) {
  const three = items.some((item) => item.action)
  return (
    <dl className={classNames('kv', three && 'kv-3', className)}>
      {items.map((item) => (
        <KeyValueRow key={item.label} item={item} missing={item.missing ?? missing} three={three} />
      ))}
    </dl>
  )
}

function KeyValueRow({ item, missing, three }: { item: KeyValue; missing: string; three: boolean }) {
  const isMissing = item.value === null || item.value === undefined || item.value === ''
  return (
    <>
      <dt>{item.label}</dt>
      <dd>{isMissing ? <span className="text-ink-3">{missing}</span> : item.value}</dd>
      {three ? <dd className="act">{item.action}</dd> : null}
    </>
  )
}
