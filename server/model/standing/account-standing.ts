import { eq } from 'drizzle-orm'
import { formatMoney } from '#contract/money.ts'
import { CaseKind } from '#contract/verification/cases.ts'
import type { AccountStanding } from '#contract/verification/standing.ts'
import { isSubmitted, wireStatuses } from '#domain/cases/case-view.ts'
import { fitsDocType } from '#domain/cases/document-problems.ts'
import { dayText, momentText } from '#domain/date-text.ts'
import { statementStanding } from '#domain/investors/statement-expiry.ts'
import { invoiceLabel, isOverdue } from '#domain/invoices/invoice-dates.ts'
import { storedUserType, userFlags } from '#domain/onboarding/user-type.ts'
import { accountStanding } from '#domain/standing/account-standing.ts'
import type { StandingAt } from '#domain/standing/case-standing.ts'
import type { DocumentFacts } from '#domain/standing/documents-standing.ts'
import type { NextFacts, NextStepDetails } from '#domain/standing/next-step.ts'
import type { VerificationFacts } from '#domain/standing/verification-progress.ts'
import type { Caller } from '#server/model/access/caller.ts'
import { findCase, type StoredCase } from '#server/model/cases/cases.ts'
import { currentDocuments, givenDocument } from '#server/model/cases/documents.ts'
import { CONSUMER_DRAFT, readDraft } from '#server/model/cases/drafts.ts'
import { caseAsItIsNow, docTypeNow, filesOfCase } from '#server/model/cases/evidence.ts'
import { itemLabels } from '#server/model/cases/item-labels.ts'
import { findKycProfile } from '#server/model/cases/kyc-profiles.ts'
import {
  countingStatement,
  currentCertifications,
  hasAcceptedRiskDisclosure,
  isInForce,
} from '#server/model/certifications/certifications.ts'
import { questionsClosedUntil } from '#server/model/certifications/investor-answers.ts'
import { outstanding, payableInvoices } from '#server/model/invoices/invoice-view.ts'
import { bouncedAt } from '#server/model/mail/returned-mails.ts'
import { flagsOf } from '#server/model/people/user-view.ts'
import { drafts } from '#server/model/schema/cases.ts'
import type { CertificationRow } from '#server/model/schema/certifications.ts'
import { users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Services } from '#server/services.ts'

const NOTHING_TO_FIX: NextStepDetails['toFix'] = { left: [], hasFixed: false }

/** The account's holder. */
export type AccountHolder = Pick<Caller, 'userId' | 'email' | 'pendingUserType'> &
  Parameters<typeof flagsOf>[0]

/** What the caller has already read about the account. */
export interface ReadFacts {
  consumer: StoredCase | undefined
  business: StoredCase | undefined
  certifications: readonly CertificationRow[]
  /** The end of the investor statement that is in force, or was last. */
  statementEndsAt: Date | null
}

/** A person's account standing now, as every page and email words it. */
export async function standingOfAccount(
  db: Db,
  { config, now }: Pick<Services, 'config' | 'now'>,
  holder: AccountHolder,
  facts: ReadFacts,
): Promise<AccountStanding> {
  const at = now()
  const { dateStyle } = config
  const consumer = facts.consumer?.current ?? null
  const business = facts.business?.current ?? null
  // One after the other: a transaction has one connection.
  const documents = await documentFacts(db, holder.userId, facts.consumer)
  const toFix = {
    consumer: await labelsToFix(db, facts.consumer),
    business: await labelsToFix(db, facts.business),
  }
  const invoice = await firstInvoice(db, holder.userId, { now: at, dateStyle })
  const email = await emailFacts(db, holder.userId)
  const questionsOpenAt = await questionsClosedUntil(db, holder.userId, config.investorRules, at)
  const ends = facts.statementEndsAt
  const statement = ends && statementStanding(ends, at)
  return accountStanding(
    {
      consumer,
      business,
      documents,
      verification: { ...verificationFacts(holder, facts, at), questionsOpenAt },
      next: {
        statementEndsSoon: statement === 'ends_soon',
        unpaid: invoice ? invoice.others + 1 : 0,
        ...email,
      },
      drafts: await draftKinds(db, holder.userId),
      toFix,
      details: {
        statementEnds: ends && dayText(ends, dateStyle),
        statementHasEnded: statement === 'expired',
        questionsOpen: questionsOpenAt && momentText(questionsOpenAt, dateStyle),
        invoice,
        email: holder.email,
        supportEmail: config.company.supportEmail,
        complaintsEmail: config.company.complaintsEmail,
      },
    },
    { now: at, dateStyle },
  )
}

/** A person's account standing and the facts behind it, in the transaction that changed them. */
export async function standingOf(tx: Db, services: Pick<Services, 'config' | 'now'>, userId: number) {
  const [user] = await tx.select().from(users).where(eq(users.id, userId))
  if (!user) throw new Error('Someone whose standing is read is there')
  const holder = { ...user, userId }
  const facts = await readFacts(tx, holder)
  return { holder, facts, standing: await standingOfAccount(tx, services, holder, facts) }
}

/** Reads both cases of a person and what they hold, one after the other. */
export async function readFacts(
  db: Db,
  { userId, investorCategory }: Pick<Caller, 'userId' | 'investorCategory'>,
): Promise<ReadFacts> {
  const certifications = await currentCertifications(db, userId)
  return {
    consumer: await findCase(db, userId, 'consumer'),
    business: await findCase(db, userId, 'business'),
    certifications,
    statementEndsAt: countingStatement(certifications, investorCategory)?.expiresAt ?? null,
  }
}

function verificationFacts(
  holder: AccountHolder,
  { certifications, consumer, business }: ReadFacts,
  at: Date,
): Omit<VerificationFacts, 'isRefused' | 'questionsOpenAt'> {
  return {
    riskDisclosureAccepted: hasAcceptedRiskDisclosure(certifications),
    certifications: certifications
      .filter((row) => isInForce(row, at))
      .map(({ certificationType, certificationName }) => ({
        type: certificationType,
        name: certificationName,
      })),
    flags: userFlags(flagsOf(holder)),
    pendingType: storedUserType(holder.pendingUserType),
    kycVerified: consumer !== undefined && isVerified(consumer),
    kycSubmitted: consumer !== undefined && isSubmitted(consumer.current.state),
    business: business
      ? { verified: isVerified(business), submitted: isSubmitted(business.current.state) }
      : null,
  }
}

function isVerified({ current }: StoredCase): boolean {
  return wireStatuses(current.state).verificationStatus === 'verified'
}

/** Current draft answers take precedence over the last submission; a submission deletes the draft. */
async function documentFacts(db: Db, userId: number, own: StoredCase | undefined): Promise<DocumentFacts> {
  const held = await currentDocuments(db, userId, 'consumer')
  const profile = await findKycProfile(db, userId)
  const { draft } = await readDraft(db, userId, CONSUMER_DRAFT)
  const answered = draft?.docType ?? profile?.docType
  const docType = docTypeNow(answered, held, own)
  const files = own ? filesOfCase(own.current, held, profile) : held.map(givenDocument)
  return {
    docType,
    held: files.filter((file) => fitsDocType(file, docType)).map(({ slot }) => slot),
    current: own ? (await caseAsItIsNow(db, own)).current : null,
  }
}

async function draftKinds(db: Db, userId: number): Promise<CaseKind[]> {
  const rows = await db.select({ kind: drafts.kind }).from(drafts).where(eq(drafts.userId, userId))
  return CaseKind.array().parse(rows.map(({ kind }) => kind))
}

async function labelsToFix(db: Db, stored: StoredCase | undefined): Promise<NextStepDetails['toFix']> {
  if (!stored) return NOTHING_TO_FIX
  const { returned } = await caseAsItIsNow(db, stored)
  if (returned.length === 0) return NOTHING_TO_FIX
  const labelOf = await itemLabels(db, stored)
  const left = returned.filter(({ isFixed }) => !isFixed)
  return { left: left.map(({ key }) => labelOf(key)), hasFixed: left.length < returned.length }
}

async function firstInvoice(
  db: Db,
  userId: number,
  { now, dateStyle }: StandingAt,
): Promise<NextStepDetails['invoice']> {
  const [first, ...others] = await payableInvoices(db, userId)
  if (!first) return null
  return {
    id: first.id,
    title: `Invoice #${invoiceLabel(first)}`,
    amount: formatMoney(outstanding(first), first.currency),
    due: first.dueAt && dayText(first.dueAt, dateStyle),
    isLate: isOverdue(first, now),
    others: others.length,
  }
}

async function emailFacts(
  db: Db,
  userId: number,
): Promise<Pick<NextFacts, 'emailConfirmed' | 'emailBounced'>> {
  const [user] = await db
    .select({ id: users.id, email: users.email, emailConfirmedAt: users.emailConfirmedAt })
    .from(users)
    .where(eq(users.id, userId))
  if (!user?.emailConfirmedAt) return { emailConfirmed: false, emailBounced: false }
  return { emailConfirmed: true, emailBounced: (await bouncedAt(db, user)) !== null }
}
