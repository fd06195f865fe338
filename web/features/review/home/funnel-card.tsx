import type { FunnelStep, StaffHome } from '#contract/review/staff-home.ts'
import { FIGURE_DAYS } from '#contract/verification/cases.ts'
import { formatNumber } from '#web/lib/numbers.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { shareText } from './staff-home-text.ts'

const LABELS: Readonly<Record<FunnelStep, string>> = {
  begun: 'Began',
  risk_disclosure: 'Risk Disclosure',
  id_document: 'ID Document',
  selfie: 'Selfie',
  proof_of_address: 'Proof of Address',
  submitted: 'Submitted',
  approved: 'Approved',
}

/** How far the individuals came who began in these days; anyone who is counted at a step has taken all before it. */
export function FunnelCard({ funnel }: Pick<StaffHome, 'funnel'>) {
  const begun = funnel[0]?.people ?? 0
  return (
    <Card aria-labelledby="funnel">
      <CardHeader id="funnel" title="Onboarding of individuals">
        <span className="text-sm text-ink-3">Began in the last {FIGURE_DAYS} days</span>
      </CardHeader>
      <CardBody>
        <table className="sh-f">
          <caption className="sr-only">People who reached each step</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">Step</th>
              <td />
              <th scope="col">People</th>
              <th scope="col">Share</th>
            </tr>
          </thead>
          <tbody>
            {funnel.map(({ step, people }) => {
              const width = begun === 0 ? 0 : (100 * people) / begun
              return (
                <tr key={step}>
                  <th scope="row">{LABELS[step]}</th>
                  <td className="w-full">
                    <span aria-hidden="true" className="meter">
                      <i style={{ width: `${width}%` }} />
                    </span>
                  </td>
                  <td>{formatNumber(people)}</td>
                  <td>{shareText(people, begun)}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </CardBody>
    </Card>
  )
}
