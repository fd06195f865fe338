import { and, eq, ne } from 'drizzle-orm'
import type { z } from 'zod'
import { MatchState, MatchVerdict } from '#contract/screening/sanctions.ts'
import type { decideMatch as contract, ScreeningMatch } from '#contract/screening/screening.ts'
import { decideOnMatch, wasCalledListed } from '#domain/screening/match-decision.ts'
import type { Config } from '#server/config.ts'
import type { Caller } from '#server/model/access/caller.ts'
import { findCaseById, type StoredCase } from '#server/model/cases/cases.ts'
import { requireEvidenceOpen } from '#server/model/people/erased-people.ts'
import { holdRecords } from '#server/model/people/legal-holds.ts'
import { namesOf, unnamed } from '#server/model/people/names.ts'
import { isOnLegalHold } from '#server/model/people/relationships.ts'
import { lockUser } from '#server/model/people/user-type.ts'
import { cases } from '#server/model/schema/cases.ts'
import { type ScreeningMatchRow, screeningMatches } from '#server/model/schema/sanctions.ts'
import { NO_PROPOSAL, presentMatch, withHeardProposals } from '#server/model/screening/case-screenings.ts'
import { closeMatchNotices } from '#server/model/screening/close-match-notices.ts'
import { matchHistories } from '#server/model/screening/match-histories.ts'
import { recordAct, type StaffAct } from '#server/model/staff/staff-act.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Services } from '#server/services.ts'
import { giveProposalNotice, giveStillConfirmedNotice } from './match-notices.ts'

type Changes = Pick<
  ScreeningMatchRow,
  | 'state'
  | 'comment'
  | 'decidedAt'
  | 'decidedBy'
  | 'proposedState'
  | 'proposedBy'
  | 'proposedAt'
  | 'proposedComment'
>

/**
 * Stores a person's decision on a match, with their reason (screening, Who decides on a match). Confirming that it
 * is the listed person waits for a second person, and so does dismissing what anyone has called the listed person; the
 * decision of someone who may no longer decide isn't one of the two. The applicant is told nothing. Throws NOT_FOUND, also for a
 * match of one's own, FORBIDDEN for a second decision by the same person and for an erased one whose records they
 * may not read, STALE_VERSION, and INVALID_STATE for a match that isn't current any more.
 */
export async function decideMatch(
  { database, now, config }: Services,
  act: StaffAct,
  { caller, matchId }: { caller: Caller; matchId: number },
  { version, state: said, reasons, comment }: z.output<typeof contract.body>,
): Promise<ScreeningMatch> {
  const at = now()
  const deciderId = act.actor.id
  return database.transaction(async (tx) => {
    const [known] = await tx
      .select({ userId: cases.userId })
      .from(screeningMatches)
      .innerJoin(cases, eq(cases.id, screeningMatches.caseId))
      // No one may learn of their own match: it looks like one that doesn't exist (security R15).
      .where(and(eq(screeningMatches.id, matchId), ne(cases.userId, deciderId)))
    if (!known) throw new AppError('NOT_FOUND', 'There is no such match.')
    await requireEvidenceOpen(tx, known.userId, caller, config.companyDomains)
    // Every deletion locks the person too, before their matches.
    await lockUser(tx, known.userId)
    const [row] = await tx
      .select()
      .from(screeningMatches)
      .where(eq(screeningMatches.id, matchId))
      .for('update')
    const stored = row && (await findCaseById(tx, row.caseId))
    if (!row || !stored) throw new AppError('NOT_FOUND', 'There is no such match.')
    const speakers = [deciderId, row.decidedBy, row.proposedBy].filter((id) => id !== null)
    const names = await namesOf(tx, speakers)
    const nameOf = (id: number) => names.get(id) ?? unnamed(id)
    if (row.version !== version) throw staleMatch(row, deciderId, nameOf)
    if (row.endedAt)
      throw new AppError(
        'INVALID_STATE',
        'The list or the person’s details changed, and this is no longer a match.',
      )
    const [heard = row] = await withHeardProposals(tx, [row], config)
    const words = (await matchHistories(tx, [row], deciderId)).get(row.id) ?? []
    const current = { ...standingOf(heard), wasCalledListed: wasCalledListed(words) }
    const decision = decideOnMatch(current, deciderId, said)
    if (decision.result === 'refused') throw refusalOf(decision.why)
    const isDecided = decision.result === 'decided'
    const own = { decidedAt: at, decidedBy: deciderId, comment }
    const changes: Changes = {
      ...(isDecided ? own : lastDecision(row, decision.state)),
      state: decision.state,
      ...(decision.result !== 'decided' && decision.proposal
        ? { proposedState: said, proposedBy: deciderId, proposedAt: at, proposedComment: comment }
        : NO_PROPOSAL),
    }
    const changed = { ...changes, version: row.version + 1 }
    await tx.update(screeningMatches).set(changed).where(eq(screeningMatches.id, matchId))
    await closeMatchNotices(tx, at)
    if (!isDecided) {
      const spoken = { id: matchId, version: changed.version, about: stored }
      const other = current.proposal?.by === deciderId ? null : current.proposal
      const disagreement = other && disagreementText({ by: deciderId, said }, other, nameOf)
      if (decision.proposal) await giveProposalNotice(tx, spoken, { by: deciderId, at, disagreement })
      else if (other && disagreement)
        await giveStillConfirmedNotice(tx, spoken, { to: other.by, at, disagreement })
    }
    if (isDecided && said === 'true' && !row.entry.isExposedOnly)
      await freezeMatches(tx, config, { act, stored, at })
    await recordAct(tx, act, {
      at,
      type: `screening.match_${decision.result}`,
      userId: stored.userId,
      caseId: stored.id,
      subject: `match:${matchId}`,
      before: { state: row.state, comment: row.comment },
      after: {
        said,
        reasons,
        state: decision.state,
        list: row.list,
        entry: row.entryRef,
        level: row.level,
        score: row.score,
      },
      note: comment,
    })
    return presentMatch(tx, { ...row, ...changed }, { id: deciderId, nameOf })
  })
}

/** Applies a confirmed match's freeze at once, except for payments, which check the match itself. */
async function freezeMatches(
  tx: Db,
  { sanctions }: Config,
  { act, stored, at }: { act: StaffAct; stored: StoredCase; at: Date },
): Promise<void> {
  if (!sanctions.freezes.includes('records') || (await isOnLegalHold(tx, stored.userId))) return
  await holdRecords(tx, act, { userId: stored.userId, reason: 'A screening match was confirmed.', at })
}

/** What is stored of the last decision: nothing if the match is open again. */
function lastDecision(
  row: ScreeningMatchRow,
  state: MatchState,
): Pick<Changes, 'comment' | 'decidedAt' | 'decidedBy'> {
  const { comment, decidedAt, decidedBy } = row
  return state === 'open'
    ? { comment: null, decidedAt: null, decidedBy: null }
    : { comment, decidedAt, decidedBy }
}

function standingOf({ state, proposedState, proposedBy, entry }: ScreeningMatchRow) {
  return {
    state: MatchState.parse(state),
    proposal:
      proposedState && proposedBy !== null
        ? { state: MatchVerdict.parse(proposedState), by: proposedBy }
        : null,
    isExposedOnly: entry.isExposedOnly ?? false,
  }
}

/** Who said what, as the notice of a disagreement says it. */
function disagreementText(
  last: { by: number; said: MatchVerdict },
  former: { by: number; state: MatchVerdict },
  nameOf: (id: number) => string,
): string {
  const saidBy = (id: number, said: MatchVerdict) =>
    `${nameOf(id)} said ${said === 'true' ? 'it’s the one on the list' : 'it’s someone else'}`
  return `${saidBy(former.by, former.state)}. ${saidBy(last.by, last.said)}.`
}

function staleMatch(row: ScreeningMatchRow, readerId: number, nameOf: (id: number) => string): AppError {
  const [speaker, spokenAt] =
    row.proposedBy === null ? [row.decidedBy, row.decidedAt] : [row.proposedBy, row.proposedAt]
  const who = speaker === readerId ? 'You have' : 'Someone else has'
  return new AppError('STALE_VERSION', `${who} already said something about this match.`, {
    conflict: {
      version: row.version,
      decidedBy: speaker === null ? undefined : nameOf(speaker),
      decidedAt: spokenAt?.toISOString(),
    },
  })
}

function refusalOf(why: 'same_person' | 'no_change'): AppError {
  switch (why) {
    case 'same_person':
      return new AppError('FORBIDDEN', 'You said so first. A colleague confirms it.')
    case 'no_change':
      return new AppError('INVALID_STATE', 'This match has already been confirmed.')
    default:
      return why satisfies never
  }
}
