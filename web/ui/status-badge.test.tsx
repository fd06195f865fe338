// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import {
  applicationStatus,
  certificationStatus,
  documentStatus,
  invitationStatus,
  invoiceStatus,
  lookOf,
  stepStatus,
  verificationStatus,
  workStatus,
} from './status.ts'
import { StatusBadge } from './status-badge.tsx'

afterEach(cleanup)

const VOCABULARIES = {
  applicationStatus,
  certificationStatus,
  documentStatus,
  invitationStatus,
  invoiceStatus,
  stepStatus,
  verificationStatus,
  workStatus,
}

describe('lookOf', () => {
  test.each([
    [verificationStatus, null, 'Not Started', 'neutral'],
    [verificationStatus, 'pending', 'Pending Verification', 'yellow'],
    [verificationStatus, 'SUBMITTED', 'Submitted', 'blue'],
    [verificationStatus, 'approved', 'Verified', 'green'],
    [verificationStatus, 'Verified', 'Verified', 'green'],
    [verificationStatus, 'Rejected', 'Verification Failed', 'red'],
    [applicationStatus, 'pending', 'Pending Submission', 'yellow'],
    [applicationStatus, 'under_review', 'Under Review', 'blue'],
    [applicationStatus, 'Under-Review', 'Under Review', 'blue'],
    [applicationStatus, 'verified', 'Approved', 'green'],
    [applicationStatus, 'rejected', 'Action Required', 'red'],
    [applicationStatus, '', 'Unknown', 'neutral'],
    [stepStatus, 'pending', 'In Review', 'blue'],
    [invoiceStatus, 'Paid', 'Paid', 'green'],
    [workStatus, 'in_progress', 'In Progress', 'blue'],
    [workStatus, 'On Hold', 'On Hold', 'yellow'],
    [documentStatus, undefined, 'Missing', 'yellow'],
    [invitationStatus, null, 'Pending', 'yellow'],
  ] as const)('%# %j reads %j', (vocabulary, value, label, family) => {
    expect(lookOf(vocabulary, value)).toMatchObject({ label, family })
  })

  test('a value that no vocabulary lists is shown as received, neutral', () => {
    expect(lookOf(invoiceStatus, 'Part_Paid')).toMatchObject({ label: 'Part_Paid', family: 'neutral' })
  })

  test.each(Object.entries(VOCABULARIES))(
    '%s gives each received value to one look only',
    (_, vocabulary) => {
      const values = vocabulary.looks.flatMap((look) => look.values)
      expect(new Set(values).size).toBe(values.length)
      for (const value of values) expect(value).toBe(value.toLowerCase())
    },
  )
})

test('the badge shows word and icon in the colours of its family', () => {
  render(<StatusBadge vocabulary={verificationStatus} value="Approved" />)
  const badge = screen.getByText('Verified')
  expect(badge.className).toBe('bd g')
  expect(badge.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
})
