import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ReviewItem } from '#contract/review/admin-cases.ts'
import { DocumentFindings } from './comparison-panel.tsx'

const show = (keptAt: string | null, kind: 'blurred' | 'same_file' = 'blurred') => {
  const notices = [{ kind, message: '' }]
  render(<DocumentFindings item={{ document: { keptAt }, notices } as unknown as ReviewItem} />)
}

test('says nothing about a question for a poor picture that no one has chosen to keep', () => {
  show(null)
  expect(screen.getByText('The applicant hasn’t said that they want to use it anyway.')).toBeVisible()
  expect(screen.queryByText(/was asked/)).toBeNull()
})

test('says for a kept one that they were asked, and chose', () => {
  show('2026-11-20T14:32:00Z')
  expect(
    screen.getByText(/^The applicant was asked for a better one and chose to use this on /),
  ).toBeVisible()
})

test('says for the same file twice that another was requested', () => {
  show('2026-11-20T14:32:00Z', 'same_file')
  expect(screen.getByText('Same file as another document')).toBeVisible()
  expect(screen.getByText(/^The applicant was asked for another one and chose to use this on /)).toBeVisible()
})
