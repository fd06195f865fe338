import { isolated } from '#domain/isolated.ts'
import type { MailProps } from '#server/model/mail/mail-kinds.ts'
import type { MailView } from './layout.ts'
import { action, aside, mailto, paragraph, title } from './parts.ts'
import { dateAndTime, mailGreeting, type Site } from './site.ts'

/** Tells someone that they may do more from now on, so that a mistake is noticed by its owner. */
export function roleGranted(props: MailProps['role-granted'], site: Site): MailView {
  return {
    subject: `You are now ${withArticle(props.role)} of ${site.company.name}`,
    preheader: 'The role applies from your next page.',
    because: `Your ${site.company.name} account has a staff role.`,
    body: [
      title(`You are now ${withArticle(props.role)}`),
      paragraph(mailGreeting(props.name)),
      paragraph(
        `${byWhom(props.by)} gave your ${site.company.name} account the role ${props.role}. It counts from your next page on.`,
      ),
      action('Open administration', site.link('/admin/dashboard')),
      aside('If you did not expect this, tell another super admin at once.'),
    ],
  }
}

/** Tells someone that a role is gone, and what is left. */
export function roleRemoved(props: MailProps['role-removed'], site: Site): MailView {
  const { supportEmail } = site.company
  const left = props.left ? `You are still ${withArticle(props.left)}.` : 'Your own account doesn’t change.'
  return {
    subject: `You are no longer ${withArticle(props.role)} of ${site.company.name}`,
    preheader: left,
    because: `Your ${site.company.name} account had a staff role.`,
    body: [
      title(`You are no longer ${withArticle(props.role)}`),
      paragraph(mailGreeting(props.name)),
      paragraph(
        `${byWhom(props.by)} removed the role ${props.role} from your ${site.company.name} account. ${left}`,
      ),
      action('Open your account', site.link('/profile')),
      aside('If you think this is a mistake, write to us at ', mailto(supportEmail), '.'),
    ],
  }
}

/** Asks a super admin for the second pair of eyes (account-admin, A super admin is made by two). */
export function roleProposed(props: MailProps['role-proposed'], site: Site): MailView {
  return {
    subject: `A super admin of ${site.company.name} is proposed`,
    preheader: 'Confirm or decline it.',
    because: `You are a super admin of ${site.company.name}.`,
    body: [
      title('A super admin is proposed'),
      paragraph(mailGreeting(props.name)),
      paragraph(
        `${byWhom(props.by)} proposes ${isolated(props.person)} as a super admin: full access with no restrictions. It takes a second super admin to confirm it, until ${dateAndTime(props.expiresAt, site)}.`,
      ),
      action('Confirm or decline', site.link(props.path)),
      aside('If you weren’t expecting this, decline it and ask them.'),
    ],
  }
}

/** Tells the one who proposed a super admin what came of it. */
export function roleProposalAnswered(props: MailProps['role-proposal-answered'], site: Site): MailView {
  const answer = props.isConfirmed ? 'confirmed' : 'declined'
  return {
    subject: `Your proposal of a super admin was ${answer}`,
    preheader: props.isConfirmed ? 'They now have the role.' : 'They didn’t get the role.',
    because: `You proposed a super admin of ${site.company.name}.`,
    body: [
      title(`Your proposal was ${answer}`),
      paragraph(mailGreeting(props.name)),
      paragraph(
        `${byWhom(props.by)} ${answer} your proposal of ${isolated(props.person)} as a super admin. ${props.isConfirmed ? 'They now have the role.' : 'Nothing has changed.'}`,
      ),
      action('Open Admin Controls', site.link('/admin/dashboard?tab=controls')),
    ],
  }
}

function withArticle(role: string): string {
  return `${/^[aeiou]/i.test(role) ? 'an' : 'a'} ${role}`
}

/** By no name that mail programs would turn into a link, for the reason that `greeting` has. */
function byWhom(name: string | null): string {
  return name && /^Hello .+,$/.test(mailGreeting(name)) ? name : 'A super admin'
}
