import type { FastifyReply, FastifyRequest } from 'fastify'
import { documentType, ONBOARDING_MAX_FILE_BYTES } from '#contract/documents/documents.ts'
import * as contract from '#contract/documents/hand-offs.ts'
import { UPLOAD_LIMIT } from '#contract/documents/uploads.ts'
import { callerOf } from '#server/model/access/access-guard.ts'
import { browserKey } from '#server/model/access/browser-keys.ts'
import { refuseIdentity } from '#server/model/access/own-identity.ts'
import { type SessionCookie, sessionTokenOf } from '#server/model/access/session-cookie.ts'
import type { DocumentUploadRow, HandOffRow } from '#server/model/schema/documents.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { countMisses } from '#server/platform/http/rate-limit.ts'
import { originOf } from '#server/platform/http/request-context.ts'
import type { Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'
import { documentNoticesOf, keepDocument } from '../keep-document.ts'
import { documentOfUpload } from '../parts/complete-upload.ts'
import { findUpload, openUpload, presentUpload } from '../parts/open-upload.ts'
import { takePart, tellProgress } from '../parts/routes.ts'
import { undoUpload } from '../undo-upload.ts'
import {
  connectedHandOff,
  endFromPhone,
  endHandOff,
  findHandOff,
  type HandOffKey,
  linkPath,
  openHandOff,
  startHandOff,
  whyOver,
} from './hand-offs.ts'
import { handOffAddressee, mailHandOff } from './mail-hand-off.ts'
import { presentToPhone } from './present-hand-off.ts'

/**
 * Photos that a phone takes for someone at a computer: the computer calls with its session, the phone with a cookie of
 * its own.
 */
export function registerHandOffs(
  routes: Routes,
  services: Services,
  { cookie }: { /** The phone's cookie. */ cookie: SessionCookie },
): void {
  const { database, config } = services

  routes.on(contract.startHandOff)(async ({ body, request }) => {
    if (body.slots.some((slot) => documentType(slot).of !== 'consumer'))
      throw new AppError('VALIDATION_ERROR', 'A phone takes photos of a person’s own documents.')
    const caller = callerOf(request)
    const started = await startHandOff(services, caller, body, originOf(request))
    const addressee = await handOffAddressee(database.db, caller.userId)
    return {
      ...started,
      page: `${config.publicUrl}/p`,
      link: config.publicUrl + linkPath(started.token),
      mailTo: addressee?.to ?? null,
    }
  })

  routes.on(contract.readHandOff)(async ({ params, request }) => {
    const found = findHandOff(services, callerOf(request).userId, params.id)
    return { handOff: await countMisses(services, request, found) }
  })

  routes.on(contract.endHandOff)(async ({ params, request }) => {
    const ended = endHandOff(services, callerOf(request).userId, params.id, originOf(request))
    return { handOff: await countMisses(services, request, ended) }
  })

  routes.on(contract.mailHandOff)(async ({ params, body, request }) => {
    const link = { ...params, ...body }
    const mailed = mailHandOff(services, callerOf(request).userId, link, originOf(request))
    return countMisses(services, request, mailed)
  })

  const open = async (key: HandOffKey, request: FastifyRequest, reply: FastifyReply) => {
    const known = sessionTokenOf(request, cookie)
    const opening = openHandOff(services, key, { known, origin: originOf(request) })
    const { row, phoneToken } = await countMisses(services, request, opening)
    cookie.write(reply, phoneToken)
    return { handOff: await presentToPhone(database.db, row) }
  }
  routes.on(contract.openHandOff)(({ body, request, reply }) => open(body, request, reply))
  routes.on(contract.openHandOffByCode)(async ({ body, request, reply }) => {
    // A code is short, so the limit is shared by all networks.
    await services.limiter.consume(contract.TYPE_LIMIT_OF_ALL, 'all')
    return open(body, request, reply)
  })

  const connected = (request: FastifyRequest) => connectedHandOff(services, sessionTokenOf(request, cookie))

  routes.on(contract.readPhoneHandOff)(async ({ request }) => {
    const row = await connected(request)
    if (row) return { handOff: await presentToPhone(database.db, row), over: null }
    return { handOff: null, over: await whyOver(services, sessionTokenOf(request, cookie)) }
  })

  const uploader = async (request: FastifyRequest) => {
    const row = await connected(request)
    if (!row) throw disconnected()
    return { row, userId: row.userId, handOff: row }
  }
  const answer = async (reply: FastifyReply, row: HandOffRow, upload: DocumentUploadRow) => {
    tellProgress(reply, upload, services.now())
    const handOff = upload.documentId ? await presentToPhone(database.db, row) : null
    return { upload: presentUpload(upload), handOff }
  }

  routes.on(contract.startPhoneUpload)(async ({ body, request, reply }) => {
    const { row, ...by } = await uploader(request)
    // The same limit as at the computer: two devices are not two people.
    await services.limiter.consume(UPLOAD_LIMIT, `u${row.userId}`)
    // A phone doesn't know anyone's id, so an id it sends is someone else's.
    if (body.userId ?? body.auth0Id ?? body.kycProfileId) await refuseIdentity(services, request, row.userId)
    if (!row.slots.includes(body.documentType))
      throw new AppError('FORBIDDEN', 'This phone isn’t asked for that document.')
    const start = { ...body, kind: 'consumer', maxBytes: ONBOARDING_MAX_FILE_BYTES } as const
    return answer(reply, row, await countMisses(services, request, openUpload(services, by, start)))
  })

  routes.on(contract.readPhoneUpload)(async ({ params, request, reply }) => {
    const { row, ...by } = await uploader(request)
    return answer(reply, row, await countMisses(services, request, findUpload(services, by, params.id)))
  })

  routes.on(contract.appendPhonePart)(async (call) => {
    const { row, ...by } = await uploader(call.request).catch((error: unknown) => {
      call.request.raw.resume()
      throw error
    })
    // It may have ended while the photo was being sent.
    const upload = await takePart(services, by, call, async () => void (await uploader(call.request)))
    return answer(call.reply, row, upload)
  })

  const arrived = async (request: FastifyRequest, id: string) => {
    const { row, ...by } = await uploader(request)
    const upload = await countMisses(services, request, findUpload(services, by, id))
    const document = await documentOfUpload(services, upload)
    if (!document) throw new AppError('INVALID_STATE', 'This photo hasn’t arrived yet.')
    return { row, document }
  }

  routes.on(contract.undoPhonePhoto)(async ({ params, request }) => {
    const { row, document } = await arrived(request, params.id)
    await undoUpload(services, row.userId, document.id, originOf(request))
    return { handOff: await presentToPhone(database.db, row) }
  })

  routes.on(contract.acceptPhonePhoto)(async ({ params, request }) => {
    const { row, document } = await arrived(request, params.id)
    // The phone judged the photo before straightening it, which may have solved the problem.
    const notices = await documentNoticesOf(database.db, document)
    if (notices.length > 0) await keepDocument(services, row.userId, document.id, originOf(request))
    return { success: true }
  })

  routes.on(contract.givePhoneKey)(async ({ body, request }) => {
    const row = await connected(request)
    if (!row) throw disconnected()
    return browserKey(database.db, `phone:${row.id}`, body.sealed)
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
