import { AppError } from './app-error.ts'

// The refusals of requests that weren't read to their end, whichever part of the server notices.

export function requestUnreadable(): AppError {
  return new AppError(
    'VALIDATION_ERROR',
    'The request could not be read. Check that it is complete and valid.',
  )
}

export function requestTooLarge(): AppError {
  return new AppError('BODY_TOO_LARGE', 'The request is too large.')
}

export function requestTooSlow(): AppError {
  return new AppError('REQUEST_TIMEOUT', 'The request took too long to arrive. Try again.')
}
