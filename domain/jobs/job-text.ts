import type { JobTrouble, ScheduleName } from '#contract/operations/job-names.ts'

/** The text about a job, for the jobs page and for mails. */
export interface JobText {
  title: string
  does: string
  /** What pausing it means for people. */
  pausing: string
  /** Whether the law requires it, so that it cannot stay paused for long. */
  isDuty: boolean
}

export const JOB_TEXT: Readonly<Record<ScheduleName, JobText>> = {
  'sweep-mails': {
    title: 'Mail from an earlier version',
    does: 'Takes over mail that the former version of the product had not sent when it was replaced.',
    pausing: 'Mail that waited during an upgrade stays here, including security notices.',
    isDuty: false,
  },
  'screen-cases': {
    title: 'Sanctions screening',
    does: 'Checks everyone against the sanctions lists in force.',
    pausing:
      'People are not checked against new lists, and no one new can be approved. Sanctions law asks us to check.',
    isDuty: true,
  },
  'import-lists': {
    title: 'Import sanctions lists',
    does: 'Takes in newer sanctions lists.',
    pausing: 'We keep checking people against old lists. Sanctions law asks us to use the current ones.',
    isDuty: true,
  },
  'fetch-lists': {
    title: 'Fetch sanctions lists',
    does: 'Asks the publishers of sanctions lists for newer ones.',
    pausing: 'We keep checking people against old lists. Sanctions law asks us to use the current ones.',
    isDuty: true,
  },
  'keep-records': {
    title: 'Delete expired records',
    does: 'Deletes the records of people whose retention period has ended.',
    pausing: 'We keep personal data for longer than the law allows.',
    isDuty: true,
  },
  'apply-retention': {
    title: 'Delete old data',
    does: 'Deletes old sessions, drafts, mail texts, sign-ins and bug reports.',
    pausing: 'We keep personal data for longer than we promised.',
    isDuty: true,
  },
  'rewrap-keys': {
    title: 'Change document keys',
    does: 'Protects the key of each document, and the texts of emails, with the newest master key.',
    pausing: 'Older master keys can’t be removed yet. Nothing is less safe than before.',
    isDuty: false,
  },
  'checkpoint-ledger': {
    title: 'Check the audit log',
    does: 'Checks that no one has changed the audit log, and notes how far.',
    pausing: 'A change to the audit log by someone with access to the database is found late.',
    isDuty: false,
  },
  'open-month': {
    title: 'Start a month of the audit log',
    does: 'Gives each month of the audit log a table of its own.',
    pausing: 'A new month is kept in the table of the one before. Nothing is lost.',
    isDuty: false,
  },
  'keep-verifications': {
    title: 'Check ID expiry dates',
    does: 'Reminds people whose ID expires soon, and asks for a new one once it has.',
    pausing: 'People stay verified on expired ID. Money laundering law asks us to keep it up to date.',
    isDuty: true,
  },
  'keep-statements': {
    title: 'Check investor statements',
    does: 'Reminds investors to renew, and ends statements that have expired.',
    pausing: 'People keep access on expired statements. Financial promotion rules don’t allow that.',
    isDuty: true,
  },
  'remove-unclaimed': {
    title: 'Delete unclaimed applications',
    does: 'Deletes visitors’ applications after 14 days without an account.',
    pausing: 'We keep visitors’ data for longer than we promised.',
    isDuty: true,
  },
  'sweep-files': {
    title: 'Clear unused files',
    does: 'Removes files of deleted records and of unfinished uploads.',
    pausing: 'Files of people whose data was deleted may stay in storage.',
    isDuty: true,
  },
  'sweep-exports': {
    title: 'Look after data exports',
    does: 'Finishes copies of people’s data, and deletes them after seven days.',
    pausing: 'Copies of personal data stay in storage, and failed ones are not made again.',
    isDuty: true,
  },
  'sweep-lapsed': {
    title: 'Clear lapsed sign-ins',
    does: 'Removes unfinished sign-ins and links that no longer work.',
    pausing: 'Tables grow. Links that have lapsed still don’t work.',
    isDuty: false,
  },
  'sweep-stripe-events': {
    title: 'Apply Stripe events',
    does: 'Finds messages from Stripe that were not applied yet.',
    pausing: 'Some payments may not show on their invoices.',
    isDuty: false,
  },
  'copy-all-invoices': {
    title: 'Copy invoices from Stripe',
    does: 'Copies every client’s invoices from Stripe.',
    pausing: 'Changes that were made at Stripe may not show here.',
    isDuty: false,
  },
  'remind-invoices': {
    title: 'Invoice reminders',
    does: 'Reminds clients of invoices that are due soon or overdue.',
    pausing: 'Clients get no reminders. They get them late once you resume.',
    isDuty: false,
  },
  'remind-reviewers': {
    title: 'Reviewer reminders',
    does: 'Tells administrators which cases are overdue or due soon.',
    pausing: 'No one is told in the morning about cases that are due.',
    isDuty: false,
  },
  'remind-visitors': {
    title: 'Visitor reminders',
    does: 'Tells visitors that their application will be deleted soon.',
    pausing: 'Applications are deleted without a warning.',
    isDuty: false,
  },
  'nudge-drafts': {
    title: 'Draft reminders',
    does: 'Reminds people of applications they have not finished.',
    pausing: 'People get no reminders. They get them late once you resume.',
    isDuty: false,
  },
  'note-lapsed-claims': {
    title: 'Record expired claims',
    does: 'Records reviewers’ claims that ended by time, and carries out decisions that were left waiting.',
    pausing: 'Claims still end by time. Some may be missing from the history.',
    isDuty: false,
  },
  'fold-figures': {
    title: 'Add up dashboard figures',
    does: 'Adds up what the figures of the staff dashboard are made of.',
    pausing: 'The figures stay right. The staff dashboard gets slower day by day.',
    isDuty: false,
  },
}

/** Returns a job's text; a page older than the server shows the name of a job it doesn't know. */
export function jobText(name: string): JobText {
  return Object.hasOwn(JOB_TEXT, name)
    ? JOB_TEXT[name as ScheduleName]
    : {
        title: name,
        does: 'This job is new. Reload the page to read what it does.',
        pausing: 'This job is new. Reload the page to read what pausing it means.',
        isDuty: false,
      }
}

/** What is wrong with a job and what to do about it, each in one or two sentences. */
export interface TroubleText {
  what: string
  todo: string
}

/** Returns what is wrong with a job and what to do, for a person who has just been woken up by it. */
export function troubleText(name: string, trouble: JobTrouble, error: string | null): TroubleText {
  const { pausing } = jobText(name)
  switch (trouble) {
    case 'failing':
      return {
        what: error
          ? `The last runs failed: ${error.replace(/\.?$/, '.')}`
          : 'The last runs failed, and we don’t know why.',
        todo: 'Nothing is lost, and we keep trying. Fix the cause if the error names one, such as a service that is away. Then choose “Run now”.',
      }
    case 'late':
      return {
        what: 'It was due and didn’t start, twice.',
        todo: 'Choose “Run now”. If it doesn’t start within a minute, restart the servers: their job queue may be stuck.',
      }
    case 'paused':
      return { what: `It has been paused for over a day. ${pausing}`, todo: 'Resume it as soon as you can.' }
  }
}
