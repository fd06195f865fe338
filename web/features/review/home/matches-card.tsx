import { Link } from '@tanstack/react-router'
import type { StaffHome } from '#contract/review/staff-home.ts'
import { formatNumber } from '#web/lib/numbers.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'

/** How many screening matches no one has decided on; while one is open, no one of its case is approved. */
export function MatchesCard({ openMatches, linked }: Pick<StaffHome, 'openMatches'> & { linked: boolean }) {
  const words = openMatches === 1 ? 'match to decide on' : 'matches to decide on'
  return (
    <Card aria-labelledby="matches">
      <CardHeader id="matches" title="Sanctions screening" />
      <CardBody>
        {openMatches === 0 ? (
          <p className="text-ink-2">No matches to decide.</p>
        ) : (
          <>
            <p className="sh-v">
              {linked ? (
                <Link to="/admin/screening" className="sh-l">
                  {formatNumber(openMatches)}
                  <span className="sr-only"> {words}</span>
                </Link>
              ) : (
                formatNumber(openMatches)
              )}
            </p>
            <p className="text-sm text-ink-3" aria-hidden={linked || undefined}>
              {words}
            </p>
          </>
        )}
      </CardBody>
    </Card>
  )
}
