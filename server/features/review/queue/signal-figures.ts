import { SignalName } from '#contract/documents/readings.ts'
import type { SignalFigures } from '#contract/review/staff-home.ts'
import { addMonths, londonDate, type PlainDate } from '#domain/plain-date.ts'
import { SIGNAL_TITLES } from '#domain/reading/signals.ts'
import type { Db } from '#server/platform/database/database.ts'
import { countSignals } from './queue.sql.ts'

/** How far the figures look back, this month included. */
const MONTHS = 12

/** How often each signal was right, the latest month first. One that this release doesn’t know is left out. */
export async function signalFigures(db: Db, now: Date): Promise<SignalFigures[]> {
  const { rows } = await countSignals(db, [firstMonth(londonDate(now))])
  return rows.flatMap(({ signal, ...figures }) => {
    const known = SignalName.safeParse(signal)
    return known.success ? [{ ...figures, name: known.data, title: SIGNAL_TITLES[known.data] }] : []
  })
}

function firstMonth(today: PlainDate): PlainDate {
  return addMonths(`${today.slice(0, 7)}-01` as PlainDate, 1 - MONTHS)
}
