import type { MailProps } from '#server/platform/mail/mail-kinds.ts'
import type { MailView } from './layout.ts'
import { action, facts, paragraph, title } from './parts.ts'
import type { Site } from './site.ts'
import { dateAndTime } from './wording.ts'

/** Hands a bug report to support: what was written, and where it happened. */
export function bugReport(props: MailProps['bug-report'], site: Site): MailView {
  const { reportId, description, at, pagePath, userId, userAgent } = props
  return {
    subject: `Bug report ${reportId}`,
    preheader: `Reported on ${dateAndTime(at, site)}.`,
    because: `This is the support address of ${site.company.name}, and someone used Report Bug.`,
    body: [
      title(`Bug report ${reportId}`),
      ...description.split('\n').map((line) => paragraph(line)),
      facts([
        { name: 'Reported', value: dateAndTime(at, site) },
        { name: 'Page', value: pagePath ?? 'not given', mono: true },
        { name: 'User', value: userId === null ? 'not signed in' : String(userId), mono: true },
        { name: 'Browser', value: userAgent ?? 'not given', mono: true },
      ]),
      ...(userId === null ? [] : [action('Open the user', site.link(`/admin/users/${userId}`))]),
    ],
  }
}
