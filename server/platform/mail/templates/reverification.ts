import type { MailProps } from '#server/platform/mail/mail-kinds.ts'
import type { MailView } from './layout.ts'
import { action, aside, facts, paragraph, title } from './parts.ts'
import type { Site } from './site.ts'
import { day, greeting } from './wording.ts'

const because = (site: Site) => `You get this email because you are verified at ${site.company.name}.`

/** Reminds of an ID document that expires soon (cases.md, Keeping it true). */
export function idDocumentExpiring(props: MailProps['id-document-expiring'], site: Site): MailView {
  const left =
    props.daysLeft === 0 ? 'today' : props.daysLeft === 1 ? 'in 1 day' : `in ${props.daysLeft} days`
  return {
    subject: `Your ID document expires ${left}`,
    preheader: 'Renew it in time to stay verified.',
    because: because(site),
    body: [
      title(`Your ID document expires ${left}`),
      paragraph(greeting(props.name)),
      paragraph(
        'The document that proves who you are is about to expire. Renew it in time: once it has expired we ask you for the new one.',
      ),
      facts([{ name: 'Valid until', value: props.expiresOn }]),
      action('See your documents', site.link('/profile?tab=documents')),
      aside('Until then there is nothing you need to do here.'),
    ],
  }
}

/** Asks a verified person to confirm their details, with a new document where the old one has expired. */
export function verificationConfirmDue(props: MailProps['verification-confirm-due'], site: Site): MailView {
  return {
    subject: 'Please confirm your details',
    preheader: `${props.hasExpired ? 'Your ID document has expired. ' : ''}Confirm your details by ${day(props.confirmBy, site)}.`,
    because: because(site),
    body: [
      title('Please confirm your details'),
      paragraph(greeting(props.name)),
      paragraph(
        props.hasExpired
          ? 'Your ID document has expired. Please do two things on one page: upload the new document, and confirm that nothing else has changed. Only the new document is checked again.'
          : 'From time to time we ask whether the details that we verified are still right. Please look at them on one page, and confirm them. You stay verified meanwhile.',
      ),
      facts([
        { name: 'Please do this by', value: day(props.confirmBy, site) },
        { name: 'Application number', value: props.applicationId, mono: true },
      ]),
      action('Confirm your details', site.link('/verification/confirm')),
    ],
  }
}
