import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/platform/http/app-error.ts'
import { networkOf } from '#server/platform/http/network.ts'
import { findAccountByEmail } from './accounts.ts'
import { browserMark } from './browser-mark.ts'
import { EMBEDDED_LIMITS, type EmbeddedProviderDeps } from './deps.ts'
import { sendFormAgain, sendPage } from './form-answer.ts'
import { ForgottenForm, readForm, SignInForm, typed } from './forms.ts'
import type { Interactions } from './interactions.ts'
import { mailReset } from './mailed-links.ts'
import { checkEmailPage, forgottenPage, signInPage } from './pages.ts'
import { passwordGate } from './password-gate.ts'
import { signUpPage } from './sign-up-pages.ts'

const WRONG = 'The email or password isn’t right. Check both, or reset your password.'
/** Every answer to a forgotten password takes at least this long, found or not (security R56). */
const FORGOTTEN_MS = 300

type Params = { Params: { uid: string } }

/** The pages of one sign-in under way: sign in, forgotten password, cancel. */
export function registerInteractionRoutes(
  app: FastifyInstance,
  deps: EmbeddedProviderDeps,
  interactions: Interactions,
): void {
  const { database, company, limit, signUpAllowed } = deps
  const { underWay } = interactions
  const path = '/interaction/:uid'
  const mark = browserMark(deps.publicUrl)
  const gate = passwordGate(deps, mark)

  app.get<Params>(path, async (request, reply) => {
    const { params } = await underWay(request, reply)
    const email = typeof params.login_hint === 'string' ? params.login_hint : ''
    return params.screen_hint === 'signup' && signUpAllowed
      ? sendPage(reply, signUpPage(company, request.params.uid, { email }))
      : sendPage(reply, signInPage(company, request.params.uid, { email }, signUpAllowed))
  })

  app.post<Params>(`${path}/sign-in`, async (request, reply) => {
    await underWay(request, reply)
    try {
      const { email, password } = readForm(SignInForm, request.body)
      await limit(EMBEDDED_LIMITS.signInPerAddress, networkOf(request.ip))
      const account = await gate.signIn(request, { email, password })
      if (!account) throw new AppError('UNAUTHENTICATED', WRONG)
      const device = mark.set(request, reply)
      await gate.welcome(request, account, device)
      return await interactions.finish(request, reply, account)
    } catch (error) {
      return sendFormAgain(reply, error, typed(request.body, 'email'), (state) =>
        signInPage(company, request.params.uid, state, signUpAllowed),
      )
    }
  })

  app.get<Params>(`${path}/forgotten`, async (request, reply) => {
    await underWay(request, reply)
    return sendPage(reply, forgottenPage(company, request.params.uid, {}))
  })

  app.post<Params>(`${path}/forgotten`, async (request, reply) => {
    await underWay(request, reply)
    const { uid } = request.params
    try {
      const { email } = readForm(ForgottenForm, request.body)
      await limit(EMBEDDED_LIMITS.linkPerAddress, networkOf(request.ip))
      const send = async () => {
        const account = await findAccountByEmail(database.db, email)
        if (account) await mailReset(deps, account)
      }
      await Promise.all([send(), pause(FORGOTTEN_MS)])
      return sendPage(reply, checkEmailPage(company, uid, email))
    } catch (error) {
      return sendFormAgain(reply, error, typed(request.body, 'email'), (state) =>
        forgottenPage(company, uid, state),
      )
    }
  })

  app.post<Params>(`${path}/cancel`, async (request, reply) => {
    await underWay(request, reply)
    return interactions.cancel(request, reply)
  })
}
