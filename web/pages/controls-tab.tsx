import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { ROLE_NAMES, type RoleName } from '#contract/roles.ts'
import { InviteControl } from '#web/features/invitations/invite-control.tsx'
import { AdministratorsCard } from '#web/features/roles/administrators-card.tsx'
import { ProposalsCard } from '#web/features/roles/proposals-card.tsx'
import { RoleForm } from '#web/features/roles/role-form.tsx'
import { roleProposalsQuery } from '#web/features/roles/role-queries.ts'
import { IfMay, useMay } from '#web/lib/may.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { Stack } from '#web/ui/layout.tsx'

const isFurther = (name: RoleName) => name !== 'admin' && name !== 'super_admin'
/** The two administration roles have a form each; the others share one. */
const FORMS: readonly (readonly RoleName[])[] = [['admin'], ['super_admin'], ROLE_NAMES.filter(isFurther)]

/** Role holders, giving and removing roles, and inviting people (account-admin §2.11). */
export function ControlsTab() {
  const { role, email } = useSearch({ from: '/admin-shell/admin/dashboard' })
  const mayChange = useMay('roles.change')
  const seesProposals = useMay('roles.proposals')
  const proposals = useQuery({ ...roleProposalsQuery, enabled: seesProposals })
  const forms = FORMS.map((roles) => {
    const initialRole = roles.find((name) => name === role)
    return (
      <RoleForm
        key={roles[0]}
        roles={roles}
        initialRole={initialRole}
        initialEmail={initialRole && email}
        takesTwo={proposals.data?.takesTwo ?? true}
      />
    )
  })
  return (
    <Stack>
      {mayChange ? null : (
        <Banner kind="info" title="Only a super admin can change roles">
          Below you can see who has which role.
        </Banner>
      )}
      {seesProposals ? <ProposalsCard list={proposals} /> : null}
      {mayChange ? <div className="grid gap-6 min-[900px]:grid-cols-2">{forms}</div> : null}
      <IfMay capability="invitations.send">
        <InviteCard />
      </IfMay>
      <AdministratorsCard maySet={mayChange} />
    </Stack>
  )
}

/** The invite control among the Admin Controls. */
function InviteCard() {
  return (
    <Card aria-labelledby="invite-people">
      <CardHeader id="invite-people" title="Invite people to the beta" />
      <CardBody>
        <p className="mb-4 text-ink-2">
          They get an email with a link to create their account. Each address is invited once. To send it
          again, use the Beta Invitations tab.
        </p>
        <InviteControl />
      </CardBody>
    </Card>
  )
}
