import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#server/platform/database/database.ts'
import { deviceOf } from '#server/platform/http/device.ts'
import { originOf } from '#server/platform/http/request-context.ts'
import { type Account, findAccountByEmail, hasPassword } from './accounts.ts'
import { ADDRESS_MS, type EmbeddedProviderDeps, IDP_PREFIX, type Tried } from './deps.ts'
import { tokenHash } from './token-hash.ts'
import { countTry, KNOWN_DEVICE_DAYS, storeDevice } from './tries.ts'

/** The consecutive failure at which an account's owner is told. */
const TELLING_FAILURE = 10

export type SignInGate = ReturnType<typeof signInGate>

/** Every typed credential goes through here, so that each attempt is counted, recorded and reported the same way. */
export function signInGate(deps: EmbeddedProviderDeps, mark: BrowserMark) {
  const { database, now } = deps
  type Counted = Awaited<ReturnType<typeof countTry>>

  const count = (request: FastifyRequest, email: string, what: Tried) =>
    countTry(database, { email, what, device: mark.of(request) }, now())

  async function failed(
    tx: Db,
    request: FastifyRequest,
    { account, what, counted }: { account: Account; what: Tried; counted: Counted },
  ): Promise<void> {
    const { failures, isKnownDevice } = counted
    const origin = originOf(request)
    await deps.onSignInFailed?.(tx, { sub: account.sub, failures, isKnownDevice, what, origin })
    const { email: to, name, emailVerified } = account
    if (failures === TELLING_FAILURE && emailVerified)
      await deps.tell?.(tx, { kind: 'sign-in-failures', to, name, failures, what })
  }

  return {
    /**
     * The account with this address and password; undefined otherwise, after the same time (security R56).
     * Throws RATE_LIMITED while former failures from this browser still impose a wait.
     */
    async signIn(
      request: FastifyRequest,
      { email, password }: { email: string; password: string },
    ): Promise<Account | undefined> {
      const counted = await count(request, email, 'password')
      const paused = pause(ADDRESS_MS)
      const account = await findAccountByEmail(database.db, email)
      const isRight = await hasPassword(database.db, account, password)
      if (account)
        await database.transaction((tx) =>
          isRight ? counted.succeeded(tx) : failed(tx, request, { account, what: 'password', counted }),
        )
      if (account && isRight) return account
      // Only a known address's attempt was recorded, which takes time.
      await paused
      return undefined
    },

    /**
     * Whether `check` accepts the account's code, in one transaction with its consequences. Throws RATE_LIMITED
     * as above.
     */
    async takesCode(
      request: FastifyRequest,
      account: Account,
      check: (tx: Db) => Promise<boolean>,
    ): Promise<boolean> {
      const counted = await count(request, account.email, 'code')
      return database.transaction(async (tx) => {
        const isRight = await check(tx)
        if (isRight) await counted.succeeded(tx)
        else await failed(tx, request, { account, what: 'code', counted })
        return isRight
      })
    },

    /** Remembers the browser, and tells the account's owner if it is a new one among others. */
    async welcome(request: FastifyRequest, account: Account, device: string): Promise<void> {
      const { id, email: to, name, emailVerified } = account
      const at = now()
      await database.transaction(async (tx) => {
        if (!(await storeDevice(tx, id, device, at)) || !emailVerified) return
        const found = deviceOf(request.headers['user-agent'] ?? null)
        await deps.tell?.(tx, { kind: 'new-device', to, name, device: found, at })
      })
    },
  }
}

/**
 * Recognises the browser in which an account's password was typed, or a sign-up began. Strangers' attempts
 * don't count against it, and proof of an address works in it only: the owner of an address must not confirm,
 * by opening the email, an account that a stranger created with it (security A19).
 */
interface BrowserMark {
  /** Marks the request's browser unless it is marked; returns the hash to store. */
  set(request: FastifyRequest, reply: FastifyReply): string
  /** The hash for a request's browser; undefined if it has no mark. */
  of(request: FastifyRequest): string | undefined
}

/** This deployment's browser mark: a cookie that no script can read and that is sent to the provider's pages only. */
export function browserMark(publicUrl: string): BrowserMark {
  const secure = publicUrl.startsWith('https:')
  const name = secure ? '__Secure-idp_browser' : 'idp_browser'
  const tokenOf = (request: FastifyRequest) => {
    const token = request.cookies[name]
    return token && token.length <= 100 ? token : undefined
  }
  return {
    set(request, reply) {
      const token = tokenOf(request) ?? randomBytes(32).toString('base64url')
      const maxAge = KNOWN_DEVICE_DAYS * 86_400
      reply.setCookie(name, token, { path: IDP_PREFIX, httpOnly: true, sameSite: 'lax', secure, maxAge })
      return tokenHash(token)
    },
    of(request) {
      const token = tokenOf(request)
      return token && tokenHash(token)
    },
  }
}
