import { isAddressGone } from '#domain/bounce.ts'
import { trackMail } from '#server/model/invitations/invitations.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readDeliveryReport } from '#server/platform/mail/delivery-report.ts'
import { selectMailByReturnToken } from './mail.sql.ts'

/**
 * Stores what a mail server reports about one of our mails; the same report again does nothing. Returns whether it was one: it
 * is believed by the secret in the address that it was sent to, not by what it says of itself.
 */
export async function storeDeliveryReport(
  database: Database,
  source: Uint8Array,
  now: Date,
): Promise<boolean> {
  const report = await readDeliveryReport(source)
  if (!report) return false
  const { mailId, token, event, status, description } = report
  return database.transaction(async (tx) => {
    const { rows } = await selectMailByReturnToken(tx, [mailId, token])
    if (rows.length === 0) return false
    const undeliverable = event === 'failed' && isAddressGone(status)
    const key = `report:${mailId}:${event}:${status}`
    await trackMail(tx, { mailId, event, key, description, undeliverable, at: now }, now)
    return true
  })
}
