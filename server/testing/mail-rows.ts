import type { QueryResult } from 'pg'
import { openMail } from '#server/model/mail/outbox.ts'
import type { Database } from '#server/platform/database/database.ts'
import { TEST_FIELDS } from './keys.ts'

/** Returns the rows of a `select … from mails …`, with the encrypted fields decrypted. */
export async function mailRows<Row = QueryResult['rows'][number]>(
  { pool }: Pick<Database, 'pool'>,
  statement: string,
  ...values: unknown[]
): Promise<Row[]> {
  const [, columns, rest] = /^select (.+?) (from mails\b.*)$/s.exec(statement) ?? []
  if (!columns) throw new Error(`No question about mails: ${statement}`)
  const { rows } = await pool.query(`select * ${rest}`, values)
  return rows.map((row) => {
    const { html, text, unsubscribeUrl } = openMail(TEST_FIELDS, {
      messageKey: row.message_key,
      html: row.html,
      text: row.text,
      unsubscribeUrl: row.unsubscribe_url,
    })
    const opened: Record<string, unknown> = { ...row, html, text, unsubscribe_url: unsubscribeUrl }
    return (
      columns === '*' ? opened : Object.fromEntries(columns.split(', ').map((name) => [name, opened[name]]))
    ) as Row
  })
}
