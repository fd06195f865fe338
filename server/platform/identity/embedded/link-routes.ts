import type { FastifyInstance } from 'fastify'
import { networkOf } from '#server/platform/http/request-context.ts'
import { markEmailVerified, setPassword } from './accounts.ts'
import { EMBEDDED_LIMITS, type EmbeddedProviderDeps } from './deps.ts'
import { GONE, sendFormAgain, sendPage } from './form-answer.ts'
import { formToken, ResetForm, readForm, requireUnknownPassword, typed } from './forms.ts'
import { consumeLink, findLink } from './links.ts'
import { donePage, resetPage, staleLinkPage } from './pages.ts'
import { hashPassword } from './passwords.ts'
import { forgetDevices } from './tries.ts'

/** Where the links to a new password lead. A GET shows what would happen, a POST does it (security R26). */
export function registerLinkRoutes(app: FastifyInstance, deps: EmbeddedProviderDeps): void {
  const { database, company, limit, now } = deps

  app.get('/reset', async (request, reply) => {
    const token = formToken(request)
    const link = await findLink(database.db, token, 'reset-password', now())
    return link
      ? sendPage(reply, resetPage(company, token, { email: link.email }))
      : sendPage(reply, staleLinkPage(company), GONE)
  })

  app.post('/reset', async (request, reply) => {
    await limit(EMBEDDED_LIMITS.linkPerAddress, networkOf(request.ip))
    const token = typed(request.body, 'token')
    const link = await findLink(database.db, token, 'reset-password', now())
    if (!link) return sendPage(reply, staleLinkPage(company), GONE)
    try {
      const { password } = readForm(ResetForm, request.body)
      await requireUnknownPassword(password, link.email)
      const done = await replacePassword(token, await hashPassword(password))
      return done
        ? sendPage(reply, donePage(company, 'changed'))
        : sendPage(reply, staleLinkPage(company), GONE)
    } catch (error) {
      return sendFormAgain(reply, error, link.email, (state) => resetPage(company, token, state))
    }
  })

  async function replacePassword(token: string, passwordHash: string): Promise<boolean> {
    return database.transaction(async (tx) => {
      const link = await consumeLink(tx, token, 'reset-password', now())
      if (!link) return false
      await setPassword(tx, link.accountId, passwordHash, now())
      await forgetDevices(tx, { id: link.accountId, email: link.email })
      // The link came by mail: the one who used it reads mail at this address.
      const account = await markEmailVerified(tx, link.accountId, now())
      if (account) {
        await deps.onEmailConfirmed?.(tx, account)
        await deps.endSessions?.(tx, account)
      }
      return true
    })
  }
}
