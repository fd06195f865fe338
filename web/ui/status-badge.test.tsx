// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import CircleCheck from 'lucide-react/icons/circle-check'
import { afterEach, expect, test } from 'vitest'
import { StatusBadge } from './status-badge.tsx'

afterEach(cleanup)

test('the badge shows text and icon in the colours of its family', () => {
  render(<StatusBadge look={{ label: 'Approved', family: 'green', icon: CircleCheck }} />)
  const badge = screen.getByText('Approved')
  expect(badge.className).toContain('--c-bg:var(--green-bg)')
  expect(badge.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
})
