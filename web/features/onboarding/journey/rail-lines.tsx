import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ItemKey } from '#contract/verification/cases.ts'
import type { StepLine } from '#contract/verification/leaf.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { LeafGlyph } from '#web/shared/verification/leaf/leaf-glyph.tsx'
import type { JourneyKind, JourneyTypes } from './journey-kind.ts'
import type { JourneyStep } from './journey-step.ts'

/** The step that asks for what is no item of a case, or not yet one. */
const STEP_OF_LINE: Readonly<Record<string, JourneyStep>> = {
  'risk-warning': 'risk-disclosure',
  purpose: 'user-type',
  certification: 'user-type',
  owners: 'owners',
  'more-people': 'owners',
  representatives: 'representatives',
}

/** The step of onboarding under which a line stands. */
export function stepOfLine<T extends JourneyTypes>(
  { stepOfItem }: Pick<JourneyKind<T>, 'stepOfItem'>,
  key: string,
): JourneyStep {
  return STEP_OF_LINE[key] ?? stepOfItem(key as ItemKey)
}

/**
 * The lines of the leaf for the steps, as the server says them; none while they are unknown. They are asked for again whenever
 * `stored` is another: an answer was saved, a file arrived, the risk disclosure was accepted.
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

/** Under a step: each of its lines by glyph and word, with its name where there are several. */
export function StepLines({ lines }: { lines: readonly StepLine[] }) {
  if (lines.length === 0) return null
  const isOne = lines.length === 1
  return (
    <ul className="mt-0.5 grid gap-0.5 text-[13px] leading-5 font-normal text-ink-3">
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
