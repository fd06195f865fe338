import type { CaseKind } from '#contract/verification/cases.ts'
import { useStanding } from '#web/shared/verification/use-verification.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { StandingBadge } from '#web/ui/standing-badge.tsx'
import type { Profile } from './queries.ts'

/** The grid of the header, which its skeleton takes as well. */
export const ACCOUNT_HEADER_CLASS =
  'mb-7 grid grid-cols-[72px_1fr_auto] items-center gap-5 max-sm:grid-cols-[56px_1fr] max-sm:gap-3.5'

/** Who the account belongs to, with the state of both verifications (account-admin §2). */
export function AccountHeader({ profile }: { profile: Profile }) {
  const { email, auth0_email, company } = profile
  const name = profile.name ?? profile.nickname ?? email ?? auth0_email ?? 'Your account'
  const signIn = auth0_email && auth0_email.toLowerCase() !== email?.toLowerCase() ? auth0_email : null
  return (
    <div className={ACCOUNT_HEADER_CLASS}>
      <Avatar name={name} size="xl" />
      <div className="min-w-0">
        <h1 className="text-[28px]/[34px] wrap-anywhere max-sm:text-[23px]/[29px]" tabIndex={-1}>
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
      <dl className="grid grid-cols-[auto_auto] items-center justify-items-start gap-x-3.5 gap-y-2 text-sm text-ink-3 max-sm:col-span-full max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-2.5 max-sm:[&>dd]:justify-self-end">
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
