import type { z } from 'zod'
import type { updateKycStatus, ItemVerdict as WireVerdict } from '#contract/admin-cases.ts'
import { type AdminStatus, type CaseKind, FinalReason, RetryReason } from '#contract/cases.ts'
import type { Actor, CaseCommand, ItemVerdict } from '#domain/cases/case-record.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { Caller } from '#server/platform/sessions/caller.ts'
import { isUnclaimed } from '#server/records/applications/applications.ts'
import { sendCaseNotice } from '#server/records/cases/case-notices.ts'
import { casePolicyOf } from '#server/records/cases/case-policy.ts'
import { lockCase, moveCase, type StoredCase } from '#server/records/cases/cases.ts'
import { namesOf } from '#server/records/people/names.ts'
import { screenCase } from '#server/records/screening/screen-case.ts'
import { staffActor } from '#server/records/staff/staff-actor.ts'
import type { Services } from '#server/services.ts'
import { type Obstacles, obstaclesOf } from './obstacles.ts'

/** Who does something about a case, whose it is, and which of the two. */
export interface Decision {
  caller: Caller
  userId: number
  kind: CaseKind
  origin: Origin
}

type Refinement = Omit<z.output<typeof updateKycStatus.body>, 'kyc_status'>

/** Sets the status from any state (cases.md, States). Throws what the machine refuses, such as missing evidence. */
export function setStatus(
  services: Services,
  decision: Decision,
  status: AdminStatus,
  body: Refinement,
): Promise<StoredCase> {
  return changeCase(services, decision, async (actor, obstacles) => ({
    type: 'set_status',
    actor,
    status,
    ...(await obstacles()),
    version: body.version,
    reasons: body.reasons?.map((code) => ({ code })),
    note: body.note,
    override: body.override,
  }))
}

/** Keeps a reviewer's word on items without deciding the case. Throws STALE_VERSION when somebody was faster. */
export function saveVerdicts(
  services: Services,
  decision: Decision,
  body: { version: number; items: WireVerdict[] },
): Promise<StoredCase> {
  return changeCase(services, decision, (actor) => ({
    type: 'mark_items',
    actor,
    version: body.version,
    verdicts: body.items.map(verdictOf),
  }))
}

/** Decides the case by its items: approve, send back, or reject (cases.md, Deciding). */
export function decideByItems(
  services: Services,
  decision: Decision,
  body: { version: number; items: WireVerdict[]; note?: string },
): Promise<StoredCase> {
  return changeCase(services, decision, async (actor, obstacles) => ({
    type: 'decide',
    actor,
    version: body.version,
    verdicts: body.items.map(verdictOf),
    ...(await obstacles()),
    note: body.note,
  }))
}

/**
 * Locks the case, moves the machine and tells the applicant: one transaction. `obstacles` looks at the evidence as it
 * is then. Throws NOT_FOUND where nothing was submitted, and what the machine refuses.
 */
export async function changeCase(
  services: Services,
  decision: Decision,
  command: (actor: Actor, obstacles: () => Promise<Obstacles>) => CaseCommand | Promise<CaseCommand>,
): Promise<StoredCase> {
  const { caller, userId, kind, origin } = decision
  const at = services.now()
  return services.database.transaction(async (tx) => {
    const stored = await lockSubmitted(tx, userId, kind)
    const obstacles = async () => {
      // Nobody is approved whom nobody has looked for, even where the job has not come to it.
      await screenCase(tx, stored, at)
      return obstaclesOf(tx, stored, services.config, at)
    }
    const given = await command(staffActor(caller), obstacles)
    const policy = casePolicyOf(services.config)
    const moved = await moveCase(tx, stored, given, policy, at, origin).catch(async (refused: unknown) => {
      throw await withName(tx, refused)
    })
    await sendCaseNotice(services, tx, { before: stored, after: moved })
    return moved
  })
}

/** Locks a person's case for their reviewer. Throws NOT_FOUND where nothing was submitted, or nobody has claimed it. */
export async function lockSubmitted(tx: Db, userId: number, kind: CaseKind): Promise<StoredCase> {
  const stored = await lockCase(tx, userId, kind)
  if (!stored || stored.record.round === 0 || (await isUnclaimed(tx, userId)))
    throw new AppError('NOT_FOUND', 'This user has not submitted anything to verify.')
  return stored
}

/** The machine knows by id who was faster or has the case; the reviewer who is refused reads a name. */
async function withName(tx: Db, refused: unknown): Promise<unknown> {
  if (!(refused instanceof AppError)) return refused
  const { conflict, ...details } = refused.details
  const who = conflict?.decidedBy ?? conflict?.claimedBy
  if (!conflict || who === undefined) return refused
  const name = (await namesOf(tx, [Number(who)])).get(Number(who))
  return new AppError(refused.code, refused.message, {
    ...details,
    conflict: { ...conflict, ...(conflict.claimedBy ? { claimedBy: name } : { decidedBy: name }) },
  })
}

/** Reads a verdict of the wire: retry and final take only their own reasons. Throws VALIDATION_ERROR naming the item. */
function verdictOf(verdict: WireVerdict): ItemVerdict {
  const base = { key: verdict.item, ...(verdict.internalNote ? { note: verdict.internalNote } : {}) }
  switch (verdict.decision) {
    case 'pending':
    case 'accepted':
      return { ...base, decision: verdict.decision }
    case 'retry':
      return {
        ...base,
        decision: 'retry',
        reasons: only(RetryReason, verdict),
        ...(verdict.applicantText ? { text: verdict.applicantText } : {}),
      }
    case 'final':
      return { ...base, decision: 'final', reasons: only(FinalReason, verdict) }
    default:
      return verdict.decision satisfies never
  }
}

function only<T>(kind: z.ZodType<T>, verdict: WireVerdict): T[] {
  return verdict.reasons.map((reason) => {
    const parsed = kind.safeParse(reason)
    if (!parsed.success)
      throw new AppError('VALIDATION_ERROR', `The reason ${reason} does not fit here.`, {
        fields: { [verdict.item]: `The reason ${reason} does not fit here.` },
      })
    return parsed.data
  })
}
