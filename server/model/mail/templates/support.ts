import type { MailProps } from '#server/model/mail/mail-kinds.ts'
import type { MailView } from './layout.ts'
import { action, facts, paragraph, title } from './parts.ts'
import type { Site } from './site.ts'
import { dateAndTime, mailGreeting } from './wording.ts'

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

/** Tells a super admin that a job needs them, or that it works again. */
export function jobTrouble({ name, job, trouble, path }: MailProps['job-trouble'], site: Site): MailView {
  const subject = trouble ? `“${job}” needs your attention` : `“${job}” works again`
  return {
    subject,
    preheader: trouble?.what ?? 'You don’t need to do anything.',
    because: `You’re receiving this because you’re a super admin of ${site.company.name}.`,
    body: [
      title(subject),
      paragraph(mailGreeting(name)),
      ...(trouble
        ? [paragraph(trouble.what), paragraph(trouble.todo)]
        : [paragraph('Its last run went well. You don’t need to do anything.')]),
      action('Open jobs', site.link(path)),
    ],
  }
}
