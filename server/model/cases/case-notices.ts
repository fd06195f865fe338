import type { ItemKey } from '#contract/verification/cases.ts'
import type { LeafLine } from '#contract/verification/leaf.ts'
import type { NextStep } from '#contract/verification/standing.ts'
import { caseNoticeText, correctionPath } from '#domain/cases/case-notice-text.ts'
import { caseReference } from '#domain/cases/case-reference.ts'
import { type ApplicantNotice, applicantItems, noticeFor } from '#domain/cases/case-view.ts'
import { isExpiredOn } from '#domain/cases/document-requirements.ts'
import type { Removal } from '#domain/cases/removed-people.ts'
import { dayText } from '#domain/date-text.ts'
import { londonDate, parsePlainDate } from '#domain/plain-date.ts'
import { answerBy } from '#domain/standing/case-standing.ts'
import type { ItemToCorrect, MailKind, MailProps } from '#server/model/mail/mail-kinds.ts'
import { addresseeOf, queueRecordedMail } from '#server/model/mail/mail-person.ts'
import { giveNotice } from '#server/model/mail/notices.ts'
import { standingOf } from '#server/model/standing/account-standing.ts'
import { ownLines } from '#server/model/standing/own-home.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Services } from '#server/services.ts'
import { findBusiness } from './business-profiles.ts'
import type { StoredCase } from './cases.ts'
import { currentDocuments } from './documents.ts'
import { selectEndingOf } from './id-ends.sql.ts'
import { itemLabels } from './item-labels.ts'
import { type NamedItem, removedNames, removedPeople } from './removed-people.ts'

/**
 * Tells the applicant about a change of state, by one email and one notice, in the transaction of the change
 * (cases, What people are told). The key contains case and version, so a repeated change tells nothing twice.
 */
export async function sendCaseNotice(
  services: Services,
  tx: Db,
  change: { before: StoredCase; after: StoredCase; isConfirmation?: boolean },
): Promise<void> {
  const { before, after, isConfirmation = false } = change
  const notice = noticeFor({
    before: before.current.state,
    after: after.current.state,
    round: after.current.round,
    isConfirmation,
  })
  if (!notice) return
  const at = services.now()
  const application = await applicationOf(tx, after)
  const hasLeaf = notice === 'approved' || notice === 'needs_resubmission' || notice === 'resubmitted'
  const lines = hasLeaf
    ? ((await ownLines(tx, services, { userId: after.userId, kind: after.current.kind })) ?? [])
    : []
  const items = itemsToCorrect(after, lines, await itemLabels(tx, after))
  const messageKey = `case:${after.id}:${after.current.version}`
  await giveNotice(tx, {
    ...caseNoticeText(notice, {
      company: application.company,
      returned: items.map(({ label }) => label),
      promise: after.current.dueAt && answerBy(after.current.dueAt, services.config.dateStyle),
    }),
    userId: after.userId,
    key: messageKey,
    at,
  })
  const addressee = await addresseeOf(tx, after.userId)
  if (!addressee) return
  const isReceipt = notice === 'submitted' || notice === 'resubmitted'
  const next = isReceipt ? leftToDo((await standingOf(tx, services, after.userId)).standing.next) : null
  const removal = notice === 'resubmitted' ? await removedPeople(tx, after) : null
  const mail = mailOf(notice, after, {
    name: addressee.name,
    ...application,
    next,
    lines,
    items,
    removal,
    hasExpired: notice === 'reverification_due' && (await hasExpiredDocument(tx, after.userId, at)),
    expiresOn: notice === 'confirmed' ? await idEnd(tx, services, after.userId) : null,
  })
  if (!mail) return
  await queueRecordedMail(services, tx, {
    ...mail,
    to: addressee.to,
    userId: after.userId,
    caseId: after.id,
    messageKey,
    at,
  })
}

type CaseMail = {
  [K in MailKind]: { kind: K; props: MailProps[K] }
}[MailKind]

interface Addressee {
  name: string | null
  applicationId: string
  /** The company being verified; null if it is the person. */
  company: string | null
}

/** With the number that pages and the desk show too, because people quote it. A company is called by its name. */
async function applicationOf(
  tx: Db,
  { id, userId, current }: StoredCase,
): Promise<Pick<Addressee, 'applicationId' | 'company'>> {
  const business = current.kind === 'business' ? await findBusiness(tx, userId) : undefined
  return { applicationId: caseReference(id), company: business?.answers.legalName ?? null }
}

type LeftToDo = MailProps['verification-submitted']['next']

/**
 * The next step as shown on pages, unless it is only to wait; what needs an email to support is worded
 * separately.
 */
function leftToDo({ kind, title, text, action, href }: NextStep): LeftToDo {
  if (kind === 'wait' || kind === 'nothing' || kind === 'refused') return null
  return href.startsWith('/')
    ? { title, text, action, path: href }
    : { title, text, action: 'See your progress', path: '/verification' }
}

function mailOf(
  notice: ApplicantNotice,
  after: StoredCase,
  {
    next,
    lines,
    items,
    removal,
    hasExpired,
    expiresOn,
    ...about
  }: Addressee & {
    next: LeftToDo
    lines: readonly LeafLine[]
    items: ItemToCorrect[]
    removal: Removal<NamedItem> | null
    hasExpired: boolean
    expiresOn: string | null
  },
): CaseMail | undefined {
  switch (notice) {
    case 'submitted':
    case 'resubmitted':
      return {
        kind: 'verification-submitted',
        props: {
          ...about,
          dueAt: after.current.dueAt ?? after.current.submittedAt ?? new Date(0),
          sentAgain: notice === 'resubmitted' ? sentAgainOf(lines, removal) : null,
          removal: removal && removedNames(removal),
          next,
        },
      }
    case 'approved':
      return { kind: 'verification-approved', props: { ...about, lines } }
    case 'confirmed':
      return {
        kind: 'verification-confirmed',
        props: { name: about.name, applicationId: about.applicationId, expiresOn },
      }
    case 'needs_resubmission':
      return {
        kind: 'verification-action-required',
        props: { ...about, lines, items },
      }
    case 'rejected':
      return { kind: 'verification-rejected', props: about }
    case 'reopened':
      return { kind: 'verification-reopened', props: about }
    case 'reverification_due':
      return {
        kind: 'verification-confirm-due',
        props: {
          name: about.name,
          applicationId: about.applicationId,
          confirmBy: after.current.confirmBy ?? new Date(0),
          hasExpired,
        },
      }
    case 'withdrawn':
      return { kind: 'verification-withdrawn', props: about }
    default:
      return notice satisfies never
  }
}

/** The day on which a person's ID runs out, as written in a letter; null if it has none. */
async function idEnd(tx: Db, { config }: Pick<Services, 'config'>, userId: number): Promise<string | null> {
  const { rows } = await selectEndingOf(tx, [userId])
  const day = parsePlainDate(rows[0]?.expiresOn ?? '')
  return day && dayText(day, config.dateStyle)
}

/** Whether a document in use has expired, so that confirming needs a new one. */
async function hasExpiredDocument(tx: Db, userId: number, at: Date): Promise<boolean> {
  const today = londonDate(at)
  return (await currentDocuments(tx, userId, 'consumer')).some(({ expiresOn }) => {
    const day = parsePlainDate(expiresOn ?? '')
    return day !== null && isExpiredOn(day, today)
  })
}

/** What the applicant gave again; whom a removal leaves behind is with us too, but wasn't sent again. */
function sentAgainOf(lines: readonly LeafLine[], removal: Removal<NamedItem> | null): string[] {
  const isLeftBehind = (key: string) => removal?.decidedAgain.some(({ item }) => item === key) ?? false
  return lines.filter(({ key, state }) => state === 'with_us' && !isLeftBehind(key)).map(({ label }) => label)
}

/** The items to correct, with the leaf's labels and links. */
function itemsToCorrect(
  { current }: StoredCase,
  lines: readonly LeafLine[],
  labelOf: (item: ItemKey) => string,
): ItemToCorrect[] {
  const returned = applicantItems(current).filter(({ status }) => status === 'returned')
  return returned.map(({ key, reasons }) => {
    const line = lines.find((each) => each.key === key)
    return {
      label: line?.label ?? labelOf(key),
      reasons: reasons.map(({ wrong, right }) => ({ problem: wrong, remedy: right })),
      path: line?.change.href ?? correctionPath(current.kind),
    }
  })
}
