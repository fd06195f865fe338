import type { z } from 'zod'
import type { updateKycStatus, ItemVerdict as WireVerdict } from '#contract/review/admin-cases.ts'
import {
  type AdminStatus,
  type CaseKind,
  FinalReason,
  type ItemKey,
  RetryReason,
} from '#contract/verification/cases.ts'
import type { AcceptanceGap, CaseCommand, CasePolicy, Verdict } from '#domain/cases/case.ts'
import { applyVerdicts } from '#domain/cases/case-decision.ts'
import { once } from '#domain/once.ts'
import type { ActingStaff } from '#domain/roles/acting-user.ts'
import type { HeldRoles } from '#domain/roles/held-roles.ts'
import type { Caller } from '#server/model/access/caller.ts'
import { isVisitorId } from '#server/model/applications/applications.ts'
import { sendCaseNotice } from '#server/model/cases/case-notices.ts'
import { casePolicyOf } from '#server/model/cases/case-policy.ts'
import { caseRefusal, nameRefusal } from '#server/model/cases/case-refusal.ts'
import { lockCase, moveCase, type StoredCase } from '#server/model/cases/cases.ts'
import { itemLabels } from '#server/model/cases/item-labels.ts'
import { shownSignals } from '#server/model/documents/document-signals.ts'
import { refuseDocument } from '#server/model/documents/refused-document.ts'
import { requireNotErased } from '#server/model/people/erased-people.ts'
import { isExposed, screeningFacts } from '#server/model/screening/case-screenings.ts'
import { screenCase } from '#server/model/screening/screen-case.ts'
import { stillMay } from '#server/model/staff/roles.ts'
import { actingStaff } from '#server/model/staff/staff-act.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { Services } from '#server/services.ts'
import {
  type FoundObstacle,
  type Obstacles,
  obstaclesOf,
  type RefusedDocument,
  reviewBy,
  statusObstacles,
} from './obstacles.ts'

/** The member of staff who acts on a case. */
export type Reviewer = Pick<Caller, 'userId'> & HeldRoles

/** Who acts on a case, and which case of which person. */
export interface Decision {
  caller: Reviewer
  userId: number
  kind: CaseKind
  /** Undefined if a job does it. */
  origin: Origin | undefined
}

type Refinement = Omit<z.output<typeof updateKycStatus.body>, 'kyc_status'>

/**
 * Sets the status from any state; an approval counts the verdicts that come with it. Throws the machine's refusal,
 * such as missing evidence, and if the deployment requires it, also refuses an approval without a review of every
 * item.
 */
export async function setStatus(
  services: Services,
  decision: Decision,
  status: AdminStatus,
  body: Refinement,
): Promise<StoredCase> {
  const { items = [], version, note, override } = body
  if (items.length > 0 && (status !== 'approved' || version === undefined))
    throw new AppError('VALIDATION_ERROR', 'Verdicts only come with an approval and its version.', {
      fields: { items: 'Verdicts only come with an approval and its version.' },
    })
  const verdicts = items.map(verdictOf)
  return changeCase(services, decision, async (actor, facts) => ({
    type: 'set_status',
    actor,
    status,
    verdicts,
    gaps: verdicts.length > 0 ? await facts.gaps() : [],
    ...(await facts.statusObstacles(verdicts)),
    version,
    reasons: body.reasons?.map((code) => ({ code })),
    note,
    override,
  }))
}

/** Stores a reviewer's verdicts on items without deciding the case. Throws STALE_VERSION if someone was faster. */
export function saveVerdicts(
  services: Services,
  decision: Decision,
  body: { version: number; items: WireVerdict[] },
): Promise<StoredCase> {
  return changeCase(services, decision, async (actor, facts) => ({
    type: 'mark_items',
    actor,
    version: body.version,
    verdicts: body.items.map(verdictOf),
    gaps: await facts.gaps(),
  }))
}

/** Decides the case by its items at once: approve, send back, or reject (cases, What decides a case). */
export function decideByItems(
  services: Services,
  decision: Decision,
  body: { version: number; items: WireVerdict[]; note?: string },
): Promise<StoredCase> {
  return changeCase(services, decision, async (actor, facts) => ({
    type: 'decide',
    actor,
    version: body.version,
    verdicts: body.items.map(verdictOf),
    ...(await facts.obstacles()),
    gaps: await facts.gaps(),
    note: body.note,
  }))
}

/** Facts about the locked case that a command may need; each is read when requested. */
export interface CaseFacts {
  /** What prevents an approval. */
  obstacles(): Promise<ObstacleTexts>
  /**
   * The same for one that isn't made item by item, and what an override would set aside of it, once these verdicts
   * are given.
   */
  statusObstacles(verdicts?: readonly Verdict[]): Promise<ObstacleTexts & { setAside: readonly string[] }>
  /** What the caller still has to do before they can accept items. */
  gaps(): Promise<AcceptanceGap[]>
}

/** What prevents an approval, in words; no override removes the firm ones. */
interface ObstacleTexts {
  obstacles: readonly string[]
  firmObstacles: readonly string[]
}

/**
 * Locks the case, applies the command and tells the applicant, in one transaction. The facts are as of then.
 * Throws NOT_FOUND if nothing was submitted, and the machine's refusal.
 */
export async function changeCase(
  services: Services,
  decision: Decision,
  command: (actor: ActingStaff, facts: CaseFacts) => CaseCommand | Promise<CaseCommand>,
): Promise<StoredCase> {
  return withLockedCase(services, decision, async (locked) => {
    const { tx, stored, actor, facts } = locked
    const given = await command(actor, facts)
    if (isConfirmation(given)) await requireProposer(tx, services, stored)
    return moveAndTell(services, locked, given)
  })
}

/** A case that is locked until the transaction ends, and who acts on it. */
export interface LockedCase {
  tx: Db
  stored: StoredCase
  actor: ActingStaff
  facts: CaseFacts
  policy: CasePolicy
  at: Date
  origin: Origin | undefined
}

/**
 * Applies a command to a locked case and tells the applicant. A decision stores the signals that its reviewer
 * was shown, and for a confirmation also those that its proposer was. Throws the machine's refusal.
 */
export async function moveAndTell(
  services: Services,
  { tx, stored, actor, policy, at, origin }: LockedCase,
  command: CaseCommand,
): Promise<StoredCase> {
  const proposer = isConfirmation(command) && stored.current.proposal?.by
  const deciders = [actor.id, ...(proposer ? [proposer] : [])]
  const shown = isDecision(command) ? await shownSignals(tx, stored, deciders, services.config) : []
  const moved = await moveCase(tx, stored, command, policy, at, origin, shown)
  await sendCaseNotice(services, tx, { before: stored, after: moved })
  return moved
}

/**
 * Runs `work` with a locked case in one transaction. Throws NOT_FOUND if nothing was submitted, FORBIDDEN for
 * one's own case, and what `work` throws; a refusal names who was faster.
 */
export async function withLockedCase<T>(
  services: Services,
  decision: Decision,
  work: (locked: LockedCase) => Promise<T>,
): Promise<T> {
  const { caller, userId, kind, origin } = decision
  const at = services.now()
  let refused: readonly RefusedDocument[] = []
  const onRefused = (found: Obstacles) => {
    refused = found.refused
  }
  const changed = services.database.transaction(async (tx) => {
    const stored = await lockSubmitted(tx, userId, kind)
    requireOthersCase(stored, actingStaff(caller))
    const facts = factsOf(services, tx, stored, caller, at, onRefused)
    const policy = casePolicyOf(services.config, await isExposed(tx, stored.id))
    const locked = { tx, stored, actor: actingStaff(caller), facts, policy, at, origin }
    return work(locked).catch(async (refused: unknown) => {
      throw await nameRefusal(tx, refused)
    })
  })
  // In a transaction of its own, because a refusal rolls the other one back.
  return changed.finally(async () => {
    const actor = { kind: 'staff', id: caller.userId } as const
    for (const { row, fault } of refused) await refuseDocument(services, row, fault, { actor, origin })
  })
}

/**
 * Refuses one's own case before anything is read for a command, so that no other refusal tells about it (law
 * §3.4).
 */
function requireOthersCase({ userId, current: { state } }: StoredCase, actor: ActingStaff): void {
  if (userId === actor.id)
    throw caseRefusal({ ok: false, from: state, to: state, why: { code: 'own_case' } }, actor)
}

function isDecision(command: CaseCommand): boolean {
  return (
    command.type === 'decide' ||
    command.type === 'confirm_approval' ||
    (command.type === 'set_status' && (command.status === 'approved' || command.status === 'rejected'))
  )
}

function isConfirmation(command: CaseCommand): boolean {
  return (
    command.type === 'confirm_approval' || (command.type === 'set_status' && command.status === 'approved')
  )
}

/** Throws INVALID_STATE if the approval's proposer may no longer decide, because it takes two people who may. */
export async function requireProposer(
  tx: Db,
  { config }: Pick<Services, 'config'>,
  { current: { proposal } }: StoredCase,
): Promise<void> {
  if (!proposal) return
  const capability = proposal.kind === 'override' ? 'cases.override' : 'cases.decide'
  if (!(await stillMay(tx, proposal.by, capability, config.companyDomains)))
    throw new AppError(
      'INVALID_STATE',
      'The person who proposed this may no longer decide. Decline it, and decide yourself.',
    )
}

function factsOf(
  { config, files }: Services,
  tx: Db,
  stored: StoredCase,
  caller: Pick<Caller, 'userId'>,
  at: Date,
  onRefused: (found: Obstacles) => void,
): CaseFacts {
  // No one is approved unscreened, even if the job hasn't run yet.
  const screened = once(async () => {
    await screenCase(tx, stored, at)
    return screeningFacts(tx, stored, caller.userId, config)
  })
  const obstacles = async () => {
    const found = await obstaclesOf(tx, files, stored, await screened(), config, at)
    onRefused(found)
    return found.obstacles
  }
  const gaps = async () => (await reviewBy(tx, stored, caller.userId, await screened(), at)).gaps
  return {
    obstacles: async () => textsOf(await obstacles()),
    statusObstacles: async (verdicts = []) => {
      const found = await obstacles()
      const reviewed = config.statusCall === 'reviewed' ? await gaps() : null
      const labelOf = await itemLabels(tx, stored)
      const marked = withVerdicts(stored, verdicts, caller.userId)
      return {
        ...textsOf([...found, ...statusObstacles(marked, reviewed, labelOf)]),
        setAside: textsForLedger([
          ...found,
          ...statusObstacles(withoutTexts(marked), reviewed, roleOf(labelOf)),
        ]),
      }
    },
    gaps,
  }
}

function textsOf(found: readonly FoundObstacle[]): ObstacleTexts {
  return {
    obstacles: found.map(({ text }) => text),
    firmObstacles: found.filter(({ kind }) => kind !== 'waivable').map(({ text }) => text),
  }
}

/** What an override sets aside, once each: two owners have the same words. */
function textsForLedger(found: readonly FoundObstacle[]): string[] {
  return [...new Set(found.flatMap(({ kind, text }) => (kind === 'waivable' ? [text] : [])))]
}

/** A case with a reviewer's verdicts; unchanged if they are invalid, for which the machine refuses the command. */
function withVerdicts(
  { current }: StoredCase,
  verdicts: readonly Verdict[],
  by: number,
): Pick<StoredCase, 'current'> {
  const marked = applyVerdicts(current.items, verdicts, { by, gaps: [] })
  return { current: marked.ok ? { ...current, items: marked.items } : current }
}

/** A case without what reviewers typed to its applicant. */
function withoutTexts({ current }: Pick<StoredCase, 'current'>): Pick<StoredCase, 'current'> {
  return { current: { ...current, items: current.items.map((item) => ({ ...item, text: null })) } }
}

/** An item's label without a person's name: "Beneficial owner". */
function roleOf(labelOf: (item: ItemKey) => string): (item: ItemKey) => string {
  return (item) => labelOf(item).split(': ')[0] ?? item
}

/**
 * Locks a person's case for their reviewer. Throws NOT_FOUND if nothing was submitted, or it is unclaimed, and
 * INVALID_STATE if the person was erased.
 */
export async function lockSubmitted(tx: Db, userId: number, kind: CaseKind): Promise<StoredCase> {
  const stored = await lockCase(tx, userId, kind)
  if (!stored || stored.current.round === 0 || (await isVisitorId(tx, userId)))
    throw new AppError('NOT_FOUND', 'This user has not submitted anything to verify.')
  await requireNotErased(tx, userId)
  return stored
}

/**
 * Parses a verdict from the wire: retry and final have reasons of their own. Throws VALIDATION_ERROR naming the
 * item.
 */
export function verdictOf(verdict: WireVerdict): Verdict {
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
