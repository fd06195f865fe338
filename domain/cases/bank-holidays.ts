import type { PlainDate } from '#domain/plain-date.ts'

/** Bank holidays of England and Wales (gov.uk/bank-holidays), substitute days included. */
const TABLE = [
  ['2025', '01-01 04-18 04-21 05-05 05-26 08-25 12-25 12-26'],
  ['2026', '01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28'],
  ['2027', '01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28'],
  ['2028', '01-03 04-14 04-17 05-01 05-29 08-28 12-25 12-26'],
] as const

/** All of them, as plain dates. */
export const BANK_HOLIDAYS: readonly string[] = TABLE.flatMap(([year, days]) =>
  days.split(' ').map((day) => `${year}-${day}`),
)

const HOLIDAYS: ReadonlySet<string> = new Set(BANK_HOLIDAYS)

/** The years the table covers; outside of them only weekends are left out. */
export const BANK_HOLIDAY_YEARS = { first: 2025, last: 2028 } as const

/** Whether a day is a bank holiday in England and Wales. */
export function isBankHoliday(date: PlainDate): boolean {
  return HOLIDAYS.has(date)
}
