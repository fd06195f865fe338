import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '#server/platform/http/app-error.ts'
import { deviceOf } from '#server/platform/http/device.ts'
import { networkOf, originOf } from '#server/platform/http/request-context.ts'
import { type Account, findAccountById } from './accounts.ts'
import { tryAppCode } from './authenticator.ts'
import { accountOfChallenge, challengeFor, endChallenge } from './challenges.ts'
import { EMBEDDED_LIMITS, type EmbeddedProviderDeps } from './deps.ts'
import { type FormState, interactionPath } from './fields.ts'
import { refuseForm, sendForm } from './form-answer.ts'
import { CodeInput, PasskeyForm, RecoveryForm, readForm } from './forms.ts'
import type { InteractionRequest, Interactions } from './interactions.ts'
import { recoveryPage, secondFactorPage } from './pages.ts'
import { accountOfPasskey, requestOptions } from './passkeys.ts'
import { recoveryCodesOf, tryRecoveryCode } from './recovery-codes.ts'
import type { SignInGate } from './sign-in-gate.ts'
import { methodsOf } from './sign-in-methods.ts'

const WRONG_CODE = 'That isn’t the code your app shows now. Wait for the next one and try again'
const WRONG_RECOVERY = 'That isn’t one of your recovery codes, or you’ve used it before'
const WRONG_PASSKEY = 'We couldn’t check this passkey. Try again.'

type Params = { Params: { uid: string } }

interface Parts {
  interactions: Interactions
  gate: SignInGate
  /** Completes the sign-in for the account, with these methods. */
  complete(
    request: InteractionRequest,
    reply: FastifyReply,
    done: { account: Account; amr: readonly string[] },
  ): Promise<FastifyReply>
}

const ownerOf = (uid: string) => `second:${uid}` as const

/** Records that an account's password was right in a sign-in, and returns the path of the second step. */
export async function askSecondFactor(
  { database, now }: EmbeddedProviderDeps,
  uid: string,
  account: Account,
): Promise<string> {
  await challengeFor(database.db, ownerOf(uid), account, now())
  return `${interactionPath(uid)}/second-factor`
}

/**
 * The second step of a sign-in: a code from the app, a passkey or a recovery code. No one gets here without the
 * password.
 */
export function registerSecondFactorRoutes(
  app: FastifyInstance,
  deps: EmbeddedProviderDeps,
  { interactions, gate, complete }: Parts,
): void {
  const { database, company, limit, now, secrets } = deps
  const path = '/interaction/:uid/second-factor'

  /** The sign-in, and whose password was right; undefined if that step is still to be done. */
  const stateOf = async (request: InteractionRequest, reply: FastifyReply) => {
    const interaction = await interactions.underWay(request, reply)
    const id = await accountOfChallenge(database.db, ownerOf(request.params.uid), now())
    return { interaction, account: id === undefined ? undefined : await findAccountById(database.db, id) }
  }
  const back = (request: InteractionRequest, reply: FastifyReply) =>
    reply.redirect(interactionPath(request.params.uid), 303)

  const page = async ({ params }: InteractionRequest, account: Account) => {
    const methods = await methodsOf(database.db, account.id)
    const offered = {
      hasApp: methods.app !== null,
      passkey: methods.passkeys.length ? await requestOptions(deps, ownerOf(params.uid), account) : undefined,
      hasRecoveryCodes: (methods.recoveryCodes?.left ?? 0) > 0,
    }
    return (state: FormState) => secondFactorPage(company, params.uid, state, offered)
  }

  /** Reads and checks what was sent; a refusal leads back to the form. */
  const step = async (
    request: InteractionRequest,
    reply: FastifyReply,
    prove: (account: Account) => Promise<readonly string[]>,
    form: 'second-factor' | 'second-factor/recovery',
  ) => {
    const { interaction, account } = await stateOf(request, reply)
    if (!account) return back(request, reply)
    try {
      await limit(EMBEDDED_LIMITS.signInPerAddress, networkOf(request.ip))
      const amr = await prove(account)
      await endChallenge(database.db, ownerOf(request.params.uid))
      return await complete(request, reply, { account, amr })
    } catch (error) {
      return refuseForm(reply, interaction, error, { step: form, email: account.email })
    }
  }

  app.get<Params>(path, async (request, reply) => {
    const { interaction, account } = await stateOf(request, reply)
    return account
      ? sendForm(reply, interaction, 'second-factor', await page(request, account))
      : back(request, reply)
  })

  app.post<Params>(path, (request, reply) =>
    step(
      request,
      reply,
      async (account) => {
        const { code } = readForm(CodeInput, request.body)
        const isRight = await gate.takesCode(request, account, (tx) => tryAppCode(tx, deps, account, code))
        if (!isRight) throw wrong('code', WRONG_CODE)
        return ['pwd', 'otp', 'mfa']
      },
      'second-factor',
    ),
  )

  app.post<Params>(`${path}/passkey`, (request, reply) =>
    step(
      request,
      reply,
      async (account) => {
        const { answer } = readForm(PasskeyForm, request.body)
        const proven = await accountOfPasskey(deps, ownerOf(request.params.uid), answer)
        if (proven?.id !== account.id) throw new AppError('UNAUTHENTICATED', WRONG_PASSKEY)
        return ['pwd', 'hwk', 'mfa']
      },
      'second-factor',
    ),
  )

  app.get<Params>(`${path}/recovery`, async (request, reply) => {
    const { interaction, account } = await stateOf(request, reply)
    return account
      ? sendForm(reply, interaction, 'second-factor/recovery', (state) =>
          recoveryPage(company, interaction.uid, state),
        )
      : back(request, reply)
  })

  app.post<Params>(`${path}/recovery`, (request, reply) =>
    step(
      request,
      reply,
      async (account) => {
        const { recovery } = readForm(RecoveryForm, request.body)
        const isRight = await gate.takesCode(request, account, async (tx) => {
          if (!(await tryRecoveryCode(tx, secrets, account, recovery, now()))) return false
          const left = (await recoveryCodesOf(tx, account.id))?.left ?? 0
          await deps.onRecoveryCodeUsed?.(tx, { sub: account.sub, left, origin: originOf(request) })
          const { email: to, name } = account
          const device = deviceOf(request.headers['user-agent'] ?? null)
          await deps.tell?.(tx, { kind: 'recovery-code-used', to, name, left, device, at: now() })
          return true
        })
        if (!isRight) throw wrong('recovery', WRONG_RECOVERY)
        return ['pwd', 'otp', 'mfa']
      },
      'second-factor/recovery',
    ),
  )
}

function wrong(field: string, message: string): AppError {
  return new AppError('VALIDATION_ERROR', 'Check what you entered.', { fields: { [field]: message } })
}
