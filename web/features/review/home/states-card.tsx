import type { StaffHome } from '#contract/review/staff-home.ts'
import { QUEUE_STATES } from '#contract/verification/case-states.ts'
import { caseBadge } from '#domain/standing/case-badges.ts'
import { formatNumber } from '#web/lib/numbers.ts'
import { StandingBadge } from '#web/ui/standing-badge.tsx'
import { FigureLink, HomeCard } from './home-card.tsx'

const CELL =
  'border-t border-line px-2 py-1.5 font-normal first:pl-[18px] last:pr-[18px] max-[640px]:first:pl-4 max-[640px]:last:pr-4'
const HEAD = `${CELL} border-t-0! text-[.84375rem] text-ink-3`

/**
 * How many cases of people and companies are in each state, how many confirmations are late, and what was
 * approved without review.
 */
export function StatesCard({
  states,
  lateConfirmations,
  unreviewedApprovals,
  linked,
}: Pick<StaffHome, 'states' | 'lateConfirmations' | 'unreviewedApprovals'> & { linked: boolean }) {
  const countOf = (state: string, kind: string) =>
    states.find((row) => row.state === state && row.kind === kind)?.cases ?? 0
  return (
    <HomeCard id="states" title="Cases by status">
      <table className="w-full border-collapse text-sm/5 tabular-nums">
        <caption className="sr-only">Cases by status</caption>
        <thead>
          <tr>
            <th scope="col" className={`${HEAD} text-left`}>
              Status
            </th>
            <th scope="col" className={`${HEAD} text-right`}>
              Individual
            </th>
            <th scope="col" className={`${HEAD} text-right`}>
              Business
            </th>
          </tr>
        </thead>
        <tbody>
          {QUEUE_STATES.map((state) => (
            <tr key={state}>
              <th
                scope="row"
                className={`${CELL} text-left [&_.badge]:rounded-[13px] [&_.badge]:whitespace-normal`}
              >
                <StandingBadge badge={caseBadge(state, 'staff')} />
              </th>
              {(['consumer', 'business'] as const).map((kind) => (
                <td key={kind} className={`${CELL} text-right`}>
                  <FigureLink linked={linked} search={{ state, kind }}>
                    {formatNumber(countOf(state, kind))}
                  </FigureLink>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {lateConfirmations > 0 ? (
        <p className="border-t border-line px-[18px] py-2.5 text-card max-[640px]:px-4">
          <FigureLink linked={linked} search={{ state: 'reverification_due', due: 'overdue' }}>
            {lateConfirmations === 1
              ? '1 confirmation is late'
              : `${formatNumber(lateConfirmations)} confirmations are late`}
          </FigureLink>
        </p>
      ) : null}
      {unreviewedApprovals > 0 ? (
        <p className="border-t border-line px-[18px] py-2.5 text-card max-[640px]:px-4">
          <FigureLink linked={linked} search={{ approval: 'unreviewed' }}>
            {unreviewedApprovals === 1
              ? '1 approval without a full review'
              : `${formatNumber(unreviewedApprovals)} approvals without a full review`}
          </FigureLink>
        </p>
      ) : null}
    </HomeCard>
  )
}
