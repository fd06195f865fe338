import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Interaction } from 'oidc-provider'
import { AppError } from '#server/platform/http/app-error.ts'
import { networkOf } from '#server/platform/http/request-context.ts'
import { type Account, findAccountByEmail } from './accounts.ts'
import { endChallenge } from './challenges.ts'
import { ADDRESS_MS, EMBEDDED_LIMITS, type EmbeddedProviderDeps, IDP_PREFIX } from './deps.ts'
import type { FormState } from './fields.ts'
import { refuseForm, sendForm, sendPage, sendTo, storeAddress, typedLast } from './form-answer.ts'
import { ForgottenForm, PasskeyForm, readForm, SignInForm, typed } from './forms.ts'
import { BY_PASSWORD, type Interactions } from './interactions.ts'
import { createLink, RESET_MINUTES } from './links.ts'
import { checkEmailPage, forgottenPage, signInPage } from './pages.ts'
import { accountOfPasskey, requestOptions } from './passkeys.ts'
import { askSecondFactor, registerSecondFactorRoutes } from './second-factor-routes.ts'
import { SECOND_FACTOR_LEVEL } from './secrets.ts'
import { browserMark, signInGate } from './sign-in-gate.ts'
import { hasSecondFactor, methodsOf } from './sign-in-methods.ts'
import { signUpPage } from './sign-up-pages.ts'

const WRONG = 'The email or password isn’t right. Check both, or reset your password.'
const WRONG_PASSKEY = 'We couldn’t sign you in with this passkey. Try again, or sign in with your password.'

type Params = { Params: { uid: string } }

/** The pages of a sign-in: sign in, forgotten password, cancel. */
export function registerInteractionRoutes(
  app: FastifyInstance,
  deps: EmbeddedProviderDeps,
  interactions: Interactions,
): void {
  const { database, company, purpose, limit, signUpAllowed } = deps
  const { underWay } = interactions
  const path = '/interaction/:uid'
  const mark = browserMark(deps.publicUrl)
  const gate = signInGate(deps, mark)
  const complete: Parameters<typeof registerSecondFactorRoutes>[2]['complete'] = async (
    request,
    reply,
    done,
  ) => {
    const device = mark.set(request, reply)
    await gate.welcome(request, done.account, device)
    return interactions.finish(request, reply, done)
  }
  registerSecondFactorRoutes(app, deps, { interactions, gate, complete })

  const form = async (uid: string) => {
    const passkey = await requestOptions(deps, `sign-in:${uid}`, null)
    return (state: FormState) => signInPage(company, uid, state, { purpose, signUpAllowed, passkey })
  }

  app.get<Params>(path, async (request, reply) => {
    const interaction = await underWay(request, reply)
    const { uid, params } = interaction
    return params.screen_hint === 'signup' && signUpAllowed
      ? sendForm(
          reply,
          interaction,
          'sign-up',
          (state) => signUpPage(company, uid, state),
          hinted(interaction),
        )
      : sendForm(reply, interaction, 'sign-in', await form(uid), hinted(interaction))
  })

  app.get<Params>(`${path}/sign-in`, async (request, reply) => {
    const interaction = await underWay(request, reply)
    return sendForm(reply, interaction, 'sign-in', await form(interaction.uid), hinted(interaction))
  })

  app.post<Params>(`${path}/sign-in`, async (request, reply) => {
    const interaction = await underWay(request, reply)
    const { params } = interaction
    try {
      const { email, password } = readForm(SignInForm, request.body)
      await limit(EMBEDDED_LIMITS.signInPerAddress, networkOf(request.ip))
      const account = await gate.signIn(request, { email, password })
      if (!account) throw new AppError('UNAUTHENTICATED', WRONG)
      const methods = await methodsOf(database.db, account.id)
      // An app is always asked for. A passkey is a way in by itself; after a password it is only asked for if a
      // second factor is required.
      if (methods.app || (params.acr_values === SECOND_FACTOR_LEVEL && hasSecondFactor(methods)))
        return reply.redirect(await askSecondFactor(deps, request.params.uid, account), 303)
      return await complete(request, reply, { account, amr: BY_PASSWORD })
    } catch (error) {
      const email = typed(request.body, 'email')
      return refuseForm(reply, interaction, error, { step: 'sign-in', email })
    }
  })

  app.post<Params>(`${path}/passkey`, async (request, reply) => {
    const interaction = await underWay(request, reply)
    const owner = `sign-in:${request.params.uid}` as const
    try {
      const { answer } = readForm(PasskeyForm, request.body)
      await limit(EMBEDDED_LIMITS.signInPerAddress, networkOf(request.ip))
      const account = await accountOfPasskey(deps, owner, answer)
      if (!account) throw new AppError('UNAUTHENTICATED', WRONG_PASSKEY)
      await endChallenge(database.db, owner)
      return await complete(request, reply, { account, amr: ['hwk', 'mfa'] })
    } catch (error) {
      return refuseForm(reply, interaction, error, { step: 'sign-in', email: '' })
    }
  })

  app.get<Params>(`${path}/forgotten`, async (request, reply) => {
    const interaction = await underWay(request, reply)
    return sendForm(reply, interaction, 'forgotten', (state) =>
      forgottenPage(company, interaction.uid, state),
    )
  })

  app.post<Params>(`${path}/forgotten`, async (request, reply) => {
    const interaction = await underWay(request, reply)
    try {
      const { email } = readForm(ForgottenForm, request.body)
      await limit(EMBEDDED_LIMITS.linkPerAddress, networkOf(request.ip))
      const send = async () => {
        const account = await findAccountByEmail(database.db, email)
        if (account) await mailReset(deps, account)
      }
      await Promise.all([send(), pause(ADDRESS_MS)])
      await storeAddress(interaction, 'forgotten', email)
      return sendTo(reply, interaction.uid, 'check-email')
    } catch (error) {
      const email = typed(request.body, 'email')
      return refuseForm(reply, interaction, error, { step: 'forgotten', email })
    }
  })

  app.get<Params>(`${path}/check-email`, async (request, reply) => {
    const interaction = await underWay(request, reply)
    const email = typedLast(interaction, 'forgotten')
    return email
      ? sendPage(reply, checkEmailPage(company, interaction.uid, email))
      : sendTo(reply, interaction.uid, 'forgotten')
  })

  app.post<Params>(`${path}/cancel`, async (request, reply) => {
    await underWay(request, reply)
    return interactions.cancel(request, reply)
  })
}

/** The address that the product has sent along. */
function hinted({ params }: Interaction): string {
  return typeof params.login_hint === 'string' ? params.login_hint : ''
}

/**
 * Creates a link for a new password and queues its email in one transaction. Beyond a number of emails an hour
 * it silently does nothing, because a refusal would reveal that the address has an account (security R56).
 */
async function mailReset(deps: EmbeddedProviderDeps, account: Account): Promise<void> {
  try {
    await deps.limit(EMBEDDED_LIMITS.mailPerAccount, account.sub)
  } catch (error) {
    if (error instanceof AppError && error.code === 'RATE_LIMITED') return
    throw error
  }
  await deps.database.transaction(async (tx) => {
    const token = await createLink(tx, account.id, 'reset-password', deps.now())
    await deps.sendMail(tx, {
      kind: 'password-reset',
      to: account.email,
      name: account.name,
      path: `${IDP_PREFIX}/reset?token=${token}`,
      expiresInMinutes: RESET_MINUTES,
    })
  })
}
