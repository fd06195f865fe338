import type { MailProps } from '#server/model/mail/mail-kinds.ts'
import type { MailView } from './layout.ts'
import { action, aside, bareAddress, paragraph, title } from './parts.ts'
import type { Site } from './site.ts'
import { day, mailGreeting } from './wording.ts'

/** Invites someone to the beta; no one has to have an account for it. */
export function betaInvitation(props: MailProps['beta-invitation'], site: Site): MailView {
  const href = site.link(props.path)
  return {
    subject: `You are invited to ${site.company.name}`,
    preheader: 'Create your account and be among the first.',
    because: `This address was given to ${site.company.name} to be invited to its beta.`,
    body: [
      title(`You are invited to ${site.company.name}`),
      paragraph(mailGreeting(props.name)),
      paragraph(
        `${site.company.name} is the place for verified environmental assets and carbon credits. You are invited to create your account during the beta and to complete your identity checks before the marketplace opens.`,
      ),
      action('Accept the invitation', href),
      aside(
        `The invitation is open until ${day(props.expiresAt, site)}. Sign up with the address this email came to.`,
      ),
      bareAddress(href),
    ],
    unsubscribeHref: site.link(props.unsubscribePath),
    ...(props.pixelPath && { pixelHref: site.link(props.pixelPath) }),
  }
}
