import type pg from 'pg'
import { openMonth } from '#server/platform/ledger/open-month.ts'

/** Makes the tables of the ledger a month older, as the owner of them: for those who look, the month has turned. */
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

/** Turns the month: what is written from now on lies in another table than what was written before. */
export async function turnMonth(pool: pg.Pool): Promise<void> {
  await ageMonths(pool)
  if (!(await openMonth({ pool }))) throw new Error('The month did not turn')
}
