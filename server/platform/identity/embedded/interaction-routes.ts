import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Interaction, Provider } from 'oidc-provider'
import { AppError } from '#server/platform/http/app-error.ts'
import { networkOf } from '#server/platform/http/network.ts'
import { type Account, createAccount, findAccountByEmail } from './accounts.ts'
import { browserMark } from './browser-mark.ts'
import { EMBEDDED_LIMITS, type EmbeddedProviderDeps } from './deps.ts'
import { sendFormAgain, sendPage } from './form-answer.ts'
import { ForgottenForm, readForm, requireUnknownPassword, SignInForm, SignUpForm, typed } from './forms.ts'
import { hasLiveLink } from './links.ts'
import { mailConfirmation, mailReset } from './mailed-links.ts'
import { checkEmailPage, forgottenPage, signInPage, signUpPage } from './pages.ts'
import { passwordGate } from './password-gate.ts'
import { hashPassword } from './passwords.ts'
import { noteDevice } from './tries.ts'

const WRONG = 'The email or password isn’t right. Check both, or reset your password.'
const EXPIRED = 'It took too long, or you finished it in another tab. Nothing was changed.'
/** Every answer to a forgotten password takes at least this long, found or not (security R56). */
const FORGOTTEN_MS = 300

type Params = { Params: { uid: string } }

/** The pages of one sign-in under way: sign in, create account, forgotten password, cancel. */
export function registerInteractionRoutes(
  app: FastifyInstance,
  deps: EmbeddedProviderDeps,
  provider: () => Promise<Provider>,
): void {
  const { database, company, limit, now, signUpAllowed } = deps
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
      await remindToConfirm(account, device)
      return await finish(request, reply, account)
    } catch (error) {
      return sendFormAgain(reply, error, typed(request.body, 'email'), (state) =>
        signInPage(company, request.params.uid, state, signUpAllowed),
      )
    }
  })

  app.post<Params>(`${path}/sign-up`, async (request, reply) => {
    await underWay(request, reply)
    if (!signUpAllowed)
      throw new AppError('FORBIDDEN', 'New accounts are made by our team. Please contact support.')
    const { uid } = request.params
    // The sign-in page's second button with nothing typed yet: the person only wants to see this form.
    if (!typed(request.body, 'email') && !typed(request.body, 'password'))
      return sendPage(reply, signUpPage(company, uid, {}))
    try {
      const { email, password } = readForm(SignUpForm, request.body)
      await limit(EMBEDDED_LIMITS.signUpPerAddress, networkOf(request.ip, 48))
      await requireUnknownPassword(password, email)
      const account = await signUp(request, email, password, mark.set(request, reply))
      return account
        ? await finish(request, reply, account)
        : sendPage(reply, checkEmailPage(company, uid, email))
    } catch (error) {
      return sendFormAgain(reply, error, typed(request.body, 'email'), (state) =>
        signUpPage(company, uid, state),
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
    const result = { error: 'access_denied', error_description: 'The sign-in was cancelled' }
    return reply.redirect(await (await provider()).interactionResult(request.raw, reply.raw, result), 303)
  })

  /** The sign-in this browser has under way. Throws VALIDATION_ERROR when there is none of this id. */
  async function underWay(request: FastifyRequest<Params>, reply: FastifyReply): Promise<Interaction> {
    const [library, { errors }] = await Promise.all([provider(), import('oidc-provider')])
    const interaction = await library.interactionDetails(request.raw, reply.raw).catch((error: unknown) => {
      if (error instanceof errors.SessionNotFound)
        throw new AppError('VALIDATION_ERROR', EXPIRED, {}, { cause: error })
      throw error
    })
    if (interaction.uid !== request.params.uid)
      throw new AppError('VALIDATION_ERROR', 'This sign-in was replaced by a newer one. Please start again.')
    return interaction
  }

  async function finish(
    request: FastifyRequest,
    reply: FastifyReply,
    account: Account,
  ): Promise<FastifyReply> {
    const result = { login: { accountId: account.sub } }
    return reply.redirect(await (await provider()).interactionResult(request.raw, reply.raw, result), 303)
  }

  /**
   * Creates the account and mails the confirmation link; the person goes straight on, unconfirmed. Whoever already has
   * this account and types its password is signed in; otherwise its owner gets a link and nobody learns more (R56).
   */
  async function signUp(
    request: FastifyRequest,
    email: string,
    password: string,
    browserHash: string,
  ): Promise<Account | undefined> {
    const passwordHash = await hashPassword(password)
    const created = await database.transaction(async (tx) => {
      const account = await createAccount(tx, { email, passwordHash, now: now() })
      if (account) {
        await mailConfirmation(deps, tx, account, browserHash)
        await noteDevice(tx, account.id, browserHash, now())
      }
      return account
    })
    if (created) return created
    const account = await gate.signIn(request, { email, password })
    if (account) {
      await gate.welcome(request, account, browserHash)
      return account
    }
    const known = await findAccountByEmail(database.db, email)
    if (known) await mailReset(deps, known)
    return undefined
  }

  /** An unconfirmed person whose link ran out gets a new one when they sign in. */
  async function remindToConfirm(account: Account, browserHash: string): Promise<void> {
    if (account.emailVerified || (await hasLiveLink(database.db, account.id, 'confirm-email', now()))) return
    await database.transaction((tx) => mailConfirmation(deps, tx, account, browserHash))
  }
}
