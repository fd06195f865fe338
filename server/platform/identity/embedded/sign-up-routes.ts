import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Interaction } from 'oidc-provider'
import { AppError } from '#server/platform/http/app-error.ts'
import { networkOf } from '#server/platform/http/request-context.ts'
import type { Account } from './accounts.ts'
import { ADDRESS_MS, EMBEDDED_LIMITS, type EmbeddedProviderDeps } from './deps.ts'
import type { FormState } from './fields.ts'
import {
  GONE,
  refuseForm,
  refuseLinkForm,
  sendForm,
  sendLinkForm,
  sendPage,
  sendTo,
  storeAddress,
} from './form-answer.ts'
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
  const requireSignUp = () => {
    if (!deps.signUpAllowed)
      throw new AppError('FORBIDDEN', 'New accounts are made by our team. Please contact support.')
  }

  app.post<Params>(`${path}/sign-up`, async (request, reply) => {
    const interaction = await underWay(request, reply)
    requireSignUp()
    const { uid } = interaction
    // With nothing typed yet, the sign-in page's button only asks for this form.
    if (typed(request.body, 'from') && !typed(request.body, 'email')) return sendTo(reply, uid, 'sign-up')
    try {
      const { email } = readForm(SignUpForm, request.body)
      await limit(EMBEDDED_LIMITS.signUpPerAddress, networkOf(request.ip, 48))
      const browserHash = mark.set(request, reply)
      await Promise.all([beginSignUp(deps, { uid, email, browserHash }), pause(ADDRESS_MS)])
      await storeAddress(interaction, 'sign-up', email)
      return sendTo(reply, uid, 'code')
    } catch (error) {
      return refuseForm(reply, interaction, error, { step: 'sign-up', email: typed(request.body, 'email') })
    }
  })

  app.get<Params>(`${path}/sign-up`, async (request, reply) => {
    const interaction = await underWay(request, reply)
    requireSignUp()
    return sendForm(reply, interaction, 'sign-up', (state) => signUpPage(company, interaction.uid, state))
  })

  app.get<Params>(`${path}/code`, async (request, reply) => {
    const interaction = await underWay(request, reply)
    const { uid } = interaction
    const signUp = await findSignUp(database.db, { uid, browserHash: mark.of(request) }, now())
    return signUp
      ? sendForm(reply, interaction, 'code', (state) => codePage(company, uid, state), signUp.email)
      : sendTo(reply, uid, 'sign-up')
  })

  app.post<Params>(`${path}/code`, async (request, reply) => {
    const interaction = await underWay(request, reply)
    const { uid } = interaction
    const browserHash = mark.of(request)
    const signUp = await findSignUp(database.db, { uid, browserHash }, now())
    if (!signUp) return sendTo(reply, uid, 'sign-up')
    try {
      await limit(EMBEDDED_LIMITS.linkPerAddress, networkOf(request.ip))
      const { code } = readForm(CodeInput, request.body)
      const result = await trySignUpCode(deps, { uid, browserHash, code })
      if (result === 'proven') return sendTo(reply, uid, 'new-account')
      throw new AppError('VALIDATION_ERROR', 'Check what you entered.', {
        fields: { code: result === 'wrong' ? WRONG_CODE : STALE_CODE },
      })
    } catch (error) {
      return refuseForm(reply, interaction, error, { step: 'code', email: signUp.email })
    }
  })

  app.get<Params>(`${path}/new-account`, async (request, reply) => {
    const interaction = await underWay(request, reply)
    const { uid } = interaction
    const signUp = await findSignUp(database.db, { uid, browserHash: mark.of(request) }, now())
    if (!signUp?.isProven) return sendTo(reply, uid, 'sign-up')
    const form = (state: FormState) => newAccountPage(company, { uid }, state)
    return sendForm(reply, interaction, 'new-account', form, signUp.email)
  })

  app.post<Params>(`${path}/new-account`, async (request, reply) => {
    const interaction = await underWay(request, reply)
    const token = typed(request.body, 'token')
    return makeAccount(request, reply, { interaction, token }, (account) =>
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
      const form = (state: FormState) =>
        newAccountPage(company, { uid: isUnderWay ? uid : undefined, token }, state)
      return sendLinkForm(reply, deps, { token, email }, form)
    }
    return (await isLiveToken(database.db, token, now()))
      ? sendPage(reply, otherBrowserPage(company))
      : sendPage(reply, staleSignUpPage(company), GONE)
  })

  app.post('/sign-up', async (request, reply) =>
    makeAccount(request, reply, { token: typed(request.body, 'token') }, async () =>
      sendPage(reply, donePage(company, 'created')),
    ),
  )

  /** By the link if the form has its token, otherwise by the code that was entered in the sign-in in progress. */
  async function makeAccount(
    request: FastifyRequest,
    reply: FastifyReply,
    { interaction, token }: { interaction?: Interaction; token: string },
    done: (account: Account) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    const browserHash = mark.of(request)
    const uid = interaction?.uid
    const which = token ? { token, browserHash } : { uid: uid ?? '', browserHash }
    const signUp = await findSignUp(database.db, which, now())
    if (!signUp || !browserHash) return sendPage(reply, staleSignUpPage(company), GONE)
    const { email } = signUp
    try {
      await limit(EMBEDDED_LIMITS.linkPerAddress, networkOf(request.ip))
      const { password } = readForm(NewPasswordForm, request.body)
      await requireUnknownPassword(password, email, deps)
      const passwordHash = await hashPassword(password)
      const account = await finishSignUp(deps, which, { password, passwordHash })
      if (!account) return sendPage(reply, staleSignUpPage(company), GONE)
      await storeDevice(database.db, account.id, browserHash, now())
      return await done(account)
    } catch (error) {
      return interaction && !token
        ? refuseForm(reply, interaction, error, { step: 'new-account', email })
        : refuseLinkForm(reply, deps, error, { page: 'sign-up', token })
    }
  }

  async function isInteractionLive(uid: string): Promise<boolean> {
    const { rowCount } = await selectLiveInteraction(database.pool, [uid, now()])
    return Boolean(rowCount)
  }
}
