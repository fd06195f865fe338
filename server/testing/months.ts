import type pg from 'pg'
import { openMonth } from '#server/platform/ledger/open-month.ts'

/** Makes the ledger's tables a month older, as their owner, so that a new month appears to have started. */
export async function ageMonths(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string; month: string }>(
    'select name, month from events_months() order by first_id',
  )
  for (const { name, month } of rows) {
    const [year = 0, number = 0] = month.split('_').map(Number)
    const former = new Date(Date.UTC(year, number - 2)).toISOString().slice(0, 7).replace('-', '_')
    await pool.query(`alter table ${name} rename to ${name.replace(month, former)}`)
  }
}

/** Starts a new month: events from now on go to a different table than those before. */
export async function turnMonth(pool: pg.Pool): Promise<void> {
  await ageMonths(pool)
  if (!(await openMonth({ pool }))) throw new Error('The month did not turn')
}
