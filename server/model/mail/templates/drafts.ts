import type { MailProps } from '#server/model/mail/mail-kinds.ts'
import type { MailView } from './layout.ts'
import { action, aside, link, paragraph, title } from './parts.ts'
import type { Site } from './site.ts'
import { day, mailGreeting } from './wording.ts'

/** Brings an application to mind that was started and left alone (cases, Notices). */
export function draftLeftAlone(props: MailProps['draft-left-alone'], site: Site): MailView {
  const application = props.isCompany ? 'the application of your company' : 'your application'
  return {
    subject: `You can finish ${application}`,
    preheader: `Your answers of ${day(props.savedAt, site)} are still there.`,
    because: `You started an application at ${site.company.name}.`,
    body: [
      title('Your application is not finished yet'),
      paragraph(mailGreeting(props.name)),
      paragraph(
        `You began ${application} and have not submitted it. Your answers of ${day(props.savedAt, site)} are still there, on every device you sign in on.`,
      ),
      action('Continue where you stopped', site.link(props.path)),
      aside(`If you don’t continue, we’ll delete your answers and files on ${day(props.keptUntil, site)}.`),
      aside('Don’t want reminders? ', link('Stop reminders', site.link(props.stopPath))),
    ],
  }
}
