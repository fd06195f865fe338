import { AppError } from '#server/platform/http/app-error.ts'

const CANCELLED = 'The sign-in was cancelled. Nothing was changed.'
const BAD_CALLBACK = 'This sign-in link is no longer valid. Please start again.'
const PROVIDER_DOWN = 'The sign-in service isn’t responding as it should. Please try again in a moment.'

/** A callback that does not belong to this sign-in, or was used before (security R1). */
export const badCallback = (cause?: unknown): AppError =>
  new AppError('VALIDATION_ERROR', BAD_CALLBACK, {}, { cause })

/** Sorts any failure of a sign-in: the callback's fault is a 400, everything else the provider's, a 502 (security B07). */
export function asSignInFailure(error: unknown): AppError {
  if (error instanceof AppError) return error
  const answer = oauthAnswer(error)
  if (answer?.from === 'callback' && !PROVIDER_TROUBLE.has(answer.error))
    return answer.error === 'access_denied'
      ? new AppError('VALIDATION_ERROR', CANCELLED, {}, { cause: error })
      : badCallback(error)
  if (answer?.from === 'token' && answer.error === 'invalid_grant') return badCallback(error)
  if (comparedClaim(error) === 'nonce') return badCallback(error)
  return new AppError('PROVIDER_FAILED', PROVIDER_DOWN, {}, { cause: error })
}

const PROVIDER_TROUBLE = new Set(['server_error', 'temporarily_unavailable'])

/** The provider's own error answer, told apart by openid-client's codes: its classes would have to be loaded. */
function oauthAnswer(error: unknown): { from: 'callback' | 'token'; error: string } | undefined {
  if (!(error instanceof Error) || !('error' in error) || typeof error.error !== 'string') return undefined
  const code = 'code' in error ? error.code : undefined
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') return { from: 'callback', error: error.error }
  if (code === 'OAUTH_RESPONSE_BODY_ERROR') return { from: 'token', error: error.error }
  return undefined
}

/** The claim whose value was not the expected one, if that is what failed. */
function comparedClaim(error: unknown): string | undefined {
  for (let e: unknown = error; typeof e === 'object' && e !== null; e = 'cause' in e ? e.cause : undefined) {
    if ('claim' in e && typeof e.claim === 'string') return e.claim
  }
  return undefined
}
