import type { DeadLetterJob } from '#contract/operations/job-names.ts'

/** Stopped work is counted up to this many; more is just as bad. */
export const COUNTED_LETTERS = 10_000

/** The text about stopped work on the jobs page. */
interface DeadLetterText {
  title: string
  /** What dropping it means for people. */
  dropping: string
}

const DEAD_LETTER_TEXT: Readonly<Record<DeadLetterJob, DeadLetterText>> = {
  'send-mails': {
    title: 'Send an email',
    dropping: 'We won’t send this email. If it matters, reach the person another way.',
  },
  'screen-case': {
    title: 'Screen an application',
    dropping: '“Sanctions screening” still tries this application again with its next run.',
  },
  'screen-waiting': {
    title: 'Screen everyone',
    dropping: '“Sanctions screening” still checks everyone with its next run.',
  },
  'try-screening': {
    title: 'Test the screening',
    dropping: 'Nothing else is affected. You can start another test on the page of sanctions lists.',
  },
  'build-export': {
    title: 'Make a copy of someone’s data',
    dropping: '“Look after data exports” tries for a day. After that the person has to ask again.',
  },
  'apply-stripe-event': {
    title: 'Apply a Stripe event',
    dropping: '“Apply Stripe events” keeps trying. Until then a payment may not show on its invoice.',
  },
  'copy-invoices': {
    title: 'Copy a client’s invoices',
    dropping: '“Copy invoices from Stripe” tries again tonight.',
  },
  'apply-decision': {
    title: 'Carry out a decision',
    dropping: '“Record expired claims” still carries it out with its next run.',
  },
  'read-document': {
    title: 'Read a document',
    dropping:
      'Nothing else is affected. People type what the document says, and reviewers compare it themselves.',
  },
}

/** Returns a job's text; a page older than the server shows the name of a job it doesn't know. */
export function deadLetterText(job: string): DeadLetterText {
  return Object.hasOwn(DEAD_LETTER_TEXT, job)
    ? DEAD_LETTER_TEXT[job as DeadLetterJob]
    : { title: job, dropping: 'This work is new. Reload the page to read what dropping it means.' }
}

/** Returns what work is about, from the numbers it was given: nothing that reveals a person's identity. */
export function aboutWork(
  job: DeadLetterJob,
  data: Readonly<Record<string, unknown>>,
  mailKind: string | null,
): string {
  switch (job) {
    case 'send-mails':
      return `“${(mailKind ?? 'Email').replaceAll('-', ' ').replace(/^./, (letter) => letter.toUpperCase())}”`
    case 'screen-case':
    case 'apply-decision':
      return `Application ${data.caseId}`
    case 'screen-waiting':
      return 'Everyone, against the lists in force'
    case 'try-screening':
      return 'The test that was asked for'
    case 'build-export':
      return 'A copy that was asked for'
    case 'apply-stripe-event':
      return `Event ${data.eventId}`
    case 'copy-invoices':
      return `Client ${data.clientId}`
    case 'read-document':
      return `Document ${data.documentId}`
  }
}
