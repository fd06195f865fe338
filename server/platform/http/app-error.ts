import type { ErrorBody, ErrorCode } from '#contract/errors.ts'

/** What an error may carry beside its code and message: the optional keys of the wire body. */
export type ErrorDetails = Omit<ErrorBody, 'error' | 'message' | 'requestId'>

/** An expected refusal: a code of the contract, a sentence for people, and optional details for the answer. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}, options?: ErrorOptions) {
    super(message, options)
    this.name = 'AppError'
    this.code = code
    this.details = details
  }
}
