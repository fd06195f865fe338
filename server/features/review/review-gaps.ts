import type { AcceptanceGap } from '#domain/cases/case.ts'
import { acceptanceGaps, reviewGaps } from '#domain/cases/item-review.ts'
import { matchObstacles } from '#domain/screening/screening-standing.ts'
import type { Config } from '#server/config.ts'
import type { StoredCase } from '#server/model/cases/cases.ts'
import { currentDocuments, heldDocuments, looksBy } from '#server/model/cases/documents.ts'
import { itemLabels } from '#server/model/cases/item-labels.ts'
import { screeningFacts } from '#server/model/screening/case-screenings.ts'
import type { Db } from '#server/platform/database/database.ts'

/** What this reviewer has yet to do before they can accept each item of a case, as it is now. */
export async function gapsFor(
  db: Db,
  stored: StoredCase,
  reviewerId: number,
  { sanctions }: Pick<Config, 'sanctions'>,
): Promise<AcceptanceGap[]> {
  // One after the other: inside a transaction there is one connection.
  const rows = await currentDocuments(db, stored.userId, stored.current.kind)
  const looks = await looksBy(db, reviewerId, rows)
  const { matches } = await screeningFacts(db, stored, sanctions)
  const documents = rows.flatMap((row) =>
    heldDocuments([row]).map((document) => ({ ...document, look: looks.get(row.id) ?? 'none' })),
  )
  const items = stored.current.items.map(({ key }) => key)
  return acceptanceGaps(items, { documents, matches: matchObstacles(matches) })
}

/** What a review of the whole case still asks for, in words. */
export async function missingReview(
  db: Db,
  stored: StoredCase,
  reviewerId: number,
  config: Pick<Config, 'sanctions'>,
): Promise<string[]> {
  const gaps = await gapsFor(db, stored, reviewerId, config)
  return reviewGaps(stored.current.items, gaps, await itemLabels(db, stored))
}
