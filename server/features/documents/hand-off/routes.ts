import type { FastifyRequest } from 'fastify'
import { DocumentSlot, documentType, ONBOARDING_MAX_FILE_BYTES } from '#contract/documents/documents.ts'
import * as contract from '#contract/documents/hand-offs.ts'
import { UPLOAD_LIMIT } from '#contract/documents/uploads.ts'
import { callerOf } from '#server/model/access/access-guard.ts'
import { type SessionCookie, sessionTokenOf } from '#server/model/access/session-cookie.ts'
import type { HandOffRow } from '#server/model/schema/documents.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { countMisses } from '#server/platform/http/rate-limit.ts'
import { originOf } from '#server/platform/http/request-context.ts'
import type { Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'
import { abortOf } from '../abort-of.ts'
import { brokenForm, multipartUpload } from '../multipart-upload.ts'
import { storeDocument } from '../store-document.ts'
import {
  connectedHandOff,
  endFromPhone,
  endHandOff,
  findHandOff,
  openHandOff,
  presentToPhone,
  startHandOff,
} from './hand-offs.ts'

/** Photos that a phone takes for someone at a computer: the computer's calls by its session, the phone's by a cookie of its own. */
export function registerHandOffs(
  routes: Routes,
  services: Services,
  { cookie }: { /** Of the phone. */ cookie: SessionCookie },
): void {
  const { database, config } = services

  routes.on(contract.startHandOff)(async ({ body, request }) => {
    if (body.slots.some((slot) => documentType(slot).of !== 'consumer'))
      throw new AppError('VALIDATION_ERROR', 'A phone takes photos of a person’s own documents.')
    const { handOff, token } = await startHandOff(services, callerOf(request).userId, body, originOf(request))
    // Behind the number sign, which no browser sends to any server and no log keeps.
    return { handOff, token, link: `${config.publicUrl}/p#${token}` }
  })

  routes.on(contract.readHandOff)(async ({ params, request }) => {
    const found = findHandOff(services, callerOf(request).userId, params.id)
    return { handOff: await countMisses(services, request, found) }
  })

  routes.on(contract.endHandOff)(async ({ params, request }) => {
    const ended = endHandOff(services, callerOf(request).userId, params.id, originOf(request))
    return { handOff: await countMisses(services, request, ended) }
  })

  routes.on(contract.openHandOff)(async ({ body, request, reply }) => {
    const opening = openHandOff(services, body.token, originOf(request))
    const { row, phoneToken } = await countMisses(services, request, opening)
    cookie.write(reply, phoneToken)
    return { handOff: await presentToPhone(database.db, row) }
  })

  const connected = (request: FastifyRequest) => connectedHandOff(services, sessionTokenOf(request, cookie))

  routes.on(contract.readPhoneHandOff)(async ({ request }) => {
    const row = await connected(request)
    return { handOff: row ? await presentToPhone(database.db, row) : null }
  })

  const store = async (request: FastifyRequest, row: HandOffRow) => {
    const { fields, file } = await multipartUpload(request)
    const slot = DocumentSlot.parse(fields.documentType)
    if (!row.slots.includes(slot))
      throw new AppError('FORBIDDEN', 'This phone isn’t asked for that document.')
    await storeDocument(services, {
      userId: row.userId,
      kind: 'consumer',
      slot,
      fileName: fields.fileName ?? file.name,
      declaredType: file.declaredType,
      source: file.source,
      maxBytes: ONBOARDING_MAX_FILE_BYTES,
      docType: fields.docType,
      signal: abortOf(request),
      origin: originOf(request),
      // It may have been ended while the photo was on its way.
      stillAllowed: async () => {
        if (!(await connected(request))) throw disconnected()
      },
    }).catch((error: unknown) => {
      throw file.source.errored === error ? brokenForm(error) : error
    })
    return { success: true as const, slot, handOff: await presentToPhone(database.db, row) }
  }

  routes.on(contract.uploadFromPhone)(async ({ request }) => {
    try {
      const row = await connected(request)
      if (!row) throw disconnected()
      // The same allowance as at the computer: two devices are not two people.
      await services.limiter.consume(UPLOAD_LIMIT, `u${row.userId}`)
      return await store(request, row)
    } catch (error) {
      request.raw.unpipe().resume()
      throw error
    }
  })

  routes.on(contract.endPhoneHandOff)(async ({ request, reply }) => {
    const row = await connected(request)
    if (row) await endFromPhone(services, row.id, originOf(request))
    cookie.clear(reply)
    return { success: true }
  })
}

function disconnected(): AppError {
  return new AppError('NOT_FOUND', 'Your phone isn’t connected any more. Make a new code on your computer.')
}
