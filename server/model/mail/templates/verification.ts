import { PROMISED_HOURS } from '#contract/verification/case-limits.ts'
import type { Removal } from '#domain/cases/removed-people.ts'
import { ID_HAS_RUN_OUT } from '#domain/leaf/own-home.ts'
import { removalText } from '#domain/leaf/removal-text.ts'
import { answerBy } from '#domain/standing/case-standing.ts'
import type { Application, MailProps } from '#server/model/mail/mail-kinds.ts'
import type { MailView } from './layout.ts'
import { leafTable } from './leaf.ts'
import { action, aside, facts, itemToCorrect, link, mailto, paragraph, title } from './parts.ts'
import {
  companyAtStart,
  companyText,
  dateAndTime,
  day,
  lineText,
  mailGreeting,
  type Site,
  shortened,
} from './site.ts'

const because = (site: Site) =>
  `You’re receiving this because you applied to be verified by ${site.company.name}.`
const becauseVerified = (site: Site) =>
  `You’re receiving this because you’re verified by ${site.company.name}.`
const application = (id: string) => ({ name: 'Application ID', value: id, mono: true })

/** One word for a person's own application, another for that of their company. */
function figureText({ company }: Application, own: string, ofCompany: (company: string) => string): string {
  return company === null ? own : ofCompany(companyText(company))
}
const verified = ({ company }: Application, own: string) =>
  company === null ? own : `${companyAtStart(company)} is verified`
const yourApplication = (props: Application) =>
  figureText(props, 'your application', (company) => `the application of ${company}`)
/** The same mail's data for its subject, which inboxes cut off after a few words. */
const inSubject = <Props extends Application>(props: Props): Props => ({
  ...props,
  company: props.company && shortened(props.company),
})

/**
 * Says that the application arrived, by when its sender will hear (cases, The promise), and what is still theirs
 * to do.
 */
export function verificationSubmitted(props: MailProps['verification-submitted'], site: Site): MailView {
  const isAgain = props.sentAgain !== null
  return {
    subject: `We have received ${isAgain ? 'the changes to ' : ''}${yourApplication(inSubject(props))}`,
    preheader: answerBy(props.dueAt, site.dateStyle),
    because: because(site),
    body: [
      title(isAgain ? 'Your changes are with our team' : 'Your application is with our team'),
      paragraph(mailGreeting(props.name)),
      paragraph(
        `Thanks. ${checkedText(props)} ${answerBy(props.dueAt, site.dateStyle)}${props.next ? '' : ' You don’t need to do anything.'}`,
      ),
      ...(props.next
        ? [paragraph(`One thing is left for you: ${props.next.title}. ${props.next.text}`)]
        : []),
      facts([
        { name: 'We’ll email you by', value: dateAndTime(props.dueAt, site) },
        application(props.applicationId),
      ]),
      props.next
        ? action(props.next.action, site.link(props.next.path))
        : action('See your progress', site.link('/verification')),
    ],
  }
}

/** Who checks what: in a later round only what was sent again, and whom a removal leaves behind. */
function checkedText(props: MailProps['verification-submitted']): string {
  const { sentAgain, removal } = props
  if (sentAgain === null)
    return figureText(
      props,
      'We’re checking your details and documents.',
      (company) => `We’re checking the details of ${company}.`,
    )
  const did = removal && removalText(unlinked(removal), { isSent: true })
  if (did && sentAgain.length === 0) return did
  const what = sentAgain.length > 0 ? `: ${sentAgain.join(', ')}` : ''
  return `${did ? `${did} ` : ''}Someone on our team is checking what you sent again${what}.`
}

function unlinked({ removed, decidedAgain }: Removal<string>): Removal<string> {
  return { removed: removed.map(lineText), decidedAgain: decidedAgain.map(lineText) }
}

/** Announces the approval, and a check only if every line was checked. */
export function verificationApproved(props: MailProps['verification-approved'], site: Site): MailView {
  const isChecked = props.lines.every(({ state }) => state !== 'approved')
  const checked = figureText(props, 'details and documents', () => 'details')
  return {
    subject: verified(inSubject(props), 'Your verification is approved'),
    preheader: `We’ve ${isChecked ? 'checked and ' : ''}approved your application.`,
    because: because(site),
    body: [
      title(verified(props, 'You are verified')),
      paragraph(mailGreeting(props.name)),
      paragraph(
        `Good news: we’ve ${isChecked ? `checked the ${checked} and ` : ''}approved ${yourApplication(props)}.`,
      ),
      facts([application(props.applicationId)]),
      action('Go to your account', site.link('/')),
      leafTable(props.lines),
      // An override approves despite it.
      ...(props.lines.some(({ key, state }) => state === 'look_again' && /^id-/.test(key))
        ? [paragraph(ID_HAS_RUN_OUT)]
        : []),
      aside(
        'You can’t edit verified details. If something changes, such as your address, write to ',
        mailto(site.company.supportEmail),
        '.',
      ),
    ],
  }
}

/** Lists what has to be corrected, why and how; everything else stays as it is (cases, A returned case). */
export function verificationActionRequired(
  props: MailProps['verification-action-required'],
  site: Site,
): MailView {
  const isSingle = props.items.length === 1
  const what = isSingle ? 'one item' : `${props.items.length} items`
  return {
    subject: `Action required: ${what} in ${yourApplication(inSubject(props))}`,
    preheader: `Please change: ${props.items.map(({ label }) => label).join(', ')}.`,
    because: because(site),
    body: [
      title(isSingle ? 'One item needs your attention' : `${props.items.length} items need your attention`),
      paragraph(mailGreeting(props.name)),
      paragraph(
        `We checked ${yourApplication(props)} and can’t accept ${what} yet. You only need to redo that part.`,
      ),
      ...props.items.map(({ path, ...item }) => itemToCorrect({ ...item, href: site.link(path) })),
      action('Continue your application', site.link(props.items[0]?.path ?? '/verification')),
      leafTable(props.lines),
      aside(`Once you send it again, we’ll check it within ${PROMISED_HOURS} hours.`),
      facts([application(props.applicationId)]),
    ],
  }
}

/** Announces a rejection: neutral, without reasons, and how to complain (cases, Reasons). */
export function verificationRejected(props: MailProps['verification-rejected'], site: Site): MailView {
  return {
    subject: `The outcome of ${yourApplication(inSubject(props))}`,
    preheader: 'Our team has finished checking your application.',
    because: because(site),
    body: [
      title(`We cannot approve ${yourApplication(props)}`),
      paragraph(mailGreeting(props.name)),
      paragraph(
        `Our team has checked ${yourApplication(props)} and can’t approve it. We can’t go into the reasons, and sending more documents won’t change the outcome.`,
      ),
      facts([application(props.applicationId)]),
      paragraph(
        'If you think we’re wrong, you can complain: write to ',
        mailto(site.company.complaintsEmail),
        ' and quote the application ID above. We answer every complaint.',
      ),
      aside('Your status stays visible here: ', link('Account verification', site.link('/verification'))),
    ],
  }
}

/** Tells that a closed application can be changed and sent again. */
export function verificationReopened(props: MailProps['verification-reopened'], site: Site): MailView {
  return {
    subject: figureText(
      inSubject(props),
      'Your application is open again',
      (company) => `The application of ${company} is open again`,
    ),
    preheader: 'You can change your answers and documents and send them again.',
    because: because(site),
    body: [
      title('Your application is open again'),
      paragraph(mailGreeting(props.name)),
      paragraph(
        `Our team has reopened ${yourApplication(props)}. Your answers and documents are still there. Check them, change what’s no longer right, and send the application again.`,
      ),
      facts([application(props.applicationId)]),
      action('Continue your application', site.link('/verification')),
      aside(`Once you send it, we’ll check it within ${PROMISED_HOURS} hours.`),
    ],
  }
}

/** Confirms that an application was withdrawn, and says what is kept. */
export function verificationWithdrawn(props: MailProps['verification-withdrawn'], site: Site): MailView {
  return {
    subject: `You withdrew ${yourApplication(inSubject(props))}`,
    preheader: 'We won’t review it. You can start again at any time.',
    because: because(site),
    body: [
      title('Your application is withdrawn'),
      paragraph(mailGreeting(props.name)),
      paragraph(
        `You withdrew ${yourApplication(props)}, so we won’t review it. We’ve kept your answers and documents: if you start again, everything that’s still valid will be there.`,
      ),
      facts([application(props.applicationId)]),
      action('Start again', site.link('/verification')),
      aside(
        'If you didn’t do this, sign out everywhere and write to ',
        mailto(site.company.supportEmail),
        '.',
      ),
    ],
  }
}

/** Reminds of an ID document that expires soon (cases, Before an ID expires). */
export function idDocumentExpiring(props: MailProps['id-document-expiring'], site: Site): MailView {
  const left =
    props.daysLeft === 0 ? 'today' : props.daysLeft === 1 ? 'in 1 day' : `in ${props.daysLeft} days`
  return {
    subject: `Your ID document expires ${left}`,
    preheader: 'Renew it in time to stay verified.',
    because: becauseVerified(site),
    body: [
      title(`Your ID document expires ${left}`),
      paragraph(mailGreeting(props.name)),
      paragraph(
        'The ID we used to verify you is about to expire. When it does, we’ll ask you for the new one.',
      ),
      facts([{ name: 'Valid until', value: props.expiresOn }]),
      action('See your documents', site.link('/profile?tab=documents')),
      aside('You don’t need to do anything here until then.'),
    ],
  }
}

/** Asks a verified person to confirm their details, with a new document where the old one has expired. */
export function verificationConfirmDue(props: MailProps['verification-confirm-due'], site: Site): MailView {
  return {
    subject: 'Please confirm your details',
    preheader: `${props.hasExpired ? 'Your ID document has expired. ' : ''}Confirm your details by ${day(props.confirmBy, site)}.`,
    because: becauseVerified(site),
    body: [
      title('Please confirm your details'),
      paragraph(mailGreeting(props.name)),
      paragraph(
        props.hasExpired
          ? `Your ID document has expired. Have the new one to hand: upload it and confirm that nothing else has changed, both on one page. We check the new document within ${PROMISED_HOURS} hours. You aren’t verified from when you confirm until we have.`
          : 'From time to time we ask you to confirm that your verified details are still correct. It takes one page, and you stay verified.',
      ),
      facts([
        { name: 'Please do this by', value: day(props.confirmBy, site) },
        { name: 'Application ID', value: props.applicationId, mono: true },
      ]),
      action('Confirm your details', site.link('/verification/confirm')),
    ],
  }
}

/** Tells that confirmed details stand, without speaking of a check that no one made, and when the next one comes. */
export function verificationConfirmed(props: MailProps['verification-confirmed'], site: Site): MailView {
  const { expiresOn } = props
  return {
    subject: 'Your details are confirmed',
    preheader: 'You stay verified.',
    because: becauseVerified(site),
    body: [
      title('Your details are confirmed'),
      paragraph(mailGreeting(props.name)),
      paragraph(
        `Thank you for confirming that nothing has changed. You stay verified.${expiresOn ? ' We’ll ask you again once your ID has run out.' : ''}`,
      ),
      facts([
        ...(expiresOn ? [{ name: 'Your ID is valid until', value: expiresOn }] : []),
        application(props.applicationId),
      ]),
      action('See your verification', site.link('/verification')),
      aside('If something changes, such as your address, write to ', mailto(site.company.supportEmail), '.'),
    ],
  }
}
