import type { FastifyRequest } from 'fastify'
import { originOf } from '#server/platform/http/request-context.ts'
import { deviceOf } from '#server/platform/sessions/device.ts'
import { type Account, findAccountByEmail } from './accounts.ts'
import type { BrowserMark } from './browser-mark.ts'
import type { EmbeddedProviderDeps } from './deps.ts'
import { passwordMatches } from './passwords.ts'
import { countTry, noteDevice } from './tries.ts'

/** The failure in a row at which the owner of an account is told. */
const TELLING_FAILURE = 10

/** Every way in by a password goes through here, so that each try is counted, recorded and told alike. */
export function passwordGate(deps: EmbeddedProviderDeps, mark: BrowserMark) {
  const { database, now } = deps

  return {
    /**
     * The account whose address and password these are; undefined otherwise, after the same time (security R56). Throws
     * RATE_LIMITED while former failures from such a browser still cost.
     */
    async signIn(
      request: FastifyRequest,
      { email, password }: { email: string; password: string },
    ): Promise<Account | undefined> {
      const tried = await countTry(database, { email, device: mark.of(request) }, now())
      const account = await findAccountByEmail(database.db, email)
      const isRight = await passwordMatches(password, account?.passwordHash)
      if (!account) return undefined
      await database.transaction(async (tx) => {
        if (isRight) return tried.succeeded(tx)
        const { failures, isKnownDevice } = tried
        await deps.onSignInFailed?.(tx, {
          sub: account.sub,
          failures,
          isKnownDevice,
          origin: originOf(request),
        })
        const { email: to, name, emailVerified } = account
        if (failures === TELLING_FAILURE && emailVerified)
          await deps.tell?.(tx, { kind: 'sign-in-failures', to, name, failures })
      })
      return isRight ? account : undefined
    },

    /** Knows the browser from now on, and tells the owner of the account where it is a new one beside others. */
    async welcome(request: FastifyRequest, account: Account, device: string): Promise<void> {
      const { id, email: to, name, emailVerified } = account
      const at = now()
      await database.transaction(async (tx) => {
        if (!(await noteDevice(tx, id, device, at)) || !emailVerified) return
        const found = deviceOf(request.headers['user-agent'] ?? null)
        await deps.tell?.(tx, { kind: 'new-device', to, name, device: found, at })
      })
    },
  }
}
