import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Thumbnail } from './thumbnail.tsx'

test('a file that only claims to be a picture gets the icon, and the next picture another chance', () => {
  const { rerender } = render(<Thumbnail src="/broken" alt="Your picture" />)
  fireEvent.error(screen.getByAltText('Your picture'))
  expect(screen.queryByAltText('Your picture')).toBeNull()
  rerender(<Thumbnail src="/whole" alt="Your picture" />)
  expect(screen.getByAltText('Your picture').getAttribute('src')).toBe('/whole')
})
