import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { DocumentNotice } from '#contract/documents/uploads.ts'
import { PictureNotices } from './picture-notices.tsx'

const SAME_FILE: DocumentNotice = { kind: 'same_file', message: 'It is your ID.', mayKeep: false }
const NO_FACE: DocumentNotice = { kind: 'no_face', message: 'We can’t see a face on it.', mayKeep: true }

const show = (...notices: DocumentNotice[]) =>
  render(<PictureNotices notices={notices} onKeep={async () => {}} onReplace={() => {}} />)

test('a file that can’t be used is not offered to be used anyway, whatever else is wrong with it', () => {
  show(SAME_FILE, NO_FACE)
  expect(screen.getByText('It is your ID.')).toBeTruthy()
  expect(screen.queryByText('We can’t see a face on it.')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Use it anyway' })).toBeNull()
})

test('one that is only poor is', () => {
  show(NO_FACE)
  expect(screen.getByRole('button', { name: 'Use it anyway' })).toBeTruthy()
})
