import type { ErrorBody, ErrorCode } from '#contract/errors.ts'

/** What an error may carry beside its code and message: the optional keys of the wire body. */
export type ErrorDetails = Omit<ErrorBody, 'error' | 'message' | 'requestId'>

interface AppErrorOptions extends ErrorOptions {
  /** Refused on purpose in the words of a failure: there is nothing for an operator to do. */
  isDeliberate?: boolean
}

/** An expected refusal: a code of the contract, a sentence for people, and optional details for the answer. */
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
