import { HAND_OFF_MINUTES } from '#contract/documents/hand-offs.ts'
import type { MailProps } from '#server/model/mail/mail-kinds.ts'
import type { MailView } from './layout.ts'
import { action, aside, bareAddress, facts, mailto, paragraph, title } from './parts.ts'
import { dateAndTime, mailGreeting, type Site } from './site.ts'

/** The link by which a phone takes photos for someone at a computer. */
export function handOffLink(props: MailProps['hand-off-link'], site: Site): MailView {
  const href = site.link(props.path)
  const until = dateAndTime(props.expiresAt, site)
  return {
    subject: 'Open this on your phone to take your photos',
    preheader: `It works once, until ${until}.`,
    because: `You asked for this link while you were adding your documents at ${site.company.name}.`,
    body: [
      title('Take the photos with your phone'),
      paragraph(mailGreeting(props.name)),
      paragraph(
        'Open this link on your phone, and keep the page on your computer open. The photos you take appear there. The link opens nothing else.',
      ),
      facts([{ name: 'Photos to take', value: props.photos.join(', ') }]),
      action('Take the photos', href),
      aside(
        `The link works once, until ${until}: ${HAND_OFF_MINUTES} minutes from when it was made. After that, make a new one on your computer.`,
      ),
      aside(
        'If you didn’t ask for this, don’t open the link. Someone may be using your application: if you have an account, sign out everywhere in your profile. Then tell us at ',
        mailto(site.company.supportEmail),
        '.',
      ),
      bareAddress(href),
    ],
  }
}
