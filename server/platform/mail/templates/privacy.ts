import type { ReactNode } from 'react'
import type { ErasureWords, MailProps } from '#server/platform/mail/mail-kinds.ts'
import type { MailView } from './layout.ts'
import { action, aside, facts, mailto, paragraph, title } from './parts.ts'
import type { Site } from './site.ts'
import { dateAndTime, greeting } from './wording.ts'

const REGULATOR =
  'You can also complain to the Information Commissioner’s Office (ICO), the regulator for data protection.'

const asked = (site: Site) => `You asked ${site.company.name} to erase your data.`
const complained = (site: Site) => `You complained to ${site.company.name} about data protection.`

function planOf({ goes, kept }: ErasureWords, words: { goes: string; kept: string }): ReactNode[] {
  return [
    facts([{ name: words.goes, value: goes.join('. ') }]),
    ...(kept.length
      ? [
          facts(
            kept.map(({ what, until, why }) => ({
              name: `${words.kept} ${until}`,
              value: `${what}. ${why}`,
            })),
          ),
        ]
      : []),
  ]
}

/** Confirms that a request to erase everything arrived, and says what it will do (security R58). */
export function erasureRequested(props: MailProps['erasure-requested'], site: Site): MailView {
  return {
    subject: 'We have received your request to erase your data',
    preheader: `We answer it by ${dateAndTime(props.dueAt, site)}.`,
    because: asked(site),
    body: [
      title('You asked us to erase your data'),
      paragraph(greeting(props.name)),
      paragraph(
        `We answer your request by ${dateAndTime(props.dueAt, site)}. Then your account is gone and cannot be brought back. Until then you can take the request back.`,
      ),
      ...planOf(props.plan, { goes: 'What goes', kept: 'What the law wants kept, until' }),
      action('See your request', site.link('/profile/privacy')),
      aside('If this was not you, take the request back, sign out everywhere and tell us.'),
    ],
  }
}

/** Says why a request was refused, and how to go on. */
export function erasureRefused(props: MailProps['erasure-refused'], site: Site): MailView {
  return {
    subject: 'Your request to erase your data',
    preheader: 'We cannot carry it out now. Here is why.',
    because: asked(site),
    body: [
      title('We cannot erase your data now'),
      paragraph(greeting(props.name)),
      facts([{ name: 'Why', value: props.answer }]),
      paragraph(
        'If you think that we are wrong, complain in your account or write to ',
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
    subject: `Your ${site.company.name} account is erased`,
    preheader: 'What is gone, and what the law wants us to keep.',
    because: props.isAsked ? asked(site) : `You had an account at ${site.company.name} that was not used.`,
    body: [
      title('Your account is erased'),
      paragraph(greeting(props.name)),
      paragraph(
        props.isAsked
          ? 'We have done as you asked. You are signed out everywhere, and the account cannot be brought back.'
          : 'You did not use your account for a long time and were never a customer, so we have deleted it with everything that you gave us.',
      ),
      ...planOf(props.plan, { goes: 'What is gone', kept: 'What the law wants kept, until' }),
      paragraph(
        'If you think that we should not keep something, write to ',
        mailto(site.company.complaintsEmail),
        `. ${REGULATOR}`,
      ),
      aside('If you want to use us again, sign up as somebody new.'),
    ],
  }
}

/** Acknowledges a complaint (domain §0, row 13). */
export function complaintReceived(props: MailProps['complaint-received'], site: Site): MailView {
  return {
    subject: `We have received your complaint ${props.reference}`,
    preheader: `We answer it by ${dateAndTime(props.dueAt, site)}.`,
    because: complained(site),
    body: [
      title('We have received your complaint'),
      paragraph(greeting(props.name)),
      paragraph('Thank you for telling us. Somebody who can decide about it looks into it and answers you.'),
      facts([
        { name: 'Your reference', value: props.reference, mono: true },
        { name: 'You have an answer by', value: dateAndTime(props.dueAt, site) },
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
    preheader: 'Somebody has looked into it.',
    because: complained(site),
    body: [
      title('Our answer to your complaint'),
      paragraph(greeting(props.name)),
      facts([
        { name: 'Your reference', value: props.reference, mono: true },
        { name: 'Our answer', value: props.answer },
      ]),
      paragraph(`If this does not settle it, answer with your reference. ${REGULATOR}`),
      action('Open your account', site.link('/profile/privacy')),
    ],
  }
}
