import { and, desc, eq, isNull } from 'drizzle-orm'
import type { UserTypeFlags } from '#contract/account/user-type-schemas.ts'
import type { UserType } from '#contract/account/user-types.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import type { Evidence } from '#domain/cases/case.ts'
import { isWithUs } from '#domain/cases/case-waiting.ts'
import type { Caller } from '#server/model/access/caller.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { sendCaseNotice } from '#server/model/cases/case-notices.ts'
import { casePolicyOf } from '#server/model/cases/case-policy.ts'
import { lockCase, lockOrStartCase, moveCase, type StoredCase } from '#server/model/cases/cases.ts'
import { currentDocuments } from '#server/model/cases/documents.ts'
import { isDraftOf } from '#server/model/cases/drafts.ts'
import { fingerprint } from '#server/model/cases/evidence.ts'
import { holdUnlessReachable, isHeldForEmail } from '#server/model/cases/held-cases.ts'
import { findKycProfile } from '#server/model/cases/kyc-profiles.ts'
import { openPayloadHash, submissionToStore } from '#server/model/cases/submission-snapshots.ts'
import {
  currentCertifications,
  hasAcceptedRiskDisclosure,
} from '#server/model/certifications/certifications.ts'
import { enqueueComparison } from '#server/model/documents/document-signals.ts'
import { chooseUserTypeOf, lockUser } from '#server/model/people/user-type.ts'
import { caseSubmissions, drafts } from '#server/model/schema/cases.ts'
import type { DocumentRow } from '#server/model/schema/documents.ts'
import { users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { Services } from '#server/services.ts'
import { staleDraft } from './drafts.ts'

/** Who submits, with the proof that a person does. */
export interface Submission {
  caller: Caller
  /** As sent along with the user type, which decides. */
  flags: Partial<UserTypeFlags>
  captchaToken: string | undefined
  /** The revision of the draft that the person has seen; nothing is compared without it. */
  draftRevision?: number | undefined
  origin: Origin
}

/** The facts for judging a submission, as they are inside the transaction. */
export interface SubmissionFacts<Profile> {
  stored: StoredCase
  /** The previous submission, if there was one. */
  former: Profile | undefined
  flags: Partial<UserTypeFlags>
  documents: readonly DocumentRow[]
  riskDisclosureAccepted: boolean
  at: Date
}

/** What is specific to one kind of submission; the rest is the same for a person and a company. */
export interface SubmissionForm<Answers extends { userType: UserType }, Profile extends { id: number }> {
  kind: CaseKind
  find(tx: Db, userId: number): Promise<Profile | undefined>
  /** The answers as stored, given the previous ones. */
  answers(former: Profile | undefined): Answers
  /** Throws VALIDATION_ERROR or INVALID_STATE naming every field. */
  check(answers: Answers, facts: SubmissionFacts<Profile>): void
  /** What each item of the case rests on: its file's hash, or its data's fingerprint. */
  evidence(answers: Answers, documents: readonly DocumentRow[]): Evidence[]
  save(tx: Db, place: { userId: number; caseId: number; at: Date }, answers: Answers): Promise<Profile>
}

export interface Submitted<Profile> {
  profile: Profile
  stored: StoredCase
  documents: DocumentRow[]
}

/**
 * Submits a verification, or resubmits it after it was returned: answers, evidence, case, user type and email
 * in one transaction (security R50). The same submission twice is one submission (R49); a different one while
 * the first is with the reviewers is DUPLICATE_ENTRY; one over answers that were saved unseen is STALE_VERSION.
 */
export async function submitForm<Answers extends { userType: UserType }, Profile extends { id: number }>(
  services: Services,
  { caller, flags, captchaToken, draftRevision, origin }: Submission,
  form: SubmissionForm<Answers, Profile>,
): Promise<Submitted<Profile>> {
  const { userId } = caller
  const { kind } = form
  const at = services.now()
  return services.database.transaction(async (tx) => {
    const stored = await lockOrStartCase(tx, userId, kind, at)
    // Before anything is recorded, in the same order as other changes of a person, so that they never deadlock.
    await lockUser(tx, userId)
    const documents = await currentDocuments(tx, userId, kind)
    const former = await form.find(tx, userId)
    const answers = form.answers(former)
    const payloadHash = fingerprint(answers)
    if (former && (await isRepeated(tx, stored, payloadHash))) return { profile: former, stored, documents }
    if (draftRevision !== undefined) await refuseUnseen(tx, userId, kind, draftRevision)

    const riskDisclosureAccepted = hasAcceptedRiskDisclosure(await currentCertifications(tx, userId))
    form.check(answers, { stored, former, flags, documents, riskDisclosureAccepted, at })
    await services.captcha.verify(tx, captchaToken)
    // The choice was stored at its own step; it is a new choice only if it differs.
    if ((caller.userType ?? caller.pendingUserType) !== answers.userType) {
      const choice = { userId, type: answers.userType, flags: {}, skipCertificationCheck: true, origin }
      await chooseUserTypeOf(tx, choice, at)
    }

    const type = stored.current.state === 'needs_resubmission' ? 'resubmit' : 'submit'
    const actor = { kind: 'user', id: userId } as const
    const evidence = form.evidence(answers, documents)
    const command = { type, actor, evidence, obstacles: [] } as const
    const submitted = await moveCase(tx, stored, command, casePolicyOf(services.config), at, origin)
    // A visitor's waits for an account anyway, and their address is proven.
    const moved = caller.application ? submitted : await holdUnlessReachable(tx, submitted)
    const profile = await form.save(tx, { userId, caseId: stored.id, at }, answers)
    const submission = { caseId: stored.id, round: moved.current.round }
    await tx.insert(caseSubmissions).values({
      ...submission,
      ...(await submissionToStore(tx, submission, { answers, documents, payloadHash })),
      submittedAt: at,
    })
    await tx.delete(drafts).where(isDraftOf(userId, { kind }))
    await closeOnboarding(tx, userId, stored.id, at, origin)
    if (!isHeldForEmail(moved)) await sendCaseNotice(services, tx, { before: stored, after: moved })
    await services.jobs.enqueue(tx, 'screen-case', { caseId: stored.id })
    if (kind === 'consumer') await enqueueComparison(services, tx, userId)
    return { profile, stored: moved, documents }
  })
}

/**
 * Refuses a submission once its draft was changed elsewhere, because it would delete answers that the person hasn't
 * seen here. The row is locked, so that no save comes between this and its deletion.
 */
async function refuseUnseen(tx: Db, userId: number, kind: CaseKind, seen: number): Promise<void> {
  const [row] = await tx
    .select({ revision: drafts.revision })
    .from(drafts)
    .where(isDraftOf(userId, { kind }))
    .for('update')
  const version = row?.revision ?? 0
  if (version !== seen) throw staleDraft(version)
}

/** Whether an equal submission is with the reviewers. Throws DUPLICATE_ENTRY if a different one is. */
async function isRepeated(tx: Db, stored: StoredCase, payloadHash: string): Promise<boolean> {
  if (!isWithUs(stored.current.state)) return false
  const [last] = await tx
    .select()
    .from(caseSubmissions)
    .where(eq(caseSubmissions.caseId, stored.id))
    .orderBy(desc(caseSubmissions.round))
    .limit(1)
  if (last && openPayloadHash(tx, last) === payloadHash) return true
  throw new AppError('DUPLICATE_ENTRY', 'You’ve already submitted your details. We’re reviewing them now.')
}

/**
 * Closes the onboarding after its submission; from then on a deferred certification isn't deferred any more
 * (choices §4.1). Idempotent. Throws NOT_FOUND for another's profile, INVALID_STATE before the submission.
 */
export async function completeOnboarding(
  services: Services,
  userId: number,
  profileId: number,
  origin: Origin,
): Promise<void> {
  const at = services.now()
  await services.database.transaction(async (tx) => {
    const profile = await findKycProfile(tx, userId)
    if (profile?.id !== profileId) throw new AppError('NOT_FOUND', 'There is no such profile.')
    const stored = await lockCase(tx, userId, 'consumer')
    if (!stored || stored.current.round === 0)
      throw new AppError('INVALID_STATE', 'Submit your details first.')
    await closeOnboarding(tx, userId, stored.id, at, origin)
  })
}

/**
 * Marks a person's onboarding as closed, once. The submission itself does this, because a tab may close right
 * after it.
 */
async function closeOnboarding(
  tx: Db,
  userId: number,
  caseId: number,
  at: Date,
  origin: Origin,
): Promise<void> {
  const closed = await tx
    .update(users)
    .set({ onboardingCompletedAt: at, updatedAt: at })
    .where(and(eq(users.id, userId), isNull(users.onboardingCompletedAt)))
    .returning({ id: users.id })
  if (!closed.length) return
  const actor = { kind: 'user', id: userId } as const
  await recordEvent(tx, { at, type: 'onboarding.completed', actor, userId, caseId, origin })
}
