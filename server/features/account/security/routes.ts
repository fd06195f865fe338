import type { FastifyRequest } from 'fastify'
import * as contract from '#contract/account/sign-in-methods.ts'
import { callerOf } from '#server/model/access/access-guard.ts'
import type { Caller } from '#server/model/access/caller.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { originOf } from '#server/platform/http/request-context.ts'
import type { Routes } from '#server/platform/http/route.ts'
import { findAccountBySub } from '#server/platform/identity/embedded/accounts.ts'
import { beginApp, confirmApp, removeApp } from '#server/platform/identity/embedded/authenticator.ts'
import { endChallenge } from '#server/platform/identity/embedded/challenges.ts'
import {
  checkNewPasskey,
  creationOptions,
  insertPasskey,
  removePasskey,
  renamePasskey,
} from '#server/platform/identity/embedded/passkeys.ts'
import { makeRecoveryCodes } from '#server/platform/identity/embedded/recovery-codes.ts'
import type { EmbeddedSecrets } from '#server/platform/identity/embedded/secrets.ts'
import {
  dropUselessCodes,
  hasSecondFactor,
  methodsOf,
} from '#server/platform/identity/embedded/sign-in-methods.ts'
import type { Services } from '#server/services.ts'
import {
  afterAdding,
  changeMethods,
  type MethodServices,
  type OwnerAct,
  recordMethodChange,
  requireOwner,
} from './change-methods.ts'

const NOT_OURS = 'Your sign-in provider keeps this. Change it there.'
const NO_PASSKEY = 'There is no such passkey.'

/** The signed-in person's passkeys, authenticator app and recovery codes, if the embedded provider has them. */
export function registerSignInMethods(
  routes: Routes,
  services: Services,
  { secrets, issuer }: { secrets: EmbeddedSecrets | undefined; issuer: string },
): void {
  const { database, now, config } = services
  const { publicUrl, company } = config

  const accountOf = async ({ issuer: of, auth0Id }: Caller) =>
    secrets && of === issuer ? findAccountBySub(database.db, auth0Id) : undefined
  /** Throws NOT_FOUND if an external provider has the person's methods. */
  const actOf = async (request: FastifyRequest): Promise<OwnerAct & { kept: MethodServices }> => {
    const caller = callerOf(request)
    const account = await accountOf(caller)
    if (!account || !secrets) throw new AppError('NOT_FOUND', NOT_OURS)
    return {
      actor: { kind: 'user', id: caller.userId },
      origin: originOf(request),
      session: caller,
      account,
      name: caller.name,
      kept: { ...services, secrets, publicUrl, company },
    }
  }
  const requireOwnerNow = async (act: OwnerAct) => {
    const methods = await methodsOf(database.db, act.account.id)
    requireOwner(act, methods, now())
    return methods
  }

  routes.on(contract.getSignInMethods)(async ({ request }) => {
    const account = await accountOf(callerOf(request))
    if (!account) return { areKeptHere: false, passkeys: [], app: null, recoveryCodes: null }
    const { passkeys, app, recoveryCodes } = await methodsOf(database.db, account.id)
    return {
      areKeptHere: true,
      passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
        id,
        name,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
      app: app && {
        addedAt: app.addedAt.toISOString(),
        lastUsedAt: app.lastUsedAt?.toISOString() ?? null,
      },
      recoveryCodes: recoveryCodes && {
        left: recoveryCodes.left,
        madeAt: recoveryCodes.madeAt.toISOString(),
      },
    }
  })

  routes.on(contract.startPasskey)(async ({ request }) => {
    const { kept, ...act } = await actOf(request)
    requireRoom((await requireOwnerNow(act)).passkeys.length)
    const options = await creationOptions(kept, act.account, `add:${act.session.tokenHash}`)
    return { options: { ...options } }
  })

  routes.on(contract.addPasskey)(async ({ body, request }) => {
    const { kept, ...act } = await actOf(request)
    await requireOwnerNow(act)
    const owner = `add:${act.session.tokenHash}` as const
    const passkey = await checkNewPasskey(kept, act.account, owner, body.response)
    if (!passkey)
      throw new AppError('VALIDATION_ERROR', 'We couldn’t check this passkey. Nothing was added. Try again.')
    const recoveryCodes = await changeMethods(kept, act, async (tx, methods) => {
      requireRoom(methods.passkeys.length)
      if (!(await insertPasskey(tx, act.account.id, { ...passkey, name: body.name }, now())))
        throw new AppError('DUPLICATE_ENTRY', 'You have added this passkey before.')
      await endChallenge(tx, owner)
      await recordMethodChange(kept, tx, act, {
        type: 'auth.method_added',
        change: 'passkey-added',
        name: body.name,
      })
      return afterAdding(kept, tx, act, methods)
    })
    return { success: true, ...(recoveryCodes && { recoveryCodes }) }
  })

  routes.on(contract.renamePasskey)(async ({ params, body, request }) => {
    const { account, actor, origin } = await actOf(request)
    await database.transaction(async (tx) => {
      if (!(await renamePasskey(tx, account.id, params.id, body.name)))
        throw new AppError('NOT_FOUND', NO_PASSKEY)
      await recordEvent(tx, {
        at: now(),
        type: 'auth.method_renamed',
        actor,
        userId: actor.id,
        after: { name: body.name },
        origin,
      })
    })
    return { success: true }
  })

  routes.on(contract.removePasskey)(async ({ params, request }) => {
    const { kept, ...act } = await actOf(request)
    await changeMethods(kept, act, async (tx) => {
      const name = await removePasskey(tx, act.account.id, params.id)
      if (name === undefined) throw new AppError('NOT_FOUND', NO_PASSKEY)
      await dropUselessCodes(tx, act.account.id)
      await recordMethodChange(kept, tx, act, {
        type: 'auth.method_removed',
        change: 'passkey-removed',
        name,
      })
    })
    return { success: true }
  })

  routes.on(contract.startApp)(async ({ request }) => {
    const { kept, ...act } = await actOf(request)
    await requireOwnerNow(act)
    return beginApp(kept, act.account)
  })

  routes.on(contract.confirmApp)(async ({ body, request }) => {
    const { kept, ...act } = await actOf(request)
    const recoveryCodes = await changeMethods(kept, act, async (tx, methods) => {
      if (!(await confirmApp(tx, kept, act.account, body.code)))
        throw new AppError('VALIDATION_ERROR', 'Check what you entered.', {
          fields: { code: 'That isn’t the code your app shows now. Wait for the next one and try again' },
        })
      await recordMethodChange(kept, tx, act, { type: 'auth.method_added', change: 'app-added' })
      return afterAdding(kept, tx, act, methods)
    })
    return { success: true, ...(recoveryCodes && { recoveryCodes }) }
  })

  routes.on(contract.removeApp)(async ({ request }) => {
    const { kept, ...act } = await actOf(request)
    await changeMethods(kept, act, async (tx) => {
      if (!(await removeApp(tx, act.account.id)))
        throw new AppError('NOT_FOUND', 'You have no authenticator app here.')
      await dropUselessCodes(tx, act.account.id)
      await recordMethodChange(kept, tx, act, { type: 'auth.method_removed', change: 'app-removed' })
    })
    return { success: true }
  })

  routes.on(contract.makeRecoveryCodes)(async ({ request }) => {
    const { kept, ...act } = await actOf(request)
    const recoveryCodes = await changeMethods(kept, act, async (tx, methods) => {
      if (!hasSecondFactor(methods))
        throw new AppError('INVALID_STATE', 'Add a passkey or an authenticator app first.')
      await recordMethodChange(kept, tx, act, {
        type: 'auth.recovery_codes_made',
        change: 'recovery-codes-made',
      })
      return makeRecoveryCodes(tx, kept.secrets, act.account, now())
    })
    return { success: true, recoveryCodes }
  })
}

function requireRoom(passkeys: number): void {
  if (passkeys >= contract.MOST_PASSKEYS)
    throw new AppError('INVALID_STATE', `You have ${passkeys} passkeys. Remove one you don’t use first.`)
}
