import { useQuery } from '@tanstack/react-query'
import { isWithdrawable } from '#domain/cases/case-moves.ts'
import { useCompany } from '#web/lib/company.ts'
import { formatDate, formatDateTime } from '#web/lib/dates.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import type { OwnCase } from '#web/shared/verification/own-case.ts'
import { WithdrawApplication } from '#web/shared/verification/withdraw-application.tsx'
import { Rule } from '#web/ui/card.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { Timeline } from '#web/ui/timeline.tsx'
import { verificationStages } from './stages.ts'

/** Beside the progress card: what comes next, what has happened, and help. */
export function NextSteps({ own }: { own: OwnCase | null }) {
  const { data: profile } = useQuery(endpointQuery('GET /api/user/profile'))
  const company = useCompany()
  return (
    <aside className="col" aria-label="What happens next">
      <section>
        <h2 className="h3 mb-4">What happens next</h2>
        <Timeline
          items={verificationStages(own).map((stage) => ({
            ...stage,
            date: stage.at ? formatDate(stage.at) : undefined,
          }))}
        />
      </section>
      {own && own.timeline.length > 0 ? <History entries={own.timeline} /> : null}
      {own && isWithdrawable(own.state) ? (
        <section>
          <h2 className="h3">Need to change something?</h2>
          <p className="mt-1 mb-3 text-card text-ink-2">
            You can withdraw your application, change it and submit it again.
          </p>
          <WithdrawApplication own={own} />
        </section>
      ) : null}
      <Rule />
      <section>
        <h2 className="h3">Need help?</h2>
        {profile?.mail_address ? (
          <p className="mt-1 text-card text-ink-2">
            If we need something else from you, we will email <EmailText address={profile.mail_address} />.
          </p>
        ) : null}
        <p className="mt-2">
          <a href={`mailto:${company.supportEmail}`}>Contact Support</a>
        </p>
      </section>
    </aside>
  )
}

function History({ entries }: { entries: OwnCase['timeline'] }) {
  return (
    <section>
      <h2 className="h3 mb-4">What has happened</h2>
      <Timeline
        items={entries.map((entry) => ({
          id: `${entry.at} ${entry.title}`,
          title: entry.title,
          detail: entry.detail,
          date: formatDateTime(entry.at),
          state: 'done' as const,
        }))}
      />
    </section>
  )
}
