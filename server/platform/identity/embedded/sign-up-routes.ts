import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#server/platform/http/app-error.ts'
import { networkOf } from '#server/platform/http/request-context.ts'
import type { Account } from './accounts.ts'
import { ADDRESS_MS, EMBEDDED_LIMITS, type EmbeddedProviderDeps, IDP_PREFIX } from './deps.ts'
import { GONE, sendFormAgain, sendPage } from './form-answer.ts'
import {
  CodeInput,
  formToken,
  NewPasswordForm,
  readForm,
  requireUnknownPassword,
  SignUpForm,
  typed,
} from './forms.ts'
import { BY_PASSWORD, type Interactions } from './interactions.ts'
import { donePage } from './pages.ts'
import { hashPassword } from './passwords.ts'
import { browserMark } from './sign-in-gate.ts'
import { codePage, newAccountPage, otherBrowserPage, signUpPage, staleSignUpPage } from './sign-up-pages.ts'
import { selectLiveInteraction } from './sign-ups.sql.ts'
import { beginSignUp, findSignUp, finishSignUp, isLiveToken, trySignUpCode } from './sign-ups.ts'
import { storeDevice } from './tries.ts'

const WRONG_CODE = 'That isn’t the code we sent. Check it and try again'
const STALE_CODE = 'This code no longer works. Ask for a new one'

type Params = { Params: { uid: string } }

/**
 * Creates an account: the address, then the code or link that proves it in the same browser, then the password.
 * Before the address is proven there is no account, and no one is signed in.
 */
export function registerSignUpRoutes(
  app: FastifyInstance,
  deps: EmbeddedProviderDeps,
  interactions: Interactions,
): void {
  const { database, company, limit, now } = deps
  const { underWay } = interactions
  const path = '/interaction/:uid'
  const mark = browserMark(deps.publicUrl)
  const at = ({ params }: FastifyRequest<Params>, step: string) =>
    `${IDP_PREFIX}/interaction/${encodeURIComponent(params.uid)}/${step}`

  app.post<Params>(`${path}/sign-up`, async (request, reply) => {
    await underWay(request, reply)
    if (!deps.signUpAllowed)
      throw new AppError('FORBIDDEN', 'New accounts are made by our team. Please contact support.')
    const { uid } = request.params
    // The sign-in page's second button with nothing typed yet: the person only wants to see this form.
    if (!typed(request.body, 'email')) return sendPage(reply, signUpPage(company, uid, {}))
    try {
      const { email } = readForm(SignUpForm, request.body)
      await limit(EMBEDDED_LIMITS.signUpPerAddress, networkOf(request.ip, 48))
      const browserHash = mark.set(request, reply)
      await Promise.all([beginSignUp(deps, { uid, email, browserHash }), pause(ADDRESS_MS)])
      return reply.redirect(at(request, 'code'), 303)
    } catch (error) {
      return sendFormAgain(reply, error, typed(request.body, 'email'), (state) =>
        signUpPage(company, uid, state),
      )
    }
  })

  app.get<Params>(`${path}/code`, async (request, reply) => {
    await underWay(request, reply)
    const { uid } = request.params
    const signUp = await findSignUp(database.db, { uid, browserHash: mark.of(request) }, now())
    return signUp
      ? sendPage(reply, codePage(company, uid, { email: signUp.email }))
      : sendPage(reply, signUpPage(company, uid, {}))
  })

  app.post<Params>(`${path}/code`, async (request, reply) => {
    await underWay(request, reply)
    const { uid } = request.params
    const browserHash = mark.of(request)
    const signUp = await findSignUp(database.db, { uid, browserHash }, now())
    if (!signUp) return sendPage(reply, signUpPage(company, uid, {}))
    try {
      await limit(EMBEDDED_LIMITS.linkPerAddress, networkOf(request.ip))
      const { code } = readForm(CodeInput, request.body)
      const result = await trySignUpCode(deps, { uid, browserHash, code })
      if (result === 'proven') return reply.redirect(at(request, 'new-account'), 303)
      throw new AppError('VALIDATION_ERROR', 'Check what you entered.', {
        fields: { code: result === 'wrong' ? WRONG_CODE : STALE_CODE },
      })
    } catch (error) {
      return sendFormAgain(reply, error, signUp.email, (state) => codePage(company, uid, state))
    }
  })

  app.get<Params>(`${path}/new-account`, async (request, reply) => {
    await underWay(request, reply)
    const { uid } = request.params
    const signUp = await findSignUp(database.db, { uid, browserHash: mark.of(request) }, now())
    return signUp?.isProven
      ? sendPage(reply, newAccountPage(company, { uid }, { email: signUp.email }))
      : sendPage(reply, signUpPage(company, uid, { email: signUp?.email ?? '' }))
  })

  app.post<Params>(`${path}/new-account`, async (request, reply) => {
    await underWay(request, reply)
    const { uid } = request.params
    const token = typed(request.body, 'token')
    return makeAccount(request, reply, { uid, token }, (account) =>
      interactions.finish(request, reply, { account, amr: BY_PASSWORD }),
    )
  })

  // The link leads here rather than to the sign-in in progress, which expires sooner than the link.
  app.get('/sign-up', async (request, reply) => {
    const token = formToken(request)
    const signUp = await findSignUp(database.db, { token, browserHash: mark.of(request) }, now())
    if (signUp) {
      const isUnderWay = await isInteractionLive(signUp.uid)
      const { uid, email } = signUp
      return sendPage(reply, newAccountPage(company, { uid: isUnderWay ? uid : undefined, token }, { email }))
    }
    return (await isLiveToken(database.db, token, now()))
      ? sendPage(reply, otherBrowserPage(company))
      : sendPage(reply, staleSignUpPage(company), GONE)
  })

  app.post('/sign-up', async (request, reply) =>
    makeAccount(request, reply, { uid: undefined, token: typed(request.body, 'token') }, async () =>
      sendPage(reply, donePage(company, 'created')),
    ),
  )

  /** By the link if the form has its token, otherwise by the code that was entered in the sign-in in progress. */
  async function makeAccount(
    request: FastifyRequest,
    reply: FastifyReply,
    { uid, token }: { uid: string | undefined; token: string },
    done: (account: Account) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    const browserHash = mark.of(request)
    const which = token ? { token, browserHash } : { uid: uid ?? '', browserHash }
    const signUp = await findSignUp(database.db, which, now())
    if (!signUp || !browserHash) return sendPage(reply, staleSignUpPage(company), GONE)
    const { email } = signUp
    try {
      await limit(EMBEDDED_LIMITS.linkPerAddress, networkOf(request.ip))
      const { password } = readForm(NewPasswordForm, request.body)
      await requireUnknownPassword(password, email)
      const passwordHash = await hashPassword(password)
      const account = await finishSignUp(deps, which, { password, passwordHash })
      if (!account) return sendPage(reply, staleSignUpPage(company), GONE)
      await storeDevice(database.db, account.id, browserHash, now())
      return await done(account)
    } catch (error) {
      return sendFormAgain(reply, error, email, (state) =>
        newAccountPage(company, { uid, ...(token && { token }) }, state),
      )
    }
  }

  async function isInteractionLive(uid: string): Promise<boolean> {
    const { rowCount } = await selectLiveInteraction(database.pool, [uid, now()])
    return Boolean(rowCount)
  }
}
