import type { MailProps } from '#server/model/mail/mail-kinds.ts'
import type { MailView } from './layout.ts'
import { action, aside, figure, paragraph, title } from './parts.ts'
import type { Site } from './site.ts'
import { day } from './wording.ts'

/** Proves that the address which a visitor gave is theirs. */
export function applicationCode(props: MailProps['application-code'], site: Site): MailView {
  return {
    subject: `Your ${site.company.name} code`,
    preheader: `It works for ${props.expiresInMinutes} minutes.`,
    because: `Someone gave this address to start or resume an application at ${site.company.name}.`,
    body: [
      title('Your code'),
      paragraph('Enter this code on the page where you gave your email address:'),
      figure(props.code),
      aside(`It works once, for ${props.expiresInMinutes} minutes, in the browser where you asked for it.`),
      aside(
        'If you didn’t ask for it, ignore this email and don’t give the code to anyone. Our team will never ask you for it.',
      ),
    ],
  }
}

/** Tells a visitor that their application is deleted soon, and how to keep it. */
export function applicationEnding(props: MailProps['application-ending'], site: Site): MailView {
  const until = day(props.keptUntil, site)
  const whose = props.isCompany ? 'Your company’s application' : 'Your application'
  return {
    subject: `${whose} will be deleted on ${until}`,
    preheader: props.isSubmitted
      ? 'Create your account and we’ll review it.'
      : 'Finish it and create your account.',
    because: `You started an application at ${site.company.name} with this address.`,
    body: [
      title(`We keep your application until ${until}`),
      paragraph(
        props.isSubmitted
          ? `${whose} is complete, but we can’t review it until you have an account. Create one with this email address by ${until}, and the application is yours.`
          : `${whose} isn’t finished yet. Finish it and create an account with this email address by ${until}, and we’ll review it.`,
      ),
      action('Open your application', site.link(props.path)),
      aside('We’ll send a code to this address to check that it’s you. You can use any device.'),
      aside(
        `If you do nothing, we delete the application and its files on ${until}. We won’t remind you again.`,
      ),
    ],
  }
}
