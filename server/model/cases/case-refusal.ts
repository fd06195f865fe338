import type { CaseState, ItemKey } from '#contract/verification/cases.ts'
import type { RefusalReason } from '#domain/cases/case.ts'
import { type Refusal, refusalError } from '#domain/cases/case-refusals.ts'
import type { ActingUser } from '#domain/roles/acting-user.ts'
import { namesOf } from '#server/model/people/names.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError, type ErrorDetails } from '#server/platform/http/app-error.ts'

/** The case machine's refusal as the error that leaves the server: from, to, and what to look at (cases, States). */
export function caseRefusal(refusal: Refusal, actor: ActingUser): AppError {
  const { code, message } = refusalError(refusal, actor)
  return new AppError(code, message, detailsOf(refusal))
}

/** The refusal of anything an applicant tries on a case that is closed to them. */
export function closedCase(state: CaseState, userId: number): AppError {
  return caseRefusal(
    { ok: false, from: state, to: state, why: { code: 'illegal_move' } },
    { kind: 'user', id: userId },
  )
}

function detailsOf({ from, to, why }: Refusal): ErrorDetails {
  const conflict = { from, to }
  switch (why.code) {
    case 'stale_version':
      return {
        conflict: {
          ...conflict,
          version: why.version,
          decidedBy: why.decidedBy === null ? undefined : String(why.decidedBy),
          decidedAt: why.decidedAt?.toISOString(),
        },
      }
    case 'claimed_by_other':
      return { conflict: { ...conflict, claimedBy: String(why.by), claimedUntil: why.until.toISOString() } }
    case 'evidence_missing':
      return { conflict: { ...conflict, missing: [...why.missing] } }
    case 'not_reviewed':
      return {
        conflict: {
          ...conflict,
          missing: [...new Set(why.gaps.map(({ text }) => text))],
          gaps: [...why.gaps],
        },
        fields: Object.fromEntries(why.gaps.toReversed().map(({ item, text }) => [item, text])),
      }
    case 'note_required':
      return { conflict, fields: { note: 'Say why you approve without complete evidence' } }
    default:
      return { conflict, fields: fieldsOf(why) }
  }
}

/** The items to look at, with what is wrong with each. */
function fieldsOf(why: RefusalReason): Record<string, string> | undefined {
  const items = 'items' in why ? why.items : 'item' in why && why.item ? [why.item] : []
  return items.length
    ? Object.fromEntries(items.map((item: ItemKey) => [item, FIELD_TEXT[why.code] ?? 'Look at this item']))
    : undefined
}

const FIELD_TEXT: Partial<Record<RefusalReason['code'], string>> = {
  items_undecided: 'Decide on this item',
  reason_missing: 'Choose at least one reason',
  reason_misfit: 'This reason does not fit here',
  text_required: 'Write what is wrong, for the applicant to read',
  item_read_only: 'This part has been accepted and can’t be changed',
  same_file: 'This is the same file as before. Upload a different one',
  items_not_corrected: 'Upload a different file',
}

/** The machine knows by id who was faster or owns the case; the refused reviewer reads a name. */
export async function nameRefusal(tx: Db, refused: unknown): Promise<unknown> {
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
