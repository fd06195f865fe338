import ShieldCheck from 'lucide-react/icons/shield-check'
import type { ReactNode } from 'react'
import { ROLES } from '#contract/roles.ts'
import { formatDate } from '#web/lib/dates.ts'
import { useUser } from '#web/lib/session.ts'
import { Card } from '#web/ui/card.tsx'
import { CARD_HEAD_CLASS } from '#web/ui/card-class.ts'
import { Chip } from '#web/ui/chip.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { EmailText } from '#web/ui/email-text.tsx'

/** The administrator's identity and permissions. */
export function AdminAccessCard() {
  const user = useUser()
  if (!user) return null
  const roles = user.roles?.map((role) => ROLES[role].label).join(', ')
  const email = user.auth0_email ?? user.email
  return (
    <Card className="mt-6" aria-labelledby="admin-access">
      <div className={CARD_HEAD_CLASS}>
        <h2 className="text-h4" id="admin-access">
          Your admin access
        </h2>
        <Chip icon={ShieldCheck}>{roles}</Chip>
      </div>
      <dl className="grid grid-cols-[repeat(5,auto)] justify-between gap-x-8 gap-y-1 px-6 py-4.5 text-[.90625rem]/5.25 max-xl:grid-cols-[repeat(auto-fit,minmax(180px,1fr))] max-xl:gap-x-6 max-xl:gap-y-3.5 max-sm:grid-cols-1 max-sm:gap-2.5 max-sm:p-4">
        <Fact label="Name">{user.name ?? 'Not set'}</Fact>
        <Fact label="Email">{email ? <EmailText address={email} /> : 'N/A'}</Fact>
        <Fact label="Identity-provider id" isCode>
          {user.auth0_id}
        </Fact>
        <Fact label="Admin type">{roles}</Fact>
        <Fact label="Last login">{formatDate(user.last_login)}</Fact>
      </dl>
    </Card>
  )
}

function Fact({ label, isCode, children }: { label: string; isCode?: boolean; children: ReactNode }) {
  return (
    <div>
      <dt className="text-[.84375rem] text-ink-3">{label}</dt>
      <dd className={classNames('wrap-anywhere', isCode && 'mono')}>{children}</dd>
    </div>
  )
}
