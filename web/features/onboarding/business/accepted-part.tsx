import type { ReactNode } from 'react'
import type { ItemKey } from '#contract/verification/cases.ts'
import { type KeyValue, KeyValueList } from '#web/ui/key-value-list.tsx'
import { AcceptedBadge, CorrectionNote } from '../journey/correction-note.tsx'
import { useJourney } from '../journey/journey.ts'

/** The fields of one part of the company: read-only where it is accepted, with its reason where it was returned. */
export function AcceptedPart({
  item,
  lines,
  children,
}: {
  item: ItemKey
  lines: () => readonly KeyValue[]
  children: ReactNode
}) {
  const { correction } = useJourney()
  if (!correction || correction.isEditable(item)) {
    return (
      <>
        <CorrectionNote item={correction?.find(item) ?? null} />
        {children}
      </>
    )
  }
  return (
    <>
      <p className="mb-2">
        <AcceptedBadge />
      </p>
      <KeyValueList items={lines()} missing="Not given" />
    </>
  )
}
