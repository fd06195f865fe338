import { readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { isAddressGone } from '#domain/bounce.ts'
import { trackMail } from '#server/model/invitations/invitations.ts'
import { selectMailByReturnToken } from '#server/model/mail/mail.sql.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readDeliveryReport } from '#server/platform/mail/delivery-report.ts'
import { type Command, counted, refuseMore, WrongArguments } from './command.ts'

/**
 * Reads mail servers' reports about our emails: from a Maildir that MAIL_BOUNCES is delivered to, or one at
 * stdin.
 */
export const readBounces: Command = {
  usage: [
    ['read-bounces MAILDIR', 'note the delivery reports in a Maildir, and mark them as read'],
    ['read-bounces -', 'note one delivery report from standard input'],
  ],
  parse: ([from, ...more]) => {
    if (from === undefined)
      throw new WrongArguments('Name the Maildir, or - for one report from standard input.')
    refuseMore(more)
    return async ({ database, now }) => {
      if (from === '-')
        return {
          says: (await storeDeliveryReport(database, await buffer(process.stdin), now()))
            ? 'The report was noted.'
            : 'This is no delivery report about one of our emails. Nothing was changed.',
        }
      const [inbox, read] = [join(from, 'new'), join(from, 'cur')]
      const names = await readdir(inbox).catch(() => {
        throw new Error(`${from} is no Maildir: it has no folder "new" that can be read.`)
      })
      let noted = 0
      for (const name of names) {
        if (await storeDeliveryReport(database, await readFile(join(inbox, name)), now())) noted++
        // What can't be stored now stays unread, for the next run.
        await rename(join(inbox, name), join(read, `${name}:2,S`))
      }
      return { says: `${counted(names.length, 'email')} read, ${noted} of them delivery reports about ours.` }
    }
  },
}

/**
 * Stores a mail server's report about one of our emails; idempotent. Returns whether it was one: it is trusted
 * because of the secret in the address it was sent to, not because of its content.
 */
async function storeDeliveryReport(database: Database, source: Uint8Array, now: Date): Promise<boolean> {
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
