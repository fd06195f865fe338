import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { InviteControl } from './invite-control.tsx'

/** The invite control among the Admin Controls (account-admin §2). */
export function InviteCard() {
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
