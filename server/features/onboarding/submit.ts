import { createHash } from 'node:crypto'
import { and, desc, eq, isNull } from 'drizzle-orm'
import type { ConsumerAnswers } from '#contract/onboarding.ts'
import { consumerItemKeys } from '#domain/case-items.ts'
import type { Evidence } from '#domain/case-record.ts'
import { whoWaits } from '#domain/case-waiting.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  caseSubmissions,
  drafts,
  type KycProfileRow,
  kycProfiles,
} from '#server/platform/database/schema/cases.ts'
import type { DocumentRow } from '#server/platform/database/schema/documents.ts'
import { users } from '#server/platform/database/schema/users.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { Caller } from '#server/platform/sessions/caller.ts'
import { sendCaseNotice } from '#server/records/case-notices.ts'
import { casePolicyOf } from '#server/records/case-policy.ts'
import { lockOrBeginCase, moveCase, type StoredCase } from '#server/records/cases.ts'
import { currentCertifications, hasAcceptedRiskDisclosure } from '#server/records/certifications.ts'
import { currentDocuments } from '#server/records/documents.ts'
import { chooseUserTypeOf } from '#server/records/user-type.ts'
import type { Services } from '#server/services.ts'
import { checkAnswers } from './check-answers.ts'
import { closeOnboarding } from './complete.ts'

export interface Submission {
  caller: Caller
  answers: ConsumerAnswers
  confirmed: boolean
  captchaToken: string | undefined
  origin: Origin
}

export interface Submitted {
  profile: KycProfileRow
  stored: StoredCase
  documents: DocumentRow[]
}

/**
 * Submits a consumer's verification, or submits it again after it came back: answers, evidence, case, user type and
 * mail in one transaction (security R50). The same submission twice is one submission (R49); a different one while the
 * first is with the reviewers is DUPLICATE_ENTRY.
 */
export async function submitConsumer(services: Services, submission: Submission): Promise<Submitted> {
  const { answers, caller, origin } = submission
  const { userId } = caller
  const at = services.now()
  return services.database.transaction(async (tx) => {
    const stored = await lockOrBeginCase(tx, userId, 'consumer', at)
    const documents = await currentDocuments(tx, userId)
    const payloadHash = fingerprint(answers)
    const repeated = await alreadySubmitted(tx, stored, payloadHash)
    if (repeated) return { profile: repeated, stored, documents }

    const accepted = hasAcceptedRiskDisclosure(await currentCertifications(tx, userId))
    checkAnswers(
      answers,
      {
        documents,
        riskDisclosureAccepted: accepted,
        confirmed: submission.confirmed,
        minimumAge: services.config.minimumAge,
      },
      at,
    )
    await services.captcha.verify(tx, submission.captchaToken)
    // The choice was stored at its own step; only another one is a choice now.
    if ((caller.userType ?? caller.pendingUserType) !== answers.userType) {
      await chooseUserTypeOf(
        tx,
        { userId, type: answers.userType, flags: {}, skipCertificationCheck: true, origin },
        at,
      )
    }

    const type = stored.record.state === 'needs_resubmission' ? 'resubmit' : 'submit'
    const evidence = evidenceOf(answers, documents)
    const actor = { kind: 'user', id: String(userId) } as const
    const moved = await moveCase(
      tx,
      stored,
      { type, actor, evidence, obstacles: [] },
      casePolicyOf(services.config),
      at,
      origin,
    )
    const profile = await upsertProfile(tx, stored.id, userId, answers, at)
    // A provider may know no name; staff and mails then call the person by the one they gave.
    const fullName = `${answers.firstName} ${answers.lastName}`
    await tx
      .update(users)
      .set({ name: fullName })
      .where(and(eq(users.id, userId), isNull(users.name)))
    await tx.insert(caseSubmissions).values({
      caseId: stored.id,
      round: moved.record.round,
      snapshot: { answers, documents: documents.map(({ id, slot, sha256 }) => ({ id, slot, sha256 })) },
      payloadHash,
      submittedAt: at,
    })
    await tx.delete(drafts).where(and(eq(drafts.userId, userId), eq(drafts.kind, 'consumer')))
    await closeOnboarding(tx, userId, stored.id, at, origin)
    await sendCaseNotice(services, tx, { before: stored, after: moved, profileId: profile.id })
    return { profile, stored: moved, documents }
  })
}

/** The profile of an equal submission that is with the reviewers. Throws DUPLICATE_ENTRY for a different one. */
async function alreadySubmitted(
  tx: Db,
  stored: StoredCase,
  payloadHash: string,
): Promise<KycProfileRow | undefined> {
  const waiting = whoWaits(stored.record.state)
  if (waiting !== 'reviewer' && waiting !== 'second_reviewer') return undefined
  const [last] = await tx
    .select()
    .from(caseSubmissions)
    .where(eq(caseSubmissions.caseId, stored.id))
    .orderBy(desc(caseSubmissions.round))
    .limit(1)
  const [profile] = await tx.select().from(kycProfiles).where(eq(kycProfiles.userId, stored.userId))
  if (profile && last?.payloadHash === payloadHash) return profile
  throw new AppError('DUPLICATE_ENTRY', 'You have already submitted your details. We are reviewing them now.')
}

async function upsertProfile(
  tx: Db,
  caseId: number,
  userId: number,
  answers: ConsumerAnswers,
  at: Date,
): Promise<KycProfileRow> {
  const { firstName, lastName, dob, email, phone, address, docType } = answers
  const values = { firstName, lastName, dob, email, phone, address, docType, updatedAt: at }
  const [row] = await tx
    .insert(kycProfiles)
    .values({ userId, caseId, createdAt: at, ...values })
    .onConflictDoUpdate({ target: kycProfiles.userId, set: values })
    .returning()
  if (!row) throw new Error('An upsert answers with its row')
  return row
}

/** What each item of the case rests on: the hash of its file, or the fingerprint of its data. */
function evidenceOf(answers: ConsumerAnswers, documents: readonly DocumentRow[]): Evidence[] {
  const data: Record<string, string> = {
    name: fingerprint([answers.firstName, answers.lastName]),
    birth_date: fingerprint(answers.dob),
    address: fingerprint(answers.address),
  }
  return consumerItemKeys(answers.docType).map((key) => ({
    key,
    evidence: data[key] ?? documents.find((document) => document.slot === key)?.sha256 ?? null,
  }))
}

function fingerprint(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}
