import type { ErrorBody, ErrorCode } from '#contract/errors.ts'

/** The window event for a call that got no answer. */
export const NO_ANSWER = 'noanswer'

/** Any failure of a call: refused by the server, unreadable, or without an answer (status 0). */
export class ApiError extends Error {
  readonly status: number
  readonly body: Partial<ErrorBody>

  constructor(status: number, message: string, body: Partial<ErrorBody> = {}, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ApiError'
    this.status = status
    this.body = body
  }

  /** A call without an answer. A window event notifies whatever watches the connection. */
  static network(cause: unknown): ApiError {
    globalThis.dispatchEvent?.(new Event(NO_ANSWER))
    // Final for a change: only the person repeats it.
    return new ApiError(0, 'We can’t reach the server. Try again when you’re back online.', {}, { cause })
  }

  get code(): ErrorCode | undefined {
    return this.body.error
  }

  get fields(): Record<string, string> {
    return this.body.fields ?? {}
  }
}

/** Whether a failure's text can be shown: a sentence rather than a proxy's error page. */
export function isSentence(text: unknown): text is string {
  return typeof text === 'string' && text.trim() !== '' && !/<[a-z!/?]/i.test(text)
}

/** Whether a failure says that no one is signed in (any more). */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

/** Whether a change may have happened despite this failure: its answer was lost, or the server failed midway. */
export function mayHaveHappened(error: unknown): boolean {
  return !(error instanceof ApiError && error.status >= 400 && error.status < 500)
}
