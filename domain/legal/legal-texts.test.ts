import { describe, expect, test } from 'vitest'
import { COMPANY } from '#contract/company.ts'
import { privacyPolicy } from './privacy-policy.ts'
import { termsOfService } from './terms-of-service.ts'

const company = {
  ...COMPANY,
  name: 'Greenbourse',
  legalName: 'Greenbourse Limited',
  address: '2 Market Row, Leeds LS99 1AA',
  contactEmail: 'hello@greenbourse.example',
  complaintsEmail: 'unhappy@greenbourse.example',
}

describe.each([termsOfService(company), privacyPolicy(company, null)])('$title', (text) => {
  const whole = JSON.stringify(text)

  test('only speaks for the deployment’s company', () => {
    for (const fact of [company.legalName, company.address, company.contactEmail, company.complaintsEmail])
      expect(whole).toContain(fact)
    expect(whole).not.toContain('Verdaccord')
  })

  test('has text under every heading', () => {
    for (const { heading, paragraphs, points = [] } of text.sections)
      expect([heading, paragraphs.length + points.length > 0]).toEqual([heading, true])
  })

  test('claims no authorisation, approval or protection', () => {
    expect(whole).not.toMatch(/FCA|Financial Conduct|authorised by|regulated by|guarantee/i)
  })
})

test('the privacy policy was last changed on May 14, 2025', () => {
  expect(privacyPolicy(COMPANY, null).updated).toBe('2025-05-14')
})

test('the privacy policy names the operator’s legal basis where faces are compared, and no comparison elsewhere', () => {
  const grounds = (basis: string | null) =>
    privacyPolicy(COMPANY, basis).sections.flatMap(({ points = [] }) =>
      points.filter((point) => point.includes('compare your picture')),
    )
  expect(grounds(null)).toEqual([])
  expect(grounds('Art. 9(2)(g), assessed 1 Nov 2026')).toEqual([
    expect.stringContaining('Art. 9(2)(g), assessed 1 Nov 2026.'),
  ])
})
