// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import {
  caseStatus,
  certificationStatus,
  invitationStatus,
  invoiceStatus,
  lookOf,
  stepStatus,
  workStatus,
} from './status.ts'
import { StatusBadge } from './status-badge.tsx'

afterEach(cleanup)

const VOCABULARIES = {
  caseStatus,
  certificationStatus,
  invitationStatus,
  invoiceStatus,
  stepStatus,
  workStatus,
}

describe('lookOf', () => {
  test.each([
    [caseStatus, null, 'Not Started', 'neutral'],
    [caseStatus, 'SUBMITTED', 'Submitted', 'blue'],
    [caseStatus, 'in_review', 'Under Review', 'blue'],
    [caseStatus, 'Needs-Resubmission', 'Action Required', 'red'],
    [caseStatus, 'awaiting_second_approval', 'Under Review (second approval)', 'blue'],
    [caseStatus, 'rejected', 'Not approved', 'red'],
    [stepStatus, 'pending', 'In Review', 'blue'],
    [invoiceStatus, 'Paid', 'Paid', 'green'],
    [workStatus, 'in_progress', 'In Progress', 'blue'],
    [workStatus, 'On Hold', 'On Hold', 'yellow'],
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
  render(<StatusBadge vocabulary={caseStatus} value="Approved" />)
  const badge = screen.getByText('Approved')
  expect(badge.className).toBe('bd g')
  expect(badge.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
})
