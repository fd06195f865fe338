import { useQuery } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import ScanText from 'lucide-react/icons/scan-text'
import { useState } from 'react'
import { READ_FIELD_LABELS, type ReadField, type ReadValue } from '#contract/documents/readings.ts'
import type { StoredDocument } from '#contract/documents/uploads.ts'
import { compareRead } from '#domain/reading/compare-read.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { readText } from './read-text.ts'

/** Fields that their owner is shown, in this order; a nationality or an issuer is nothing they have typed. */
const SHOWN: readonly ReadField[] = [
  'givenNames',
  'surname',
  'name',
  'birthDate',
  'expiresOn',
  'issuedOn',
  'address',
]
const ASK_EVERY_MS = 1500
/** After so many answers without a reading no one waits for it any more. */
const MOST_ASKED = 40

type Props = {
  document: StoredDocument
  /** What is typed so far, by field; what is left out is not asked for. */
  typed: Partial<Record<ReadField, string | null>>
  /** Takes what is empty. */
  onFill: (values: readonly ReadValue[]) => void
}

/** “We read … Is this right?” below a document: nothing where nothing was read, and never in the way. */
export function ReadConfirmation({ document, typed, onFill }: Props) {
  const [done, setDone] = useState<string>()
  const { data } = useQuery({
    ...endpointQuery('GET /api/documents/:id/reading', { params: { id: document.id } }),
    refetchInterval: ({ state }) =>
      state.data?.state === 'waiting' && state.dataUpdateCount < MOST_ASKED ? ASK_EVERY_MS : false,
  })
  const values = SHOWN.flatMap((field) => data?.values.filter((value) => value.field === field) ?? [])
  if (data?.state !== 'read' || values.length === 0) return null
  const empty = values.filter(({ field }) => field in typed && !typed[field]?.trim())
  if (done === document.id)
    return (
      <p className="mt-3 flex items-center gap-2 text-sm text-green-ink" role="status">
        <Check className="size-4 flex-none" />
        Checked against what we read
      </p>
    )
  return (
    <section aria-label="What we read" className="mt-3 rounded-3 border border-line bg-surface px-4 pb-4">
      <h3 className="flex items-center gap-2 py-3 text-sm font-medium text-ink-2" role="status">
        <ScanText className="size-5 flex-none text-brand" />
        We read this. Is it right?
      </h3>
      <dl className="m-0">
        {values.map((value) => (
          <Row key={value.field} value={value} typed={typed[value.field] ?? null} />
        ))}
      </dl>
      <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          size="sm"
          onClick={() => {
            onFill(empty)
            setDone(document.id)
          }}
        >
          {empty.length > 0 ? 'Yes, use it' : 'Yes, that’s right'}
        </Button>
        <Button size="sm" variant="tertiary" onClick={() => setDone(document.id)}>
          No, keep what I typed
        </Button>
      </p>
      <p className="mt-2 text-sm text-ink-3">
        A machine read this, so check it. It changes nothing you typed.
      </p>
    </section>
  )
}

function Row({ value, typed }: { value: ReadValue; typed: string | null }) {
  const differs = compareRead(value.field, typed, value.value)?.kind === 'differs'
  return (
    <div className="grid grid-cols-[minmax(88px,34%)_minmax(0,1fr)] gap-x-3 border-t border-line py-2 text-sm">
      <dt className="text-ink-3">{READ_FIELD_LABELS[value.field]}</dt>
      <dd className="m-0 font-medium wrap-anywhere">
        {readText(value)}
        {differs && typed ? (
          <span className="mt-0.5 block font-normal text-yellow-ink">
            ≠ Differs from what you typed: {readText({ ...value, value: typed })}
          </span>
        ) : null}
      </dd>
    </div>
  )
}
