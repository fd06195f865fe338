import type { MailProps } from '#server/model/mail/mail-kinds.ts'
import type { MailView } from './layout.ts'
import { action, aside, paragraph, title } from './parts.ts'
import { dateAndTime, mailGreeting, type Site } from './site.ts'

/** Alarms a super admin: the ledger is not what a checkpoint says, or its chain is broken (security R24). */
export function ledgerFault(props: MailProps['ledger-fault'], site: Site): MailView {
  const more = props.more > 0 ? [paragraph(`There are ${props.more} more.`)] : []
  return {
    subject: `The audit log of ${site.company.name} may have been changed`,
    preheader: 'A check of the audit log found something wrong.',
    because: `You are a super admin of ${site.company.name}.`,
    body: [
      title('The audit log may have been changed'),
      paragraph(mailGreeting(props.name)),
      paragraph(
        `We check the audit log every hour. At ${dateAndTime(props.at, site)} the check found something that shouldn’t be there:`,
      ),
      ...props.faults.map((fault) => paragraph(fault)),
      ...more,
      paragraph(
        'Don’t restore or repair anything yet. Ask the people who run the database to keep it as it is, and to follow “When a check fails” in the operations manual.',
      ),
      action('Open the audit log', site.link(props.path)),
      aside('While the fault lasts, we email you about it once a day.'),
    ],
  }
}

/** Alarms a super admin: a stored document isn't the one that its person has uploaded (security R47). */
export function documentRefused(props: MailProps['document-refused'], site: Site): MailView {
  return refused(props, site, {
    what: 'A stored document',
    preheader: 'It was refused, and no one saw it.',
    said: 'a document was refused because it isn’t the one that was uploaded. It was not shown, and nothing can be approved with it.',
    which: `${props.file}, document ${props.documentId}: ${props.fault}.`,
    button: 'Open the application',
  })
}

/** Alarms a super admin: the copy of someone's data isn't the one that was made for them (security R47). */
export function exportRefused(props: MailProps['export-refused'], site: Site): MailView {
  return refused(props, site, {
    what: 'A stored file',
    preheader: 'It was refused, and no one got it.',
    said: 'a copy of someone’s data was refused because its key belongs to another file. It was not downloaded.',
    which: `Copy ${props.exportId}.`,
    button: 'Open the account',
  })
}

/** Alarms a super admin: an encrypted value of a row isn't the one that was saved there (security R47). */
export function valueRefused(props: MailProps['value-refused'], site: Site): MailView {
  return refused(props, site, {
    what: 'A stored value',
    preheader: 'It was refused, and no one saw it.',
    said: `${props.what} was refused because it isn’t the one that was saved. It was not shown.`,
    which: `In the database: ${props.place}.`,
    button: props.path.startsWith('/admin/users/') ? 'Open the account' : 'Open the audit log',
  })
}

/** Alarms a super admin: staff opened identity papers in an unusual way (security R11). */
export function unusualReadingMail(props: MailProps['unusual-reading'], site: Site): MailView {
  return {
    subject: `Unusual reading of identity papers at ${site.company.name}`,
    preheader: 'See who opened what, and why.',
    because: `You are a super admin of ${site.company.name}.`,
    body: [
      title('Unusual reading of identity papers'),
      paragraph(mailGreeting(props.name)),
      paragraph(`At ${dateAndTime(props.at, site)} ${props.reader} ${props.what}.`),
      paragraph(
        'There may be a good reason for it. The audit log has each document they opened, and the reason they gave. If you don’t know of one, ask them, or suspend their account and end their sessions.',
      ),
      action('Open the audit log', site.link(props.path)),
      aside('We email you about the same reader and the same kind of reading once a day at most.'),
    ],
  }
}

/** What every alarm about stored data says: what was found, and that nothing is to be repaired yet. */
function refused(
  { name, at, path }: { name: string | null; at: Date; path: string },
  site: Site,
  texts: { what: string; preheader: string; said: string; which: string; button: string },
): MailView {
  return {
    subject: `${texts.what} of ${site.company.name} may have been changed`,
    preheader: texts.preheader,
    because: `You are a super admin of ${site.company.name}.`,
    body: [
      title(`${texts.what} may have been changed`),
      paragraph(mailGreeting(name)),
      paragraph(`At ${dateAndTime(at, site)} ${texts.said}`),
      paragraph(texts.which),
      paragraph(
        'Don’t restore or repair anything yet. Ask the people who run the database to keep it as it is, and to follow “When a document is refused” in the operations manual.',
      ),
      action(texts.button, site.link(path)),
      aside('While the fault lasts, we email you about it once a day at most.'),
    ],
  }
}
