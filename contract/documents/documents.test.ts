import { expect, it } from 'vitest'
import { invalidTypeMessage, MAX_FILE_BYTES, tooLargeMessage } from '#contract/file-types.ts'
import { ACCEPTED_TYPES, ONBOARDING_MAX_FILE_BYTES, STORED_TYPES } from './documents.ts'

it('R40 the limit is 25,165,824 bytes, and both limits are whole megabytes when shown', () => {
  expect(MAX_FILE_BYTES).toBe(25_165_824)
  expect(tooLargeMessage(MAX_FILE_BYTES)).toBe('File is too large. Maximum size: 24MB')
  expect(tooLargeMessage(ONBOARDING_MAX_FILE_BYTES)).toBe('File is too large. Maximum size: 10MB')
  expect(tooLargeMessage(100)).toBe('File is too large. Maximum size: 100 bytes')
})

it('A09 a wrong type is answered with the accepted types', () => {
  expect(invalidTypeMessage(STORED_TYPES['id-front'])).toBe(
    'Invalid file type. Accepted types: PNG, JPEG, PDF',
  )
  expect(invalidTypeMessage(ACCEPTED_TYPES.selfie)).toBe('Invalid file type. Accepted types: PNG, JPEG')
})
