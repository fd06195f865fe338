import { MatchReason, MatchVerdict } from '#contract/screening/sanctions.ts'
import type { MatchWord } from '#contract/screening/screening.ts'
import { CaseKind } from '#contract/verification/cases.ts'
import { namesOf, unnamed } from '#server/model/people/names.ts'
import type { ScreeningMatchRow } from '#server/model/schema/sanctions.ts'
import type { Db } from '#server/platform/database/database.ts'
import { openText } from '#server/platform/fields/stored-values.ts'
import { SUBJECT_PLACE } from './case-screenings.ts'
import { selectSpokenMatches } from './screening.sql.ts'

/** More than anyone reads about one pair; the audit log has them all. */
const WORDS_PER_CASE = 500

/**
 * All decisions on the pairs of a case's matches, by match, newest first: on the match itself, on a former one of
 * the same subject and entry, and in other cases where the same data was compared (screening, Who decides on a
 * match). Read from the ledger, which keeps every decision. Nothing from the reader's own cases is included (law
 * §3.4).
 */
export async function matchHistories(
  db: Db,
  matches: readonly ScreeningMatchRow[],
  readerId: number,
): Promise<Map<number, MatchWord[]>> {
  if (matches.length === 0) return new Map()
  const { rows } = await selectSpokenMatches(db, [
    matches.map(({ id }) => id),
    readerId,
    WORDS_PER_CASE,
    // Keys may be changing, and a former release stored it in plain text.
    matches.map(({ subjectHash }) =>
      JSON.stringify(db.$fields.formsOf(openText(db, subjectHash, SUBJECT_PLACE), SUBJECT_PLACE)),
    ),
  ])
  const names = await namesOf(db, [...new Set(rows.map(({ actor_id }) => Number(actor_id)))])
  const histories = new Map<number, MatchWord[]>()
  for (const row of rows) {
    const asked = matches.find(({ id }) => id === Number(row.asked))
    if (!asked) continue
    const by = Number(row.actor_id)
    const word: MatchWord = {
      at: row.at.toISOString(),
      by: names.get(by) ?? unnamed(by),
      // From before a second person was required.
      said: MatchVerdict.parse(row.after.said ?? row.after.state),
      result: resultOf(row.type),
      reasons: MatchReason.array().parse(row.after.reasons ?? []),
      comment: row.note ?? '',
      of:
        row.spoken === row.asked
          ? null
          : {
              userId: Number(row.user_id),
              kind: CaseKind.parse(row.kind),
              isSameCase: Number(row.case_id) === asked.caseId,
            },
    }
    histories.set(asked.id, [...(histories.get(asked.id) ?? []), word])
  }
  return histories
}

function resultOf(type: string): MatchWord['result'] {
  if (type === 'screening.match_proposed') return 'proposed'
  return type === 'screening.match_returned' ? 'returned' : 'decided'
}
