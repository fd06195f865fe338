import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useUser } from '#web/lib/session.ts'
import { Banner } from '#web/ui/banner.tsx'
import { InviteCard } from '../invitations/invite-card.tsx'
import { AdministratorsCard } from './administrators-card.tsx'
import { ProposalsCard } from './proposals-card.tsx'
import { RoleForm } from './role-form.tsx'
import { roleProposalsQuery } from './role-queries.ts'

const REASON = 'only-super-admins'

/** Who has a role, and giving and taking one, and inviting people (account-admin §2, Admin Controls). */
export function ControlsTab() {
  const { role, email } = useSearch({ from: '/admin-shell/admin/dashboard' })
  const isSuperAdmin = useUser()?.is_super_admin === true
  const proposals = useQuery({ ...roleProposalsQuery, enabled: isSuperAdmin })
  const forms = (['admin', 'super_admin'] as const).map((one) => (
    <RoleForm
      key={one}
      role={one}
      initialEmail={role === one ? email : undefined}
      takesTwo={proposals.data?.takesTwo ?? true}
      reasonId={isSuperAdmin ? undefined : REASON}
    />
  ))
  return (
    <div className="col">
      {isSuperAdmin ? null : (
        <div id={REASON}>
          <Banner kind="info" title="Only a super admin can change roles">
            You can see here who they are.
          </Banner>
        </div>
      )}
      {isSuperAdmin ? <ProposalsCard list={proposals} /> : null}
      <div className="grid gap-6 min-[900px]:grid-cols-2">{forms}</div>
      <InviteCard />
      <AdministratorsCard maySet={isSuperAdmin} />
    </div>
  )
}
