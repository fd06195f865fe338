import { recordEvent } from '#server/model/audit/record-event.ts'
import { alarmSuperAdmins } from '#server/model/mail/alarm.ts'
import { mailPerson } from '#server/model/mail/mail-person.ts'
import type { DataExportRow } from '#server/model/schema/exports.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { Services } from '#server/services.ts'

/** Records that a copy of data was refused, counts it, and alarms super admins once a day for as long as it lasts. */
export async function refuseExport(
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
