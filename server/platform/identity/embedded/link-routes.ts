import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#server/platform/http/app-error.ts'
import { networkOf } from '#server/platform/http/network.ts'
import { markEmailVerified, setPassword } from './accounts.ts'
import { browserMark } from './browser-mark.ts'
import { EMBEDDED_LIMITS, type EmbeddedProviderDeps } from './deps.ts'
import { sendFormAgain, sendPage } from './form-answer.ts'
import { ConfirmForm, ResetForm, readForm, requireUnknownPassword, typed } from './forms.ts'
import { consumeLink, findLink, type Link } from './links.ts'
import { confirmPage, donePage, resetPage, staleLinkPage } from './pages.ts'
import { passwordGate } from './password-gate.ts'
import { hashPassword } from './passwords.ts'
import { forgetDevices } from './tries.ts'

const GONE = 410

/** Where the links in mails lead. A GET shows what would happen, a POST does it (security R26). */
export function registerLinkRoutes(app: FastifyInstance, deps: EmbeddedProviderDeps): void {
  const { database, company, limit, now } = deps
  const mark = browserMark(deps.publicUrl)

  app.get('/confirm', async (request, reply) => {
    const token = tokenOf(request)
    const link = await findLink(database.db, token, 'confirm-email', now())
    return link
      ? sendPage(reply, confirmPage(company, token, { email: link.email }, !isSameBrowser(request, link)))
      : sendPage(reply, staleLinkPage(company), GONE)
  })

  app.post('/confirm', async (request, reply) => {
    await limit(EMBEDDED_LIMITS.linkPerAddress, networkOf(request.ip))
    const { token, password } = readForm(ConfirmForm, request.body)
    const link = await findLink(database.db, token, 'confirm-email', now())
    if (!link) return sendPage(reply, staleLinkPage(company), GONE)
    const isElsewhere = !isSameBrowser(request, link)
    if (isElsewhere) {
      try {
        await requirePassword(request, link, password)
      } catch (error) {
        return sendFormAgain(reply, error, link.email, (state) => confirmPage(company, token, state, true))
      }
    }
    const done = await database.transaction(async (tx) => {
      const link = await consumeLink(tx, token, 'confirm-email', now())
      if (!link) return false
      const account = await markEmailVerified(tx, link.accountId, now())
      if (account) await deps.onEmailConfirmed?.(tx, account)
      return true
    })
    return done
      ? sendPage(reply, donePage(company, isElsewhere ? 'confirmed-elsewhere' : 'confirmed'))
      : sendPage(reply, staleLinkPage(company), GONE)
  })

  app.get('/reset', async (request, reply) => {
    const token = tokenOf(request)
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

  function isSameBrowser(request: FastifyRequest, link: Link): boolean {
    return mark.matches(request, link.browserHash)
  }

  /** Throws VALIDATION_ERROR without a password, UNAUTHENTICATED with a wrong one, RATE_LIMITED after too many. */
  async function requirePassword(
    request: FastifyRequest,
    link: Link,
    password: string | undefined,
  ): Promise<void> {
    if (!password)
      throw new AppError('VALIDATION_ERROR', 'Check what you entered.', {
        fields: { password: 'Enter your password' },
      })
    const account = await passwordGate(deps, mark).signIn(request, { email: link.email, password })
    if (account?.id !== link.accountId)
      throw new AppError(
        'UNAUTHENTICATED',
        'That isn’t the password of this account. Try again, or reset it.',
      )
  }

  async function replacePassword(token: string, passwordHash: string): Promise<boolean> {
    return database.transaction(async (tx) => {
      const link = await consumeLink(tx, token, 'reset-password', now())
      if (!link) return false
      await setPassword(tx, link.accountId, passwordHash, now())
      await forgetDevices(tx, { id: link.accountId, email: link.email })
      // The link came by mail: whoever used it reads mail at this address.
      const account = await markEmailVerified(tx, link.accountId, now())
      if (account) {
        await deps.onEmailConfirmed?.(tx, account)
        await deps.onPasswordChanged?.(tx, account)
      }
      return true
    })
  }
}

function tokenOf(request: FastifyRequest): string {
  const token = typed(request.query, 'token')
  if (token.length > 200)
    throw new AppError('VALIDATION_ERROR', 'This link is not complete. Open it from the message again.')
  return token
}
