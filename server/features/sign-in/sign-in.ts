import { randomBytes } from 'node:crypto'
import type { ClaimProblem } from '#contract/onboarding/application-claims.ts'
import { isPersonalPage } from '#contract/page-paths.ts'
import { safeReturnPath } from '#domain/return-path.ts'
import { isStaff } from '#server/model/access/caller.ts'
import { hashToken } from '#server/model/access/session-store.ts'
import { claimApplication } from '#server/model/applications/claim-application.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { admitHeldCases } from '#server/model/cases/held-cases.ts'
import { acceptInvitation } from '#server/model/invitations/accept-invitation.ts'
import { mailPerson } from '#server/model/mail/mail-person.ts'
import { storeColleague } from '#server/model/people/people.sql.ts'
import { endPhones, passPhones } from '#server/model/people/session-phones.ts'
import { releaseUnproven } from '#server/model/people/unproven-email.ts'
import type { Db } from '#server/platform/database/database.ts'
import { violatedConstraint } from '#server/platform/database/database-faults.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { deviceOf } from '#server/platform/http/device.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import {
  newSignInSecrets,
  SignInCancelled,
  SignInRefused,
} from '#server/platform/identity/identity-provider.ts'
import type { Services } from '#server/services.ts'
import { selectWhetherDeviceKnown } from './auth.sql.ts'
import { deleteAttempt, insertAttempt, insertSignIn, lacksEmail, upsertUser } from './repository.ts'

/** A sign-in must be completed within this time, some of which the provider's own pages need. */
const ATTEMPT_MINUTES = 30

export interface StartedSignIn {
  url: URL
  /** Binds the attempt to this browser; stored in a cookie. */
  browserToken: string
}

/** Starts a sign-in that ends at `returnTo`. Throws PROVIDER_FAILED if the provider can't be reached. */
export async function startSignIn(
  services: Services,
  wish: {
    returnTo: string | undefined
    signUp: boolean
    reauthenticate: boolean
    secondFactor: boolean
    /** Prefills the provider's form. */
    email: string | undefined
    /** The token of an invitation's link. */
    invitation: string | undefined
  },
): Promise<StartedSignIn> {
  const secrets = newSignInSecrets()
  const browserToken = randomBytes(32).toString('base64url')
  const url = await services.identity.authorizationUrl({
    ...secrets,
    signUp: wish.signUp,
    reauthenticate: wish.reauthenticate,
    secondFactor: wish.secondFactor,
    ...(wish.email && { loginHint: wish.email }),
  })
  await insertAttempt(services.database.db, {
    stateHash: hashToken(secrets.state),
    browserHash: hashToken(browserToken),
    codeVerifier: secrets.codeVerifier,
    nonce: secrets.nonce,
    returnTo: safeReturnPath(wish.returnTo),
    invitationHash: wish.invitation ? hashToken(wish.invitation) : null,
    expiresAt: new Date(services.now().getTime() + ATTEMPT_MINUTES * 60_000),
  })
  return { url, browserToken }
}

export interface FinishedSignIn {
  cancelled: false
  sessionToken: string
  returnTo: string
  /** The person has no system email, because the one verified by their provider is another account's. */
  isEmailTaken: boolean
  /**
   * Why a visitor's application in this browser isn't the person's now; null if it is, or there is nothing to
   * say.
   */
  claimProblem: ClaimProblem | null
}

/** The person cancelled at the provider: nothing has changed. */
interface CancelledSignIn {
  cancelled: true
  returnTo: string
}

interface Callback {
  url: URL
  browserToken: string | undefined
  formerSession: string | undefined
  /** Recognises this browser, if the provider doesn't report new devices itself. */
  deviceToken: string | undefined
  /** From the application that a visitor started in this browser. */
  visitorToken: string | undefined
  origin: Origin
}

/**
 * Completes the sign-in named by the callback's `state`, once and in the browser that started it (security R1).
 * Throws VALIDATION_ERROR for a missing, foreign or used one, SignInRefused if the provider or the account doesn't
 * let the person in.
 */
export async function finishSignIn(
  services: Services,
  callback: Callback,
): Promise<FinishedSignIn | CancelledSignIn> {
  const state = callback.url.searchParams.get('state') ?? ''
  const attempt = callback.browserToken
    ? await deleteAttempt(services.database.db, {
        stateHash: hashToken(state),
        browserHash: hashToken(callback.browserToken),
      })
    : undefined
  if (!attempt || attempt.expiresAt < services.now()) {
    throw new AppError(
      'VALIDATION_ERROR',
      'This sign-in wasn’t started in this browser, or it has already been used.',
    )
  }
  const { nonce, codeVerifier } = attempt
  const claims = await services.identity
    .exchange(callback.url, { state, nonce, codeVerifier })
    .catch(async (failure: unknown) => {
      if (failure instanceof SignInCancelled) return undefined
      await recordRefusal(services, callback)
      throw failure
    })
  if (!claims) return { cancelled: true, returnTo: await placeAfterCancel(services, attempt, callback) }
  const mark = callback.deviceToken && hashToken(callback.deviceToken)
  const device = deviceOf(callback.origin.userAgent ?? null)
  const at = services.now()
  const { companyDomains } = services.config
  const signIn = (withEmail: boolean) =>
    services.database.transaction(async (tx) => {
      if (await services.identity.isOutdated?.(tx, claims))
        throw new AppError(
          'VALIDATION_ERROR',
          'The password or another sign-in method was changed during this sign-in.',
        )
      if (withEmail && claims.email && claims.emailVerified && (await lacksEmail(tx, claims)))
        await releaseUnproven(tx, claims.email, { by: undefined, at })
      const user = await upsertUser(tx, claims, at, withEmail)
      if (user.disabled) throw new SignInRefused('account-closed')
      if (user.suspended) throw new SignInRefused('account-suspended')
      if (user.created)
        await recordEvent(tx, {
          at,
          type: 'user.created',
          actor: { kind: 'user', id: user.id },
          userId: user.id,
          origin: callback.origin,
        })
      if (isStaff({ auth0Email: claims.email ?? null, emailVerified: claims.emailVerified }, companyDomains))
        await storeColleague(tx, [user.id])
      const sessionToken = await services.sessions.start(tx, {
        userId: user.id,
        // A provider that doesn't say when never counts as recent (security R11).
        authTime: claims.authTime ?? new Date(0),
        hasSecondFactor: claims.hasSecondFactor,
        hasRole: user.hasRole,
        ip: callback.origin.ip,
        userAgent: callback.origin.userAgent,
        former: callback.formerSession,
      })
      await insertSignIn(tx, {
        userId: user.id,
        email: claims.email ?? null,
        method: 'OpenID Connect',
        at,
        ip: callback.origin.ip ?? null,
      })
      const { userAgent } = callback.origin
      if (mark) await tellOfNewDevice(services, tx, { userId: user.id, mark, userAgent, at })
      await recordEvent(tx, {
        at,
        type: 'auth.signed_in',
        actor: { kind: 'user', id: user.id },
        userId: user.id,
        after: { device, ...(mark && { mark }) },
        origin: callback.origin,
      })
      await acceptInvitation(tx, {
        userId: user.id,
        claims,
        linkHash: attempt.invitationHash,
        at,
        origin: callback.origin,
      })
      const { visitorToken: token, formerSession, origin } = callback
      await admitHeldCases(services, tx, user.id)
      const problem = await claimApplication(services, tx, { token, userId: user.id, claims, origin })
      const replaced = [formerSession, token].filter((each) => each !== undefined).map(hashToken)
      await passPhones(tx, { userId: user.id, from: replaced, to: hashToken(sessionToken) })
      // Anyone else who was signed in here no longer is.
      const sessions = formerSession ? [hashToken(formerSession)] : []
      await endPhones(tx, { at, actor: { kind: 'user', id: user.id }, origin }, { sessions })
      const isEmailTaken = !user.hasEmail && claims.emailVerified && claims.email !== undefined
      return { sessionToken, isEmailTaken, claimProblem: problem }
    })
  return { ...(await firstWithEmail(signIn)), cancelled: false, returnTo: safeReturnPath(attempt.returnTo) }
}

/**
 * Where someone who cancelled came from; the start page if that page would only send them to sign in again, or
 * exists to say that they have.
 */
async function placeAfterCancel(
  services: Services,
  attempt: { returnTo: string },
  { formerSession }: Callback,
): Promise<string> {
  const returnTo = safeReturnPath(attempt.returnTo)
  const path = returnTo.replace(/[?#].*/, '')
  if (!isPersonalPage(path)) return returnTo
  const caller = formerSession
    ? await services.sessions.findCaller({ token: formerSession, isBackground: true })
    : undefined
  return caller && path !== SIGNED_IN_PATH ? returnTo : '/'
}

/** The page that a sign-in in a separate window ends on. */
const SIGNED_IN_PATH = '/signed-in'

/** An error with which a provider ends a sign-in (RFC 6749, section 4.1.2.1); its text could be anyone's. */
const ERROR_CODE = /^[a-z_]{1,40}$/

/**
 * Records that the provider refused a sign-in started in this browser, with the person signed in there, if any:
 * the provider doesn't say whom it refused.
 */
async function recordRefusal(services: Services, { url, formerSession, origin }: Callback): Promise<void> {
  const error = url.searchParams.get('error')
  if (!error) return
  const caller = formerSession
    ? await services.sessions.findCaller({ token: formerSession, isBackground: true })
    : undefined
  await services.database.transaction((tx) =>
    recordEvent(tx, {
      at: services.now(),
      type: 'auth.failed',
      actor: { kind: 'system' },
      ...(caller && { userId: caller.userId }),
      after: {
        what: 'provider',
        error: ERROR_CODE.test(error) ? error : 'unknown',
        device: deviceOf(origin.userAgent ?? null),
      },
      origin,
    }),
  )
}

/**
 * Someone else may have this email as their system email: the newcomer then starts without one (security R3,
 * R55).
 */
async function firstWithEmail<T>(signIn: (withEmail: boolean) => Promise<T>): Promise<T> {
  try {
    return await signIn(true)
  } catch (error) {
    if (violatedConstraint(error) !== 'users_email') throw error
    return signIn(false)
  }
}

/** Ends a session and records it; an unknown token changes nothing. */
export async function signOut(services: Services, token: string, origin: Origin): Promise<void> {
  const caller = await services.sessions.findCaller({ token, isBackground: true })
  await services.database.transaction(async (tx) => {
    await services.sessions.end(tx, token)
    const at = services.now()
    const actor = caller ? ({ kind: 'user', id: caller.userId } as const) : ({ kind: 'system' } as const)
    await endPhones(tx, { at, actor, origin }, { sessions: [hashToken(token)] })
    if (!caller) return
    await recordEvent(tx, {
      at,
      type: 'auth.signed_out',
      actor,
      userId: caller.userId,
      origin,
    })
  })
}

/**
 * Tells a person, before their sign-in is recorded, that it came from an unknown browser. The ledger knows the
 * marks of earlier ones; people without any there, as before marks existed, are told nothing.
 */
async function tellOfNewDevice(
  services: Services,
  tx: Db,
  { userId, mark, userAgent, at }: { userId: number; mark: string; userAgent: string | undefined; at: Date },
): Promise<void> {
  const { rows } = await selectWhetherDeviceKnown(tx, [userId, mark])
  if (rows[0]?.isKnown !== false) return
  await mailPerson(services, tx, {
    kind: 'new-device',
    props: { device: deviceOf(userAgent ?? null), at, atProvider: true },
    userId,
    messageKey: `new-device:${userId}:${mark}`,
    at,
  })
}
