import { randomInt } from 'node:crypto'
import { desc, eq, isNull } from 'drizzle-orm'
import type { ScreeningTrial, TrialFigure } from '#contract/screening/screening.ts'
import { ordinaryPeople, seeded } from '#domain/screening/ordinary-people.ts'
import { MATCHER_VERSION } from '#domain/screening/screening-keys.ts'
import { isRaised, SEEN_FROM } from '#domain/screening/screening-match.ts'
import type { ListedEntry, ScreeningSubject } from '#domain/screening/screening-records.ts'
import { type Ask, asksOfCompanies, asksOfPeople, carbonCompanies } from '#domain/screening/trial-asks.ts'
import { screeningTrials } from '#server/model/schema/sanctions.ts'
import { entriesOfList, listsInForce } from '#server/model/screening/sanctions-lists.ts'
import { barInForce } from '#server/model/screening/screening-settings.ts'
import { type Found, searchLists } from '#server/model/screening/search-lists.ts'
import { recordAct, type StaffAct } from '#server/model/staff/staff-act.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Services } from '#server/services.ts'
import { endLostTrials } from './screening.sql.ts'

/** Queries per line: enough that chance hardly affects a figure, few enough to take minutes. */
const ASKS_PER_LINE = 5000
/** How many subjects are looked up at once. */
const ASKS_AT_ONCE = 500
/** Alarms are a few in a thousand, so with fewer people a figure would be chance. */
const STRANGERS = 4000
/** The most entries to derive errors from, spread evenly over all lists by size. */
const MOST_ENTRIES = 10_000
/** A run whose process died is given up after this. */
const LOST_AFTER_MS = 3_600_000

type InForce = Awaited<ReturnType<typeof listsInForce>>[number]

/** The latest test; null if there was none. */
export async function latestTrial(db: Db): Promise<ScreeningTrial | null> {
  const [row] = await db.select().from(screeningTrials).orderBy(desc(screeningTrials.id)).limit(1)
  if (!row) return null
  const { askedAt, endedAt, failure, lists, matcher, seed, possibleFrom, figures } = row
  return {
    askedAt: askedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    failure,
    lists,
    matcher,
    seed,
    possibleFrom,
    figures: figures ?? [],
  }
}

/**
 * Requests a test with the lists in force, unless one is running. Returns it; throws INVALID_STATE without a
 * list.
 */
export async function startTrial(
  { database, jobs, now }: Services,
  act: StaffAct,
): Promise<ScreeningTrial | null> {
  const at = now()
  await database.transaction(async (tx) => {
    const lists = await listsInForce(tx)
    if (lists.length === 0)
      throw new AppError('INVALID_STATE', 'No sanctions list has been imported, so there is nothing to test.')
    const lost = new Date(at.getTime() - LOST_AFTER_MS)
    await endLostTrials(tx, [at, lost])
    const [row] = await tx
      .insert(screeningTrials)
      .values({
        askedAt: at,
        lists: lists.map(({ stamp }) => stamp),
        matcher: MATCHER_VERSION,
        seed: randomInt(2 ** 31),
        possibleFrom: await barInForce(tx),
      })
      .onConflictDoNothing()
      .returning({ id: screeningTrials.id })
    if (!row) return
    await recordAct(tx, act, { at, type: 'screening.trial_asked', subject: `trial:${row.id}` })
    await jobs.enqueue(tx, 'try-screening', {})
  })
  return latestTrial(database.db)
}

/** Runs a waiting test, if there is one, and stores its figures or why it failed. */
export async function runTrial({ database, now }: Services, signal?: AbortSignal): Promise<void> {
  const { db } = database
  const [row] = await db.select().from(screeningTrials).where(isNull(screeningTrials.endedAt))
  if (!row) return
  const end = (values: Pick<typeof screeningTrials.$inferInsert, 'figures' | 'failure'>) =>
    db
      .update(screeningTrials)
      .set({ ...values, endedAt: now() })
      .where(eq(screeningTrials.id, row.id))
  try {
    const lists = await listsInForce(db)
    const isSame = lists.every(({ stamp }) => row.lists.some(({ sha256 }) => sha256 === stamp.sha256))
    if (!isSame || lists.length !== row.lists.length) {
      await end({ failure: 'The lists changed before it ran. Run it again.' })
      return
    }
    await end({ figures: await figuresOf(db, lists, row, signal) })
  } catch (error) {
    // If the process stops, the next one runs it.
    if (!signal?.aborted) await end({ failure: 'It failed. The log says why.' })
    throw error
  }
}

async function figuresOf(
  db: Db,
  lists: readonly InForce[],
  { seed, possibleFrom, askedAt }: { seed: number; possibleFrom: number; askedAt: Date },
  signal: AbortSignal | undefined,
): Promise<TrialFigure[]> {
  const figures: TrialFigure[] = []
  const entries = await sampleOf(db, lists)
  const random = seeded(seed)
  const raised = async (subjects: readonly ScreeningSubject[]) => {
    const all: Found[][] = []
    for (let at = 0; at < subjects.length; at += ASKS_AT_ONCE) {
      signal?.throwIfAborted()
      const found = await searchLists(db, subjects.slice(at, at + ASKS_AT_ONCE), lists, SEEN_FROM)
      all.push(...found.map((matches) => matches.filter((match) => isRaised(match, possibleFrom))))
    }
    return all
  }
  for (const { line, asks, goal } of [...asksOfPeople(entries, random), ...asksOfCompanies(entries)]) {
    const some = spread(asks, ASKS_PER_LINE)
    const matches = await raised(some.map(({ subject }) => subject))
    const found = some.filter(({ entry }, at) => matches[at]?.some((match) => isOf(match.entry, entry)))
    figures.push({ line, asked: some.length, found: found.length, goal, isAlarm: false })
  }
  for (const [who, goal, strangers] of [
    // Harder than real customers: all of them have common names.
    ['people', null, ordinaryPeople(STRANGERS, askedAt.getUTCFullYear(), random)],
    ['companies', 2, spread(carbonCompanies(random), STRANGERS)],
  ] as const) {
    const found = await raised(strangers)
    const alarms = found.filter((matches) => matches.length > 0).length
    const strong = found.filter((matches) => matches.some(({ level }) => level === 'strong')).length
    const asked = strangers.length
    figures.push({ line: `alarms for made-up ${who}`, asked, found: alarms, goal, isAlarm: true })
    figures.push({ line: `strong for made-up ${who}`, asked, found: strong, goal: 0, isAlarm: true })
  }
  return figures
}

function isOf(found: ListedEntry, entry: Ask['entry']): boolean {
  return found.ref === entry.ref && found.kind === entry.kind
}

/** Entries of every list, spread evenly. */
async function sampleOf(db: Db, lists: readonly InForce[]): Promise<ListedEntry[]> {
  const sample: ListedEntry[] = []
  const all = lists.reduce((sum, { entries }) => sum + entries, 0)
  const step = Math.max(1, Math.ceil(all / MOST_ENTRIES))
  for (const { id } of lists) {
    let at = 0
    for await (const entry of entriesOfList(db, id)) if (at++ % step === 0) sample.push(entry)
  }
  return sample
}

/** `most` of the items, spread evenly. */
function spread<T>(all: readonly T[], most: number): T[] {
  const step = Math.max(1, all.length / most)
  return Array.from({ length: Math.min(most, all.length) }, (_, at) => all[Math.floor(at * step)] as T)
}
