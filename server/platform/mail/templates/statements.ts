import type { MailProps } from '#server/platform/mail/mail-kinds.ts'
import type { MailView } from './layout.ts'
import { action, aside, facts, paragraph, title } from './parts.ts'
import type { Site } from './site.ts'
import { greeting } from './wording.ts'

/** Where a statement is signed and renewed. */
const WIZARD = '/trader-certification'

const because = (site: Site) =>
  `You get this email because you signed an investor statement at ${site.company.name}.`

/** Goes with the signed statement, which is attached. */
export function statementSigned(props: MailProps['investor-statement-signed'], site: Site): MailView {
  return {
    subject: 'Your signed investor statement',
    preheader: `A copy is attached. It ends on ${props.endsOn}.`,
    because: because(site),
    body: [
      title('Your investor statement is signed'),
      paragraph(greeting(props.name)),
      paragraph(
        'A copy of what you signed is attached as a PDF. Keep it: it says on which basis you may trade or invest with us.',
      ),
      facts([
        { name: 'Statement', value: props.statement },
        { name: 'Signed on', value: props.signedOn },
        { name: 'Ends on', value: props.endsOn },
      ]),
      paragraph(
        'Signing it does not make an investment less risky. If what you declared is no longer true, or if you did not sign it yourself, tell us at once.',
      ),
      action('See your certifications', site.link('/profile?tab=certifications')),
      aside('We will remind you before it ends, so that you can renew it.'),
    ],
  }
}

/** Reminds of a statement that ends soon (decisions §4). */
export function statementEnding(props: MailProps['investor-statement-ending'], site: Site): MailView {
  const left = props.daysLeft === 1 ? '1 day' : `${props.daysLeft} days`
  return {
    subject: `Your investor statement ends in ${left}`,
    preheader: `Renew it before ${props.endsOn} to keep your user type.`,
    because: because(site),
    body: [
      title(`Your investor statement ends in ${left}`),
      paragraph(greeting(props.name)),
      paragraph(
        'An investor statement is valid for 12 months. If it still describes you, sign it again. If it does not, choose the category that does.',
      ),
      facts([
        { name: 'Statement', value: props.statement },
        { name: 'Ends on', value: props.endsOn },
      ]),
      action('Renew your statement', site.link(WIZARD)),
      aside('Without a valid statement you cannot trade or invest. Nothing else in your account changes.'),
    ],
  }
}

/** Tells that a statement has ended, and what follows. */
export function statementEnded(props: MailProps['investor-statement-ended'], site: Site): MailView {
  return {
    subject: 'Your investor statement has ended',
    preheader: props.nowCounts
      ? 'Another statement of yours counts from now on.'
      : 'Sign a new one to trade or invest again.',
    because: because(site),
    body: [
      title('Your investor statement has ended'),
      paragraph(greeting(props.name)),
      paragraph(
        props.nowCounts
          ? 'It was valid for 12 months. You have signed another statement that is still valid, and it counts from now on. Nothing else changes.'
          : 'It was valid for 12 months. Until you sign a new one you cannot trade or invest. We keep your choice of user type, and it is in force again as soon as you have signed.',
      ),
      facts([
        { name: 'Statement', value: props.statement },
        { name: 'Ended on', value: props.endsOn },
        ...(props.nowCounts ? [{ name: 'Counts from now on', value: props.nowCounts }] : []),
      ]),
      action('Sign a new statement', site.link(WIZARD)),
    ],
  }
}
