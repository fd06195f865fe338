import { describe, expect, it } from 'vitest'
import { CaseKind } from '#contract/verification/cases.ts'
import { caseNoticeText, correctionPath } from './case-notice-text.ts'
import { type ApplicantNotice, noticeFor } from './case-view.ts'

describe('the text of a notice about a case', () => {
  it.each([
    ['submitted', null, 'We have received your application'],
    ['submitted', 'Fern Hill', 'We have received the application of Fern Hill'],
    ['approved', null, 'You are verified'],
    ['approved', 'Fern Hill', 'Fern Hill is verified'],
    ['confirmed', null, 'Your details are confirmed'],
    ['needs_resubmission', null, 'Action required: your application'],
    ['rejected', 'Fern Hill', 'We cannot approve the application of Fern Hill'],
    ['reverification_due', null, 'Please confirm your details'],
  ] as [ApplicantNotice, string | null, string][])('%s of %s', (notice, company, title) =>
    expect(caseNoticeText(notice, { company, returned: [], promise: null })).toMatchObject({ title }),
  )

  it('names what was returned, and nothing else', () => {
    const words = (returned: string[]) =>
      caseNoticeText('needs_resubmission', { company: null, returned, promise: null })
    expect(words(['Selfie', 'Address']).detail).toBe('Please change: Selfie, Address.')
    expect(words([]).detail).toBeUndefined()
    const notice = noticeFor({ before: 'in_review', after: 'rejected', round: 1 })
    expect(
      notice && caseNoticeText(notice, { company: null, returned: ['Selfie'], promise: null }).detail,
    ).not.toContain('Selfie')
  })

  it('promises the time that the case promises, and none if it has none', () => {
    const words = (promise: string | null) =>
      caseNoticeText('submitted', { company: null, returned: [], promise }).detail
    expect(words('We’ll email you by Nov 24, 2026, 12:36 GMT.')).toContain('12:36 GMT')
    expect(words(null)).toBeUndefined()
  })

  it('links to where a kind is corrected', () =>
    expect(CaseKind.options.map(correctionPath)).toEqual(['/onboarding/consumer', '/onboarding/business']))
})
