import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ItemKey } from '#contract/verification/cases.ts'
import type { StepLine } from '#contract/verification/leaf.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { LeafGlyph } from '#web/shared/verification/leaf/leaf-glyph.tsx'
import type { JourneyKind, JourneyTypes } from './journey-kind.ts'
import type { JourneyStep } from './journey-step.ts'

/** The step for lines that aren't a case's item, or not yet. */
const STEP_OF_LINE: Readonly<Record<string, JourneyStep>> = {
  'risk-warning': 'risk-disclosure',
  purpose: 'user-type',
  certification: 'user-type',
  owners: 'owners',
  'more-people': 'owners',
  representatives: 'representatives',
}

/** The onboarding step that shows a line. */
export function stepOfLine<T extends JourneyTypes>(
  { stepOfItem }: Pick<JourneyKind<T>, 'stepOfItem'>,
  key: string,
): JourneyStep {
  return STEP_OF_LINE[key] ?? stepOfItem(key as ItemKey)
}

/**
 * The leaf's lines for the steps, from the server; none while unknown. They are refetched whenever `stored`
 * changes: an answer was saved, a file uploaded, the risk disclosure accepted.
 */
export function useStepLines(kind: 'consumer' | 'business', stored: string): readonly StepLine[] {
  const query = endpointQuery('GET /api/onboarding/lines', { query: { kind } })
  const { data } = useQuery({
    ...query,
    queryKey: [...query.queryKey, stored],
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  return data?.lines ?? []
}

/** A step's lines, each as glyph and text, with its name if there are several. */
export function StepLines({ lines }: { lines: readonly StepLine[] }) {
  if (lines.length === 0) return null
  const isOne = lines.length === 1
  return (
    <ul className="mt-0.5 grid gap-0.5 text-xs/5 font-normal text-ink-3">
      {lines.map(({ key, label, state, badge }) => (
        <li key={key} className="flex items-center gap-2">
          <LeafGlyph state={state} />
          <span className={isOne ? 'sr-only' : 'min-w-0 flex-1 [overflow-wrap:anywhere]'}>
            {label}
            <span className="sr-only">:</span>
          </span>
          <span className={state === 'look_again' ? 'flex-none font-medium text-yellow-ink' : 'flex-none'}>
            {badge.label}
          </span>
        </li>
      ))}
    </ul>
  )
}
