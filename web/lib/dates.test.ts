import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { formatDate, formatDateTime, relativeTime } from './dates.ts'
import { queryClient } from './query-client.ts'
import { siteQuery } from './session.ts'

afterEach(() => queryClient.clear())

describe('dates on screen', () => {
  it('shows a calendar day as MMM d, yyyy wherever the reader is', () => {
    expect(formatDate('1988-03-09')).toBe('Mar 9, 1988')
    expect(formatDateTime('2025-11-14T16:05:00Z')).toBe('Nov 14, 2025, 16:05 GMT')
  })
  it('follows a deployment that formats days as in Britain', () => {
    queryClient.setQueryData(siteQuery.queryKey, { dateStyle: 'uk' } as never)
    expect(formatDate('1988-03-09')).toBe('9 Mar 1988')
    expect(formatDateTime('2025-06-14T16:05:00Z')).toBe('14 Jun 2025, 17:05 BST')
  })
  it('names missing and invalid dates', () => {
    expect(formatDate(null)).toBe('N/A')
    expect(formatDate(undefined, 'Not available')).toBe('Not available')
    expect(formatDate('soon')).toBe('Invalid date')
    expect(formatDateTime('soon')).toBe('Invalid date')
    expect(formatDateTime(null)).toBe('N/A')
    expect(relativeTime('soon', new Date())).toBe('Invalid date')
  })
  it('has text for any value', () => {
    const now = new Date('2025-11-20T12:00:00Z')
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.date({ noInvalidDate: false })), (value) => {
        for (const words of [formatDate(value), formatDateTime(value), relativeTime(value, now)])
          expect(words).toMatch(/\S/)
      }),
    )
  })
  it.each([
    ['2025-11-20T11:30:00Z', '30 minutes ago'],
    ['2025-11-20T17:00:00Z', 'in 5 hours'],
    ['2025-11-18T12:00:00Z', '2 days ago'],
    ['2025-08-20T12:00:00Z', '3 months ago'],
  ])('says how far %s is', (value, words) => {
    expect(relativeTime(value, new Date('2025-11-20T12:00:00Z'))).toBe(words)
  })
})
