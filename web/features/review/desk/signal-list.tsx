import { Link } from '@tanstack/react-router'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import type { DocumentSignal, LinkedSignal } from '#contract/documents/readings.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { caseLink } from '#web/shared/cases/use-claim-next.ts'
import type { DocumentedCase } from '../selected-document.ts'
import { useCaseReadings } from './line-readings.ts'

const LOOKS: Readonly<
  Record<DocumentSignal['look'], { icon: typeof CircleAlert; colour: string; ink: string; word: string }>
> = {
  agrees: { icon: CircleCheck, colour: 'text-green-solid', ink: 'text-ink-2', word: 'Agrees' },
  look_closer: {
    icon: CircleAlert,
    colour: 'text-yellow-solid',
    ink: 'text-yellow-ink',
    word: 'Look closer',
  },
  no_reading: { icon: CircleDashed, colour: 'text-ink-3', ink: 'text-ink-3', word: 'No reading' },
}

/** A document's signals apart from its text: they inform, and decide nothing (cases, Signals). */
export function SignalList({
  userId,
  reviewCase,
  documentId,
}: {
  userId: number
  reviewCase: DocumentedCase
  documentId: string
}) {
  const reading = useCaseReadings(userId, reviewCase).get(documentId)
  const isWaiting = reading?.state === 'waiting'
  if (!reading || (reading.signals.length === 0 && !isWaiting)) return null
  return (
    <section aria-labelledby="desk-signals" className="mt-3 px-5">
      <div className="flex items-baseline justify-between border-b border-line pb-1">
        <h3 id="desk-signals" className="text-xs font-medium text-ink-3">
          Signals
        </h3>
        <span className="text-xs text-ink-3">They inform. You decide.</span>
      </div>
      {isWaiting ? (
        <p className="pt-2 text-sm text-ink-3" role="status">
          Not read yet. What a machine reads shows here as soon as it has.
        </p>
      ) : null}
      <ul className="m-0 list-none p-0">
        {reading.signals.map((signal) => (
          <Signal key={signal.name} {...signal} />
        ))}
      </ul>
    </section>
  )
}

function Signal({ version, look, title, reading, explanation, at, cases, moreCases }: LinkedSignal) {
  const { icon: Icon, colour, ink, word } = LOOKS[look]
  return (
    <li className="grid grid-cols-[20px_minmax(0,1fr)_auto] gap-x-2 border-b border-line py-1.5 text-sm">
      <Icon className={`mt-0.5 size-4 ${colour}`} />
      <span className="font-medium">
        <span className="sr-only">{word}: </span>
        {title}
      </span>
      <span className={`text-right font-medium ${ink}`}>{reading}</span>
      <span className="col-span-2 col-start-2 text-xs text-ink-2">
        {explanation}{' '}
        <span className="text-ink-3">
          {formatDateTime(at)}, rule&nbsp;version&nbsp;{version}
        </span>
        {cases.length > 0 ? (
          <span className="mt-1 flex flex-wrap gap-x-3 gap-y-1 wrap-anywhere">
            {cases.map(({ userId, name, kind, slot }) => (
              <Link
                key={userId}
                className="link"
                target="_blank"
                {...caseLink({ userId, kind }, { line: slot })}
              >
                {name}
                <span className="sr-only"> (opens in a new tab)</span>
              </Link>
            ))}
            {moreCases > 0 ? <span>and {moreCases} more</span> : null}
          </span>
        ) : null}
      </span>
    </li>
  )
}
