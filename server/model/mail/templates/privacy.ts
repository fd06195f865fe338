import type { ReactNode } from 'react'
import type { ErasureText, MailProps } from '#server/model/mail/mail-kinds.ts'
import type { MailView } from './layout.ts'
import { action, aside, bareAddress, facts, mailto, paragraph, title } from './parts.ts'
import { dateAndTime, mailGreeting, type Site } from './site.ts'

const REGULATOR =
  'You can also complain to the Information Commissioner’s Office (ICO), the regulator for data protection.'

const asked = (site: Site) => `You asked ${site.company.name} to delete your data.`
const complained = (site: Site) => `You complained to ${site.company.name} about data protection.`

function planOf({ goes, kept }: ErasureText, whatGoes: string): ReactNode[] {
  return [
    facts([{ name: whatGoes, value: goes.join('. ') }]),
    ...(kept.length
      ? [
          paragraph('What we must keep:'),
          facts(kept.map(({ what, until, why }) => ({ name: what, value: `Until ${until}. ${why}` }))),
        ]
      : []),
  ]
}

/** Confirms that a request to erase everything arrived, and says what it will do (security R58). */
export function erasureRequested(props: MailProps['erasure-requested'], site: Site): MailView {
  return {
    subject: 'We have received your request to delete your data',
    preheader: `We’ll answer by ${dateAndTime(props.dueAt, site)}.`,
    because: asked(site),
    body: [
      title('You asked us to delete your data'),
      paragraph(mailGreeting(props.name)),
      paragraph(
        `We’ll answer your request by ${dateAndTime(props.dueAt, site)}. You can cancel it until we’ve done it. After that it can’t be undone.`,
      ),
      ...planOf(props.plan, 'What we delete'),
      action('See your request', site.link('/profile/privacy')),
      aside('If this wasn’t you, cancel the request, sign out everywhere and tell us.'),
    ],
  }
}

/** Confirms that a request to erase everything was taken back: nothing is deleted. */
export function erasureCancelled(props: MailProps['erasure-cancelled'], site: Site): MailView {
  return {
    subject: 'You cancelled your request to delete your data',
    preheader: 'Your account stays as it is.',
    because: asked(site),
    body: [
      title('Your request is cancelled'),
      paragraph(mailGreeting(props.name)),
      paragraph('You cancelled your request to delete your data. Your account stays as it is.'),
      action('Open your account', site.link('/profile/privacy')),
      aside('If this wasn’t you, sign out everywhere and tell us.'),
    ],
  }
}

/** Says why a request was refused, and how to continue. */
export function erasureRefused(props: MailProps['erasure-refused'], site: Site): MailView {
  return {
    subject: 'Your request to delete your data',
    preheader: 'We can’t do it now. Here’s why.',
    because: asked(site),
    body: [
      title('We can’t delete your data now'),
      paragraph(mailGreeting(props.name)),
      facts([{ name: 'Why', value: props.answer }]),
      paragraph(
        'If you think we’re wrong, complain in your account or write to ',
        mailto(site.company.complaintsEmail),
        `. ${REGULATOR}`,
      ),
      action('Open your account', site.link('/profile/privacy')),
    ],
  }
}

/** The last mail: what is gone, what stays and until when, and how to complain (security R58). */
export function accountErased(props: MailProps['account-erased'], site: Site): MailView {
  return {
    subject: `Your ${site.company.name} account is deleted`,
    preheader: 'What we deleted, and what we must keep.',
    because: props.isAsked ? asked(site) : `You had an account at ${site.company.name} that was not used.`,
    body: [
      title('Your account is deleted'),
      paragraph(mailGreeting(props.name)),
      paragraph(
        props.isAsked
          ? 'We’ve deleted your account as you asked. You’re signed out everywhere. This can’t be undone.'
          : 'You hadn’t used your account for a long time and never became a customer, so we’ve deleted it with everything you gave us.',
      ),
      ...planOf(props.plan, 'What we deleted'),
      paragraph(
        'If you think we shouldn’t keep something, write to ',
        mailto(site.company.complaintsEmail),
        `. ${REGULATOR}`,
      ),
      aside('If you want to come back, create a new account.'),
    ],
  }
}

/** Acknowledges a complaint (law §4.1). */
export function complaintReceived(props: MailProps['complaint-received'], site: Site): MailView {
  return {
    subject: `We have received your complaint ${props.reference}`,
    preheader: `We’ll answer by ${dateAndTime(props.dueAt, site)}.`,
    because: complained(site),
    body: [
      title('We have received your complaint'),
      paragraph(mailGreeting(props.name)),
      paragraph('Thanks for telling us. Someone who can decide on it will look into it and reply.'),
      facts([
        { name: 'Your reference', value: props.reference, mono: true },
        { name: 'We’ll reply by', value: dateAndTime(props.dueAt, site) },
      ]),
      action('See your complaint', site.link('/profile/privacy')),
      aside(REGULATOR),
    ],
  }
}

/** Brings the answer to a complaint. */
export function complaintAnswered(props: MailProps['complaint-answered'], site: Site): MailView {
  return {
    subject: `Our answer to your complaint ${props.reference}`,
    preheader: 'We’ve looked into it.',
    because: complained(site),
    body: [
      title('Our answer to your complaint'),
      paragraph(mailGreeting(props.name)),
      facts([
        { name: 'Your reference', value: props.reference, mono: true },
        { name: 'Our answer', value: props.answer },
      ]),
      paragraph(`If this doesn’t resolve it, reply with your reference. ${REGULATOR}`),
      action('Open your account', site.link('/profile/privacy')),
    ],
  }
}

/** Leads to the file, which stays behind sign-in: a mail is no place for identity documents. */
export function dataExportReady(props: MailProps['data-export-ready'], site: Site): MailView {
  const href = site.link(props.path)
  return {
    subject: `Your ${site.company.name} data export is ready`,
    preheader: 'Sign in to download it.',
    because: `You asked for a copy of your data in your ${site.company.name} account.`,
    body: [
      title('Your data export is ready'),
      paragraph(mailGreeting(props.name)),
      paragraph('The copy of your data that you asked for is ready. Sign in to download it.'),
      action('Download your data', href),
      aside(`The link works until ${dateAndTime(props.expiresAt, site)}. After that, ask for a new copy.`),
      aside('If this wasn’t you, sign out everywhere in your account and tell us.'),
      bareAddress(href),
    ],
  }
}
