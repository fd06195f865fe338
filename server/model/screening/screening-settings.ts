import type { ScreeningSettings } from '#contract/screening/screening.ts'
import { MATCHER_VERSION } from '#domain/screening/screening-keys.ts'
import { POSSIBLE_FROM } from '#domain/screening/screening-match.ts'
import type { Config } from '#server/config.ts'
import { namesOf, unnamed } from '#server/model/people/names.ts'
import { type ScreeningSettingsRow, screeningSettings } from '#server/model/schema/sanctions.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type ForceList, listsInForce } from './sanctions-lists.ts'

/** What cases are screened with: the lists in force, oldest import first, and the threshold. */
export interface ScreenedBy {
  lists: readonly ForceList[]
  possibleFrom: number
}

/**
 * What cases are screened with now; undefined without a list, and while one was indexed by a former version: it
 * wouldn't find everyone, so it is reindexed first, and until then no one is clear.
 */
export async function screenedBy(db: Db): Promise<ScreenedBy | undefined> {
  const lists = await listsInForce(db)
  if (lists.length === 0 || lists.some(({ matcher }) => matcher !== MATCHER_VERSION)) return undefined
  return { lists, possibleFrom: await barInForce(db) }
}

/** The score from which on a person is asked about a pair: as set by a super admin, otherwise the default. */
export async function barInForce(db: Db): Promise<number> {
  return (await settingsRow(db))?.possibleFrom ?? POSSIBLE_FROM
}

/**
 * The same with the age at which a list is out of date: as set by a super admin, otherwise from the
 * configuration.
 */
export async function settingsInForce(
  db: Db,
  sanctions: Config['sanctions'],
): Promise<Pick<ScreeningSettings, 'possibleFrom' | 'maxAgeDays'>> {
  const row = await settingsRow(db)
  return {
    possibleFrom: row?.possibleFrom ?? POSSIBLE_FROM,
    maxAgeDays: row?.maxAgeDays ?? sanctions.maxAgeDays,
  }
}

/** The screening settings, with who changed them last and why. */
export async function findSettings(db: Db, sanctions: Config['sanctions']): Promise<ScreeningSettings> {
  const row = await settingsRow(db)
  if (!row)
    return {
      version: 0,
      possibleFrom: POSSIBLE_FROM,
      maxAgeDays: sanctions.maxAgeDays,
      change: null,
    }
  const { version, possibleFrom, maxAgeDays, changedAt, changedBy, reason } = row
  const names = await namesOf(db, [changedBy])
  const by = names.get(changedBy) ?? unnamed(changedBy)
  return { version, possibleFrom, maxAgeDays, change: { at: changedAt.toISOString(), by, reason } }
}

async function settingsRow(db: Db): Promise<ScreeningSettingsRow | undefined> {
  const [row] = await db.select().from(screeningSettings)
  return row
}
