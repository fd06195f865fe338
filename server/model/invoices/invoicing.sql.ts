import { sayChange } from '#server/platform/database/changes.sql.ts'
import { statement } from '#server/platform/database/statement.ts'

/** Announces to everyone of a client that one of its invoices changed. */
export const sayInvoicesChange = statement({
  text: `select ${sayChange("'invoices ' || user_id")} as said from client_users where client_id = $1`,
  takes: ['int8'],
  gives: { said: 'void' },
})

export const countUpInvoices = statement({
  text: `insert into invoice_counters (series, last) values ($1, 1)
     on conflict (series) do update set last = invoice_counters.last + 1 returning last`,
  takes: ['text'],
  gives: { last: 'int4' },
})
