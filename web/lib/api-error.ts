import type { ErrorBody, ErrorCode } from '#contract/errors.ts'

/** Any failure of a call: refused by the server, not understood, or never arrived (status 0). */
export class ApiError extends Error {
  readonly status: number
  readonly body: Partial<ErrorBody>

  constructor(status: number, message: string, body: Partial<ErrorBody> = {}, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ApiError'
    this.status = status
    this.body = body
  }

  static network(cause: unknown): ApiError {
    return new ApiError(0, 'We can’t reach the server. Check your connection and try again.', {}, { cause })
  }

  get code(): ErrorCode | undefined {
    return this.body.error
  }

  get fields(): Record<string, string> {
    return this.body.fields ?? {}
  }
}

/** Whether a failure says that nobody is signed in (any more). */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

/** Whether a change may have been made in spite of this failure: its answer was lost, or the server failed midway. */
export function mayHaveHappened(error: unknown): boolean {
  return !(error instanceof ApiError && error.status >= 400 && error.status < 500)
}
