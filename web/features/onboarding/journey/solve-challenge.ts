import { type Challenge, solveChallengeWorkers } from 'altcha/lib'
import workerUrl from 'altcha/workers/pbkdf2?worker&url'
import { trustedUrl } from '#web/lib/trusted-url.ts'

const TIMEOUT_MS = 90_000

/**
 * Solves an ALTCHA challenge from the server in workers of our own origin, which the content security policy
 * allows, and returns the submission's token; null if it took too long. ALTCHA's own widget would add a box,
 * styles and three times the size for the same token.
 */
export async function solveChallenge(
  answer: Record<string, unknown>,
  controller: AbortController,
): Promise<string | null> {
  const challenge = answer as unknown as Challenge
  const solution = await solveChallengeWorkers({
    challenge,
    controller,
    concurrency: Math.max(1, Math.min(4, navigator.hardwareConcurrency || 1)),
    createWorker: () => new Worker(trustedUrl(workerUrl)),
    timeout: TIMEOUT_MS,
  })
  return solution && btoa(JSON.stringify({ challenge, solution }))
}
