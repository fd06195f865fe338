import { useQuery } from '@tanstack/react-query'
import type { CaseKind, CaseState } from '#contract/verification/cases.ts'
import { isWithdrawable } from '#domain/cases/case-moves.ts'
import { type Waiting, waitsForEmail, whoWaits } from '#domain/cases/case-waiting.ts'
import { useCompany } from '#web/lib/company.ts'
import { formatDate, formatDateTime } from '#web/lib/dates.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import type { OwnCase } from '#web/shared/verification/own-case.ts'
import { WithdrawApplication } from '#web/shared/verification/withdraw-application.tsx'
import { Rule } from '#web/ui/card.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { Timeline } from '#web/ui/timeline.tsx'

const CHECKS = 'Usually 24 to 48 hours'
const ACTIVATION = 'Marketplace access, typically in under 72 hours'

/** Next to the progress card: what comes next, what has happened, and help. */
export function NextSteps({ own }: { own: OwnCase | null }) {
  const { data: profile } = useQuery(endpointQuery('GET /api/user/profile'))
  const company = useCompany()
  return (
    <Stack as="aside" aria-label="What happens next">
      <section>
        <h2 className="text-h3 mb-4">What happens next</h2>
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
          <h2 className="text-h3">Need to change something?</h2>
          <p className="mt-1 mb-3 text-card text-ink-2">
            You can withdraw your application, change it and submit it again.
          </p>
          <WithdrawApplication own={own} />
        </section>
      ) : null}
      <Rule />
      <section>
        <h2 className="text-h3">Need help?</h2>
        {own?.state === 'rejected' ? (
          <p className="mt-2">
            <a href={`mailto:${company.complaintsEmail}`}>Make a complaint</a>
          </p>
        ) : profile?.mail_address ? (
          <p className="mt-1 text-card text-ink-2">
            If we need something else from you, we will email <EmailText address={profile.mail_address} />.
          </p>
        ) : null}
        <p className="mt-2">
          <a href={`mailto:${company.supportEmail}`}>Contact Support</a>
        </p>
      </section>
    </Stack>
  )
}

function History({ entries }: { entries: OwnCase['timeline'] }) {
  return (
    <section>
      <h2 className="text-h3 mb-4">What has happened</h2>
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

interface Stage {
  id: 'submission' | 'email' | 'checks' | 'activation'
  title: string
  detail?: string
  at?: string | null
  state: 'done' | 'current' | 'next'
}

/** The three stages of a verification, with the current one (onboarding §2.9). */
export function verificationStages(
  own:
    | (Pick<OwnCase, 'kind' | 'state' | 'submittedAt' | 'dueAt' | 'decidedAt'> & {
        standing?: Pick<OwnCase['standing'], 'promise'>
      })
    | null,
): Stage[] {
  const state: CaseState = own?.state ?? 'draft'
  const submitted = own?.kind === 'business' ? 'Company details submitted' : 'Documents submitted'
  if (state === 'rejected') {
    return [
      { id: 'submission', title: submitted, at: own?.submittedAt, state: 'done' },
      { id: 'checks', title: 'Identity checks', at: own?.decidedAt, state: 'done' },
    ]
  }
  if (own && waitsForEmail(own)) {
    return [
      { id: 'submission', title: submitted, at: own.submittedAt, state: 'done' },
      { id: 'email', title: 'Confirm your email address', state: 'current' },
      { id: 'checks', title: 'Identity checks', detail: CHECKS, state: 'next' },
      { id: 'activation', title: 'Account activation', detail: ACTIVATION, state: 'next' },
    ]
  }
  const place = { applicant: 0, reviewer: 1, second_reviewer: 1, nobody: 0 } satisfies Record<Waiting, number>
  const current = state === 'approved' || state === 'reverification_due' ? 3 : place[whoWaits(state)]
  const standing = (index: number): Stage['state'] =>
    index < current ? 'done' : index === current ? 'current' : 'next'
  return [
    current === 0
      ? { id: 'submission', title: submissionTitle(state, own?.kind), state: 'current' }
      : { id: 'submission', title: submitted, at: own?.submittedAt, state: 'done' },
    current > 1
      ? { id: 'checks', title: 'Identity checks', at: own?.decidedAt, state: 'done' }
      : {
          id: 'checks',
          title: 'Identity checks',
          detail: own?.standing?.promise?.text ?? CHECKS,
          state: standing(1),
        },
    current > 2
      ? { id: 'activation', title: 'Account activation', detail: 'Your account is active.', state: 'done' }
      : { id: 'activation', title: 'Account activation', detail: ACTIVATION, state: standing(2) },
  ]
}

function submissionTitle(state: CaseState, kind: CaseKind | undefined): string {
  if (state === 'needs_resubmission') return 'Your corrections'
  return kind === 'business' ? 'Submit your company' : 'Submit your documents'
}
