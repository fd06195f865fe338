import { useMutation, useQuery } from '@tanstack/react-query'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import Clock from 'lucide-react/icons/clock'
import { useState } from 'react'
import type { SupportView } from '#contract/directory/support.ts'
import type { CaseState } from '#contract/verification/cases.ts'
import { waitsForEmail } from '#domain/cases/case-waiting.ts'
import { caseBadge } from '#domain/standing/case-badges.ts'
import { api } from '#web/lib/api.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { useMay } from '#web/lib/may.tsx'
import { invalidate, queryClient } from '#web/lib/query-client.ts'
import { TextDialog } from '#web/shared/shell/text-dialog.tsx'
import { SIGN_IN_PROBLEMS } from '#web/shared/sign-in/sign-in-problems.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { ItemList } from '#web/ui/item-list.tsx'
import { type KeyValue, KeyValueList } from '#web/ui/key-value-list.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { StatusBadge, type StatusLook } from '#web/ui/status-badge.tsx'
import { toast } from '#web/ui/toast.ts'
import { ChangeList } from './change-list.tsx'
import { ProposeChange } from './propose-change.tsx'
import { supportQuery } from './support-queries.ts'

const REASON_MAX = 5000

/** What support sees and can do for a person: access, confirmations, changes of details, emails. */
export function SupportTab({ userId, name }: { userId: number; name: string }) {
  const { data, error, isFetching, refetch } = useQuery(supportQuery(userId))
  if (data) {
    const { support } = data
    return (
      <Stack className="max-w-[840px]">
        <AccessCard userId={userId} name={name} support={support} />
        <StandingCard userId={userId} support={support} />
        <Card aria-labelledby="support-changes">
          <CardHeader id="support-changes" title="Changes of details">
            {support.mayPropose ? <ProposeChange userId={userId} documents={support.documents} /> : null}
          </CardHeader>
          <CardBody>
            <ChangeList changes={support.changes} />
          </CardBody>
        </Card>
        <FailedSignInsCard tries={support.failedSignIns} />
        <MailsCard mails={support.mails} />
      </Stack>
    )
  }
  if (error)
    return (
      <ErrorState
        card
        title="Support details could not be loaded"
        message={error.message}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  return (
    <LoadingRegion label="Loading support details">
      <Skeleton height={320} />
    </LoadingRegion>
  )
}

function AccessCard({ userId, name, support }: { userId: number; name: string; support: SupportView }) {
  const [isAsking, setAsking] = useState(false)
  const { suspension, maySuspend } = support
  const label = suspension ? 'Restore account' : 'Suspend account'
  return (
    <Card aria-labelledby="support-access">
      <CardHeader id="support-access" title="Access" />
      <CardBody>
        {suspension ? (
          <Banner kind="warning" title={`Suspended on ${formatDateTime(suspension.at)}`}>
            {suspension.by ? `By ${suspension.by}: ${suspension.reason}` : suspension.reason}
          </Banner>
        ) : (
          <p className="text-ink-2">This account isn’t suspended.</p>
        )}
        {maySuspend ? (
          <Button
            className="mt-5"
            variant={suspension ? 'secondary' : 'danger'}
            onClick={() => setAsking(true)}
          >
            {label}
          </Button>
        ) : null}
      </CardBody>
      {isAsking ? (
        <TextDialog
          title={`${label}?`}
          description={
            suspension
              ? `${name} can sign in again. We’ll email them.`
              : `${name} is signed out everywhere at once and can’t sign in. We’ll email them whom to contact, without the reason.`
          }
          label="Reason, for staff only"
          missing="Write the reason"
          max={REASON_MAX}
          confirm={label}
          danger={!suspension}
          done={suspension ? 'Account restored' : 'Account suspended'}
          onConfirm={async (reason) => {
            const input = { params: { id: userId }, body: { reason } }
            const answer = suspension
              ? await api('POST /api/admin/users/:id/restoration', input)
              : await api('POST /api/admin/users/:id/suspension', input)
            queryClient.setQueryData(supportQuery(userId).queryKey, { support: answer.support })
            void invalidate('GET /api/admin/users/:id')
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </Card>
  )
}

function StandingCard({ userId, support }: { userId: number; support: SupportView }) {
  const { email } = support
  const mayResend = useMay('support.resend')
  const resend = useMutation({
    mutationFn: () =>
      api('POST /api/admin/users/:id/confirmation-mail', { params: { id: userId }, body: {} }),
    onSuccess: (answer) => {
      queryClient.setQueryData(supportQuery(userId).queryKey, { support: answer.support })
      toast({ kind: 'success', title: 'Confirmation email sent' })
    },
    onError: (error) => toast({ kind: 'error', title: 'No email was sent', description: error.message }),
  })
  const rows: KeyValue[] = [
    { label: 'Email', value: email.address, missing: 'None' },
    { label: 'Confirmed', value: email.confirmedAt ? formatDateTime(email.confirmedAt) : 'No' },
    ...(email.formerAddress ? [{ label: 'Mail still goes to', value: email.formerAddress }] : []),
    ...(email.linkUntil ? [{ label: 'Link works until', value: formatDateTime(email.linkUntil) }] : []),
    { label: 'Signs in with', value: email.signInAddress, missing: 'None' },
    { label: 'Sign-in email confirmed', value: email.signInConfirmed ? 'Yes' : 'No' },
    ...support.cases.map((row) => ({
      label: row.kind === 'business' ? 'Company application' : 'Own application',
      value: caseText(row),
    })),
    ...(support.cases.length > 0
      ? []
      : [{ label: 'Own application', value: caseBadge(null, 'staff').label }]),
  ]
  return (
    <Card aria-labelledby="support-standing">
      <CardHeader id="support-standing" title="Standing and confirmations">
        {mayResend && email.address && !email.confirmedAt ? (
          <Button busy={resend.isPending} busyLabel="Sending..." onClick={() => resend.mutate()}>
            Send confirmation again
          </Button>
        ) : null}
      </CardHeader>
      <CardBody className="py-2">
        <KeyValueList items={rows} />
      </CardBody>
    </Card>
  )
}

/** What support answers someone who asks how their application stands. */
function caseText({ state, round, submittedAt, answerBy, decidedAt }: SupportView['cases'][number]): string {
  const { label } = caseBadge(state, 'staff')
  const texts = [round > 0 ? `${label}, round ${round}` : label]
  if (round > 0 && submittedAt) texts.push(`Sent ${formatDateTime(submittedAt)}`)
  if (answerBy) texts.push(`Answer promised by ${formatDateTime(answerBy)}`)
  if (waitsForEmail({ state, dueAt: answerBy })) texts.push('Waits until they confirm their email')
  if (decidedAt && DECIDED[state]) texts.push(`${DECIDED[state]} ${formatDateTime(decidedAt)}`)
  return `${texts.join('. ')}.`
}

const DECIDED: Readonly<Partial<Record<CaseState, string>>> = {
  needs_resubmission: 'Sent back',
  approved: 'Approved',
  rejected: 'Rejected',
}

/** Why someone who asks for help couldn't sign in. */
function FailedSignInsCard({ tries }: { tries: SupportView['failedSignIns'] }) {
  return (
    <Card aria-labelledby="support-failed-sign-ins">
      <CardHeader id="support-failed-sign-ins" title="Failed sign-ins" />
      {tries.length === 0 ? (
        <CardBody>
          <p className="text-ink-2">None that we know of.</p>
        </CardBody>
      ) : null}
      <ItemList>
        {tries.map(({ id, at, problem, device }) => (
          <li key={id}>
            <div className="min-w-0 flex-1">
              <p className="font-semibold first-letter:uppercase">{SIGN_IN_PROBLEMS[problem]}</p>
              <p className="text-sm text-ink-3">
                {formatDateTime(at)}
                {device ? `, ${device}` : ''}
              </p>
            </div>
          </li>
        ))}
      </ItemList>
    </Card>
  )
}

const DELIVERY: Readonly<Record<SupportView['mails'][number]['status'], StatusLook>> = {
  queued: { label: 'Waiting', family: 'neutral', icon: Clock },
  sent: { label: 'Sent', family: 'green', icon: CircleCheck },
  failed: { label: 'Not delivered', family: 'red', icon: CircleX },
  bounced: { label: 'Bounced', family: 'red', icon: CircleX },
  complained: { label: 'Marked as spam', family: 'yellow', icon: CircleX },
  suppressed: { label: 'Not sent', family: 'neutral', icon: CircleX },
}

function MailsCard({ mails }: { mails: SupportView['mails'] }) {
  return (
    <Card aria-labelledby="support-mails">
      <CardHeader id="support-mails" title="Emails" />
      {mails.length === 0 ? (
        <CardBody>
          <p className="text-ink-2">No emails yet.</p>
        </CardBody>
      ) : null}
      <ItemList>
        {mails.map((mail) => (
          <li key={mail.id}>
            <div className="min-w-0 flex-1">
              <p className="font-semibold wrap-anywhere">{mail.subject}</p>
              <p className="text-sm text-ink-3 wrap-anywhere">
                To {mail.to}, {formatDateTime(mail.sentAt ?? mail.at)}
                {mail.error ? `. ${mail.error}` : ''}
              </p>
            </div>
            <StatusBadge look={DELIVERY[mail.status]} />
          </li>
        ))}
      </ItemList>
    </Card>
  )
}
