import type { CaseKind } from '#contract/verification/cases.ts'
import { useStanding } from '#web/shared/verification/use-verification.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { StandingBadge } from '#web/ui/standing-badge.tsx'
import type { Profile } from './queries.ts'

/** Who the account belongs to, with the state of both verifications (account-admin §2). */
export function AccountHeader({ profile }: { profile: Profile }) {
  const { email, auth0_email, company } = profile
  const name = profile.name ?? profile.nickname ?? email ?? auth0_email ?? 'Your account'
  const signIn = auth0_email && auth0_email.toLowerCase() !== email?.toLowerCase() ? auth0_email : null
  return (
    <div className="ac-h">
      <Avatar name={name} size="xl" />
      <div className="min-w-0">
        <h1 className="[overflow-wrap:anywhere]" tabIndex={-1}>
          {name}
        </h1>
        {email ? (
          <p className="mt-0.5 text-ink-2 [overflow-wrap:anywhere]">
            <EmailText address={email} />
          </p>
        ) : null}
        {signIn || company ? (
          <p className="text-sm text-ink-3 [overflow-wrap:anywhere]">
            {signIn ? (
              <>
                Signs in with <EmailText address={signIn} />
              </>
            ) : null}
            {signIn && company ? ' · ' : null}
            {company}
          </p>
        ) : null}
      </div>
      <dl className="ac-b">
        <dt>Individual Verification</dt>
        <dd>
          <AccountBadge kind="consumer" />
        </dd>
        <dt>Business Verification</dt>
        <dd>
          <AccountBadge kind="business" />
        </dd>
      </dl>
    </div>
  )
}

/** How one of the two verifications of the account stands, in the account's word. */
export function AccountBadge({ kind }: { kind: CaseKind }) {
  const standing = useStanding()
  if (standing === undefined) return <Skeleton width={112} height={26} />
  return standing ? <StandingBadge badge={standing[kind].account} /> : 'Not available'
}
