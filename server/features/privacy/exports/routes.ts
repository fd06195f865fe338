import { and, eq } from 'drizzle-orm'
import * as contract from '#contract/privacy/exports.ts'
import { callerOf } from '#server/model/access/access-guard.ts'
import { requireRecentSignIn } from '#server/model/access/caller.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { exportBinding } from '#server/model/documents/document-proof.ts'
import { alarmSuperAdmins, mailPerson } from '#server/model/mail/mail-person.ts'
import { type DataExportRow, dataExports } from '#server/model/schema/privacy.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { type Origin, originOf } from '#server/platform/http/request-context.ts'
import type { Routes } from '#server/platform/http/route.ts'
import { sendFile } from '#server/platform/http/send-file.ts'
import type { Services } from '#server/services.ts'
import { beginExport, ownExports, presentExport } from './data-exports.ts'

/** Copies of one's own data: requesting, following and downloading them (security R57). */
export function registerExports(routes: Routes, services: Services): void {
  const { database, files, now } = services

  routes.on(contract.requestExport)(async ({ request }) => ({
    success: true,
    export: presentExport(await beginExport(services, callerOf(request).userId, originOf(request)), now()),
  }))

  routes.on(contract.listExports)(async ({ request }) => ({
    exports: (await ownExports(services, callerOf(request).userId)).map((row) => presentExport(row, now())),
  }))

  routes.on(contract.downloadExport)(async ({ params, request, reply }) => {
    const caller = callerOf(request)
    const [row] = await database.db
      .select()
      .from(dataExports)
      .where(and(eq(dataExports.id, params.id), eq(dataExports.userId, caller.userId)))
    const { storageKey: key, wrappedKey, keyId } = row ?? {}
    if (!row || !key || !wrappedKey || !keyId || presentExport(row, now()).state !== 'ready') {
      await services.countMiss(request)
      throw new AppError('NOT_FOUND', 'There is no such export, or it has expired.')
    }
    requireRecentSignIn(caller, now())
    // A former release's unbound key would open in any row; one click requests the export again.
    if (!files.isBound({ wrappedKey, keyId }))
      throw new AppError('INVALID_STATE', 'This copy was made before an update. Ask for a new one.')
    const binding = exportBinding(row, key)
    if (!files.opensFor({ wrappedKey, keyId }, binding)) {
      await refuseExport(services, row, originOf(request))
      throw new AppError(
        'INVALID_STATE',
        'We can’t open this copy: it isn’t the one we made for you. Ask for a new one.',
      )
    }
    const body = await files.open(key, { wrappedKey, keyId }, binding)
    await database.transaction((tx) =>
      recordEvent(tx, {
        at: now(),
        type: 'export.downloaded',
        actor: { kind: 'user', id: caller.userId },
        userId: caller.userId,
        subject: `export:${row.id}`,
        origin: originOf(request),
      }),
    )
    return sendFile(reply, {
      as: 'attachment',
      fileName: 'verdaccord-data.zip',
      mime: 'application/zip',
      body,
    })
  })
}

/** Records that a data export was refused, counts it, and alerts super admins once a day for as long as it lasts. */
async function refuseExport(
  services: Services,
  { id, userId }: Pick<DataExportRow, 'id' | 'userId'>,
  origin: Origin,
): Promise<void> {
  const at = services.now()
  if (services.meter) services.meter.refusedDocuments++
  services.log.error({ exportId: id }, 'The key of an export belongs to another file')
  await services.database.transaction(async (tx) => {
    await recordEvent(tx, {
      at,
      type: 'export.refused',
      actor: { kind: 'user', id: userId },
      userId,
      subject: `export:${id}`,
      origin,
    })
    const path = `/admin/users/${userId}`
    await alarmSuperAdmins(tx, {
      key: `export-refused:${id}:${at.toISOString().slice(0, 10)}`,
      title: 'A stored file may have been changed',
      detail: 'A copy of someone’s data: its key belongs to another file.',
      path,
      at,
      mail: (to) =>
        mailPerson(services, tx, { kind: 'export-refused', props: { exportId: id, at, path }, at, ...to }),
    })
  })
}
