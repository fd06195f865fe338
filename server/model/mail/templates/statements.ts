import type { MailProps } from '#server/model/mail/mail-kinds.ts'
import type { MailView } from './layout.ts'
import { action, aside, facts, paragraph, title } from './parts.ts'
import { mailGreeting, type Site } from './site.ts'

/** Where a statement is signed and renewed. */
const WIZARD = '/trader-certification'

const because = (site: Site) =>
  `You’re receiving this because you signed an investor statement with ${site.company.name}.`

/** Goes with the signed statement, which is attached. */
export function statementSigned(props: MailProps['investor-statement-signed'], site: Site): MailView {
  return {
    subject: 'Your signed investor statement',
    preheader: `A copy is attached. It ends on ${props.endsOn}.`,
    because: because(site),
    body: [
      title('Your investor statement is signed'),
      paragraph(mailGreeting(props.name)),
      paragraph('Your signed statement is attached. Keep it: it shows how you qualify to trade or invest.'),
      facts([
        { name: 'Statement', value: props.statement },
        { name: 'Signed on', value: props.signedOn },
        { name: 'Ends on', value: props.endsOn },
      ]),
      paragraph(
        'Signing it doesn’t make an investment less risky. If what you declared is no longer true, or you didn’t sign it, tell us at once.',
      ),
      action('See your certifications', site.link('/profile?tab=certifications')),
      aside('We’ll remind you before it ends so that you can renew it.'),
    ],
  }
}

/** Reminds of a statement that ends soon (choices §4.3). */
export function statementEnding(props: MailProps['investor-statement-ending'], site: Site): MailView {
  const left = props.daysLeft === 1 ? '1 day' : `${props.daysLeft} days`
  return {
    subject: `Your investor statement ends in ${left}`,
    preheader: `Renew it before ${props.endsOn} to keep your user type.`,
    because: because(site),
    body: [
      title(`Your investor statement ends in ${left}`),
      paragraph(mailGreeting(props.name)),
      paragraph(
        'Your statement lasts 12 months. If it still describes you, sign it again. If not, choose the category that does.',
      ),
      facts([
        { name: 'Statement', value: props.statement },
        { name: 'Ends on', value: props.endsOn },
      ]),
      action('Renew your statement', site.link(WIZARD)),
      aside('You can’t trade or invest without a valid statement. Nothing else in your account changes.'),
    ],
  }
}

/** Tells that a statement has ended, and what follows. */
export function statementEnded(props: MailProps['investor-statement-ended'], site: Site): MailView {
  return {
    subject: 'Your investor statement has ended',
    preheader: props.nowCounts
      ? 'Your other statement now applies.'
      : 'Sign a new one to trade or invest again.',
    because: because(site),
    body: [
      title('Your investor statement has ended'),
      paragraph(mailGreeting(props.name)),
      paragraph(
        props.nowCounts
          ? 'It lasted 12 months. Your other statement is still valid and now applies. Nothing else changes.'
          : 'It lasted 12 months. You can’t trade or invest until you sign a new one. We’ve kept your choice of user type, and it applies again as soon as you sign.',
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
