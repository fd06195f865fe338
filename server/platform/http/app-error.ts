import type { ErrorBody, ErrorCode } from '#contract/errors.ts'

/** What an error may carry besides its code and message: the optional keys of the wire body. */
export type ErrorDetails = Omit<ErrorBody, 'error' | 'message' | 'requestId'>

interface AppErrorOptions extends ErrorOptions {
  /** A deliberate refusal that is worded as a failure: there is nothing for an operator to do. */
  isDeliberate?: boolean
}

/** An expected refusal: one of the contract's codes, a sentence for people, and optional details. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails
  readonly isDeliberate: boolean

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}, options: AppErrorOptions = {}) {
    super(message, options)
    this.name = 'AppError'
    this.code = code
    this.details = details
    this.isDeliberate = options.isDeliberate ?? false
  }
}
