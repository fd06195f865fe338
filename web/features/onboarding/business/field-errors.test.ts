import { expect, test } from 'vitest'
import { errorAt, errorsOfStep } from './field-errors.ts'

const ERRORS = {
  primaryRepresentative: { email: { type: 'custom', message: 'Enter an email address' } },
  beneficialOwners: Object.assign(
    [
      undefined,
      {
        ownershipPercent: { type: 'custom', message: 'Enter the ownership' },
        fullName: { type: 'custom', message: 'Enter the full name' },
      },
    ],
    { root: { type: 'custom', message: 'More than 100%' } },
  ),
}

test('errors are listed by screen, in the order of its fields', () => {
  expect(errorsOfStep(ERRORS, 'owners')).toEqual([
    { path: 'beneficialOwners', message: 'More than 100%' },
    { path: 'beneficialOwners.1.fullName', message: 'Enter the full name' },
    { path: 'beneficialOwners.1.ownershipPercent', message: 'Enter the ownership' },
  ])
  expect(errorsOfStep(ERRORS, 'company')).toEqual([])
})

test('an error of a list is shown once, as it was last checked', () => {
  const list = {
    type: 'custom',
    message: 'Together 105%',
    root: { type: 'custom', message: 'Together 110%' },
  }
  const errors = { beneficialOwners: Object.assign([], list) }
  expect(errorsOfStep(errors, 'owners')).toEqual([{ path: 'beneficialOwners', message: 'Together 110%' }])
})

test('a field finds its own errors, and a list those of the whole list', () => {
  expect(errorAt(ERRORS, 'beneficialOwners.1.fullName')).toBe('Enter the full name')
  expect(errorAt(ERRORS, 'beneficialOwners')).toBe('More than 100%')
  expect(errorAt(ERRORS, 'beneficialOwners.0.fullName')).toBeUndefined()
})
