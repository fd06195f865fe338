import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, londonDate, type PlainDate } from '#domain/plain-date.ts'
import {
  dueDay,
  endOfDueDay,
  invoiceLabel,
  invoiceNumber,
  invoiceReminder,
  invoiceSeries,
  isOverdue,
  receivedDay,
} from './invoice-dates.ts'

const day = (text: string) => text as PlainDate
const at = (text: string) => new Date(text)

const anyDay = fc
  .date({ min: at('2020-01-01T00:00:00Z'), max: at('2035-01-01T00:00:00Z'), noInvalidDate: true })
  .map(londonDate)

describe('the due day', () => {
  it.each([
    ['2026-01-31', '2026-01-31T23:59:59.000Z'],
    // British Summer Time: the day ends an hour earlier in UTC.
    ['2026-07-31', '2026-07-31T22:59:59.000Z'],
    ['2026-03-29', '2026-03-29T22:59:59.000Z'],
    ['2026-10-25', '2026-10-25T23:59:59.000Z'],
  ])('%s ends at %s', (text, moment) => expect(endOfDueDay(day(text)).toISOString()).toBe(moment))

  it('is the same day again, and overdue from the following second', () => {
    fc.assert(
      fc.property(anyDay, (due) => {
        const dueAt = endOfDueDay(due)
        expect(dueDay(dueAt)).toBe(due)
        expect(isOverdue({ status: 'open', dueAt }, dueAt)).toBe(false)
        expect(isOverdue({ status: 'open', dueAt }, new Date(dueAt.getTime() + 1000))).toBe(true)
      }),
    )
  })

  it.each(['draft', 'paid', 'void', 'uncollectible'])('is never overdue when %s', (status) => {
    expect(isOverdue({ status, dueAt: at('2020-01-01T00:00:00Z') }, at('2026-01-01T00:00:00Z'))).toBe(false)
  })

  it('is never overdue without a due date', () => {
    expect(isOverdue({ status: 'open', dueAt: null }, at('2026-01-01T00:00:00Z'))).toBe(false)
  })
})

describe('reminders', () => {
  const issued = {
    status: 'open',
    issuedAt: at('2026-03-01T10:00:00Z'),
    dueSoonToldAt: null,
    overdueToldAt: null,
  }
  const invoice = { ...issued, dueAt: endOfDueDay(day('2026-03-20')) }
  const told = at('2026-03-17T08:00:00Z')

  it.each([
    ['2026-03-16T23:59:59Z', null],
    ['2026-03-17T00:00:00Z', 'due_soon'],
    ['2026-03-20T23:59:59Z', 'due_soon'],
    ['2026-03-21T00:00:00Z', 'overdue'],
    ['2027-01-01T00:00:00Z', 'overdue'],
  ])('at %s: %s', (now, reminder) => expect(invoiceReminder(invoice, at(now))).toBe(reminder))

  it('are each sent once', () => {
    expect(invoiceReminder({ ...invoice, dueSoonToldAt: told }, at('2026-03-18T08:00:00Z'))).toBeNull()
    expect(invoiceReminder({ ...invoice, overdueToldAt: told }, at('2026-03-25T08:00:00Z'))).toBeNull()
  })

  it('are not sent on the day the invoice was issued', () => {
    const short = { ...invoice, issuedAt: at('2026-03-18T09:00:00Z') }
    expect(invoiceReminder(short, at('2026-03-18T20:00:00Z'))).toBeNull()
    expect(invoiceReminder(short, at('2026-03-19T08:00:00Z'))).toBe('due_soon')
  })

  it('stop once it is no longer open, and are never sent without a due date', () => {
    for (const status of ['draft', 'paid', 'void', 'uncollectible'])
      expect(invoiceReminder({ ...invoice, status }, at('2026-04-01T08:00:00Z'))).toBeNull()
    expect(invoiceReminder({ ...invoice, dueAt: null }, at('2026-04-01T08:00:00Z'))).toBeNull()
  })

  it('are sent at most once each, in order, if checked every morning', () => {
    fc.assert(
      fc.property(
        anyDay,
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 1, max: 9 }),
        (start, term, gap) => {
          const row = {
            ...issued,
            issuedAt: endOfDueDay(start),
            dueAt: endOfDueDay(addDays(start, term)),
            dueSoonToldAt: null as Date | null,
            overdueToldAt: null as Date | null,
          }
          const sent: string[] = []
          for (let passed = 0; passed <= term + 20; passed += gap) {
            const now = endOfDueDay(addDays(start, passed))
            const reminder = invoiceReminder(row, now)
            if (reminder) sent.push(reminder)
            if (reminder === 'due_soon') row.dueSoonToldAt = now
            if (reminder === 'overdue') row.overdueToldAt = now
          }
          expect(sent.filter((kind) => kind === 'overdue')).toHaveLength(1)
          expect(sent.filter((kind) => kind === 'due_soon').length).toBeLessThanOrEqual(1)
          expect(sent.at(-1)).toBe('overdue')
        },
      ),
    )
  })
})

describe('numbers', () => {
  it.each([
    ['2026-12-31T23:59:59Z', '2026'],
    ['2027-01-01T00:00:00Z', '2027'],
  ])('issued at %s belong to the series of %s', (moment, series) =>
    expect(invoiceSeries(new Date(moment))).toBe(series),
  )

  it.each([
    [1, 'VC-2026-0001'],
    [142, 'VC-2026-0142'],
    [12_345, 'VC-2026-12345'],
  ])('the %ith is %s', (count, number) => expect(invoiceNumber('2026', count)).toBe(number))

  it('of a year differ, and sort in the order of issue', () => {
    const count = fc.integer({ min: 1, max: 9999 })
    fc.assert(
      fc.property(fc.integer({ min: 2000, max: 2099 }), count, count, (year, left, right) => {
        const [a, b] = [left, right].map((n) => invoiceNumber(String(year), n)) as [string, string]
        expect(Math.sign(a < b ? -1 : Number(a > b))).toBe(Math.sign(left - right))
      }),
    )
  })

  it('identify the invoice, or the first eight characters of its id do', () => {
    expect(invoiceLabel({ number: 'VC-2026-0001', id: 'in_1Pgc6tB7WZ' })).toBe('VC-2026-0001')
    expect(invoiceLabel({ number: null, id: 'in_1Pgc6tB7WZ' })).toBe('in_1Pgc6')
    expect(invoiceLabel({ number: '', id: 'in_1' })).toBe('in_1')
  })
})

describe('the day on which money was received', () => {
  const issued = { issuedOn: day('2026-03-10'), today: day('2026-03-20') }
  it.each([
    ['2026-03-20', null],
    ['2026-03-10', null],
    ['2025-03-10', null],
    ['2025-03-09', 'Check the year: the invoice was issued more than 12 months after this day'],
    ['1926-03-10', 'Check the year: the invoice was issued more than 12 months after this day'],
    ['2026-03-21', 'Enter a day that isn’t in the future'],
    ['2026-02-30', 'Enter the day it was received'],
    [null, 'Enter the day it was received'],
  ])('%s is answered with %s', (typed, refusal) => {
    expect(receivedDay(typed, issued)).toEqual({ day: refusal ? null : typed, refusal })
  })
})
