import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { DocumentNotice } from '#contract/documents/uploads.ts'
import { PictureNotices } from './picture-notices.tsx'

const SAME_FILE: DocumentNotice = { kind: 'same_file', message: 'It is your ID.' }
const NO_FACE: DocumentNotice = { kind: 'no_face', message: 'We can’t see a face on it.' }

test('a file that is already used has no other notice, and may be used anyway', async () => {
  const keep = vi.fn(async () => {})
  render(<PictureNotices notices={[NO_FACE, SAME_FILE]} onKeep={keep} onReplace={() => {}} />)
  expect(screen.getByText('It is your ID.')).toBeTruthy()
  expect(screen.queryByText('We can’t see a face on it.')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Use it anyway' }))
  expect(keep).toHaveBeenCalledOnce()
})
