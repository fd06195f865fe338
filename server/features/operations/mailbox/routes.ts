import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ReactElement } from 'react'
import { z } from 'zod'
import type { DateStyle } from '#contract/date-style.ts'
import { inDigits, UserId } from '#contract/fields.ts'
import type { RenderAttachments } from '#server/model/mail/mail-attachments.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { FieldCipher } from '#server/platform/fields/field-cipher.ts'
import { contentDisposition } from '#server/platform/files/file-name.ts'
import { MESSAGE_POLICY, PAGE_POLICY } from './pages.ts'
import { findMessage, listMessages } from './repository.ts'

const Filter = z.object({ to: z.string().max(254).catch('') })
const MessageId = z.object({ id: UserId })
const Place = z.object({ index: inDigits(z.number().int().min(0).max(100)).catch(-1) })

/**
 * Serves the emails in the database at /dev/mailbox, as pages and as JSON (choices §9.1). Register it with the
 * mailbox transport only, never in production: anyone who reaches it can read every email.
 */
export async function registerMailbox(
  app: FastifyInstance,
  options: {
    database: Database
    fields: FieldCipher
    renderAttachments: RenderAttachments
    dateStyle: DateStyle
  },
): Promise<void> {
  const { database, fields, renderAttachments, dateStyle } = options
  app.get('/dev/mailbox', async (request, reply) => {
    const { to } = Filter.parse(request.query)
    const { mailboxPage } = await import('./pages.ts')
    return sendPage(reply, mailboxPage(await listMessages(database.db, fields, to), to, dateStyle))
  })

  app.get('/dev/mailbox/messages', async (request, reply) => {
    const { to } = Filter.parse(request.query)
    return reply.header('cache-control', 'no-store').send(await listMessages(database.db, fields, to))
  })

  app.get('/dev/mailbox/:id', async (request, reply) => {
    const message = await messageOf(options, request.params)
    const { messagePage, noMessagePage } = await import('./pages.ts')
    return message
      ? sendPage(reply, messagePage(message, dateStyle))
      : sendPage(reply.code(404), noMessagePage())
  })

  app.get('/dev/mailbox/:id/attachments/:index', async (request, reply) => {
    const message = await messageOf(options, request.params)
    const attachment = message?.attachments[Place.parse(request.params).index]
    if (!attachment) return sendPage(reply.code(404), (await import('./pages.ts')).noMessagePage())
    const [file] = await renderAttachments([attachment])
    if (!file) return sendPage(reply.code(404), (await import('./pages.ts')).noMessagePage())
    return secured(reply, PAGE_POLICY)
      .header('content-disposition', contentDisposition('inline', file.fileName))
      .type(file.mime)
      .send(file.content)
  })

  app.get('/dev/mailbox/:id/html', async (request, reply) => {
    const message = await messageOf(options, request.params)
    if (!message) return sendPage(reply.code(404), (await import('./pages.ts')).noMessagePage())
    // Links open in the whole window, neither inside the frame nor in another window.
    const html = message.html
      .replaceAll(' target="_blank"', '')
      .replace('<head>', '<head><base target="_top"/>')
    return secured(reply, MESSAGE_POLICY).header('x-frame-options', 'SAMEORIGIN').send(html)
  })
}

async function messageOf({ database, fields }: { database: Database; fields: FieldCipher }, params: unknown) {
  const { success, data } = MessageId.safeParse(params)
  return success ? await findMessage(database.db, fields, data.id) : undefined
}

async function sendPage(reply: FastifyReply, page: ReactElement) {
  const { renderToStaticMarkup } = await import('react-dom/server')
  return secured(reply, PAGE_POLICY)
    .header('x-frame-options', 'DENY')
    .send(`<!doctype html>${renderToStaticMarkup(page)}`)
}

function secured(reply: FastifyReply, policy: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
}
