import type { z } from 'zod'
import type { proveEmail } from '#contract/onboarding/visitors.ts'
import type { Visitor } from '#contract/sign-in/auth.ts'
import { hashToken } from '#server/model/access/session-store.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { hasAccount } from '#server/model/people/has-account.ts'
import { endPhones, passPhones } from '#server/model/people/session-phones.ts'
import { visitorView } from '#server/model/people/user-view.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { Services } from '#server/services.ts'
import { type Proof, tryCode } from './codes.ts'

interface Tokens {
  /** From the browser that the code was sent for. */
  code: string
  /** From the application that is open in it so far. */
  applicant: string | undefined
}

/** The application that is open now; null if there is an account to sign in to instead. */
type Opened = { token: string; applicant: Visitor } | null

/**
 * Accepts the code that proves a visitor's address, and opens their application in this browser: the one kept
 * for the address, wherever it was started, or a new one, unless they have an account. Throws VALIDATION_ERROR
 * for a wrong or expired code, INVALID_STATE if none was sent, RATE_LIMITED after too many tries for one
 * address.
 */
export async function proveAddress(
  services: Services,
  tokens: Tokens,
  { code }: z.output<typeof proveEmail.body>,
  origin: Origin,
): Promise<Opened> {
  const { database, visitors, now } = services
  // A wrong try must be stored, so it is refused after the transaction and not inside it.
  const { proof, opened } = await database.transaction(async (tx) => {
    const proof = await tryCode(services, tx, tokens.code, code)
    if (proof.kind !== 'proven') return { proof }
    // Only someone who has proven the address may learn this (security R56).
    const mayBegin = !(await hasAccount(tx, proof.email))
    const opened = await visitors.open(tx, {
      email: proof.email,
      kind: proof.came,
      former: tokens.applicant,
      mayBegin,
    })
    if (!opened) return { proof, opened: null }
    const { userId, isNew } = opened
    if (tokens.applicant) {
      const sessions = [hashToken(tokens.applicant)]
      await passPhones(tx, { userId, from: sessions, to: hashToken(opened.token) })
      // Another application was open here before.
      await endPhones(tx, { at: now(), actor: { kind: 'user', id: userId }, origin }, { sessions })
    }
    await recordEvent(tx, {
      at: now(),
      type: isNew ? 'application.begun' : 'application.resumed',
      actor: { kind: 'user', id: userId },
      userId,
      origin,
    })
    return { proof, opened }
  })
  if (opened === undefined) throw refusalOf(proof)
  if (opened === null) return null
  const applicant = visitorView(await visitors.findCaller(opened.token))
  if (!applicant) throw new Error('The application was just opened')
  return { token: opened.token, applicant }
}

function refusalOf(proof: Proof): AppError {
  const message =
    proof.kind === 'wrong' && proof.triesLeft > 0
      ? 'That isn’t the code we sent. Check the email and try again.'
      : proof.kind === 'wrong'
        ? 'That isn’t the code we sent, and it was the last try. Send a new code.'
        : 'This code no longer works. Send a new one.'
  return new AppError('VALIDATION_ERROR', message, { fields: { code: message } })
}
