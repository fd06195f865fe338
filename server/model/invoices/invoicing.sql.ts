import { statement } from '#server/platform/database/statement.ts'

export const countUpInvoices = statement({
  text: `insert into invoice_counters (series, last) values ($1, 1)
     on conflict (series) do update set last = invoice_counters.last + 1 returning last`,
  takes: ['text'],
  gives: { last: 'int4' },
})
