import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#server/platform/database/database.ts'
import { deviceOf } from '#server/platform/http/device.ts'
import { originOf } from '#server/platform/http/request-context.ts'
import { type Account, findAccountByEmail, hasPassword } from './accounts.ts'
import { type EmbeddedProviderDeps, IDP_PREFIX, type Tried } from './deps.ts'
import { countTry, KNOWN_DEVICE_DAYS, storeDevice } from './tries.ts'

/** The failure in a row at which the owner of an account is told. */
const TELLING_FAILURE = 10

export type SignInGate = ReturnType<typeof signInGate>

/** Every way in by something that is typed goes through here, so that each try is counted, recorded and told alike. */
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
     * The account whose address and password these are; undefined otherwise, after the same time (security R56). Throws
     * RATE_LIMITED while former failures from such a browser still cost.
     */
    async signIn(
      request: FastifyRequest,
      { email, password }: { email: string; password: string },
    ): Promise<Account | undefined> {
      const counted = await count(request, email, 'password')
      const account = await findAccountByEmail(database.db, email)
      const isRight = await hasPassword(database.db, account, password)
      if (!account) return undefined
      await database.transaction((tx) =>
        isRight ? counted.succeeded(tx) : failed(tx, request, { account, what: 'password', counted }),
      )
      return isRight ? account : undefined
    },

    /** Whether `check` finds a code of the account right, in one transaction with what follows from it. Throws RATE_LIMITED alike. */
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

    /** Knows the browser from now on, and tells the owner of the account where it is a new one beside others. */
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
 * Knows again the browser in which an account's password was typed, or a sign-up began: strangers' tries don't count against
 * it, and what proves an address works there alone. The owner of an address must not confirm, by opening the mail, an account
 * that a stranger makes with it (security A19).
 */
interface BrowserMark {
  /** Marks the browser of a request, unless it is marked; returns the hash to keep. */
  set(request: FastifyRequest, reply: FastifyReply): string
  /** The hash of a request's browser; undefined where it has no mark. */
  of(request: FastifyRequest): string | undefined
}

/** The mark of this deployment: a cookie that no script reads and no other page than the provider's is sent. */
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
      return hashOf(token)
    },
    of(request) {
      const token = tokenOf(request)
      return token && hashOf(token)
    },
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
