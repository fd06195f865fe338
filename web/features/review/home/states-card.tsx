import type { StaffHome } from '#contract/review/staff-home.ts'
import { QUEUE_STATES } from '#contract/verification/cases.ts'
import { caseBadge } from '#domain/standing/case-badges.ts'
import { formatNumber } from '#web/lib/numbers.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { StandingBadge } from '#web/ui/standing-badge.tsx'
import { FigureLink } from './queue-tiles.tsx'

/** How many cases stand in each state, of people and of companies, who is late with a confirmation, and what was approved unseen. */
export function StatesCard({
  states,
  lateConfirmations,
  unreviewedApprovals,
  linked,
}: Pick<StaffHome, 'states' | 'lateConfirmations' | 'unreviewedApprovals'> & { linked: boolean }) {
  const countOf = (state: string, kind: string) =>
    states.find((row) => row.state === state && row.kind === kind)?.cases ?? 0
  return (
    <Card aria-labelledby="states">
      <CardHeader id="states" title="Cases by status" />
      <table className="sh-t">
        <caption className="sr-only">Cases by status</caption>
        <thead>
          <tr>
            <th scope="col">Status</th>
            <th scope="col">Individual</th>
            <th scope="col">Business</th>
          </tr>
        </thead>
        <tbody>
          {QUEUE_STATES.map((state) => (
            <tr key={state}>
              <th scope="row">
                <StandingBadge badge={caseBadge(state, 'staff')} />
              </th>
              {(['consumer', 'business'] as const).map((kind) => (
                <td key={kind}>
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
        <p className="sh-p">
          <FigureLink linked={linked} search={{ state: 'reverification_due', due: 'overdue' }}>
            {lateConfirmations === 1
              ? '1 confirmation is late'
              : `${formatNumber(lateConfirmations)} confirmations are late`}
          </FigureLink>
        </p>
      ) : null}
      {unreviewedApprovals > 0 ? (
        <p className="sh-p">
          <FigureLink linked={linked} search={{ approval: 'unreviewed' }}>
            {unreviewedApprovals === 1
              ? '1 approval without a full review'
              : `${formatNumber(unreviewedApprovals)} approvals without a full review`}
          </FigureLink>
        </p>
      ) : null}
    </Card>
  )
}
