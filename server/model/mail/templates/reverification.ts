import type { MailProps } from '#server/model/mail/mail-kinds.ts'
import type { MailView } from './layout.ts'
import { action, aside, facts, paragraph, title } from './parts.ts'
import { day, mailGreeting, type Site } from './site.ts'

const because = (site: Site) => `You’re receiving this because you’re verified by ${site.company.name}.`

/** Reminds of an ID document that expires soon (cases, Keeping it true). */
export function idDocumentExpiring(props: MailProps['id-document-expiring'], site: Site): MailView {
  const left =
    props.daysLeft === 0 ? 'today' : props.daysLeft === 1 ? 'in 1 day' : `in ${props.daysLeft} days`
  return {
    subject: `Your ID document expires ${left}`,
    preheader: 'Renew it in time to stay verified.',
    because: because(site),
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
    because: because(site),
    body: [
      title('Please confirm your details'),
      paragraph(mailGreeting(props.name)),
      paragraph(
        props.hasExpired
          ? 'Your ID document has expired. Upload the new document and confirm that nothing else has changed, both on one page. We only check the new document.'
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
