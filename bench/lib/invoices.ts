import { query } from './postgres.ts'

/** Gives a person a client with `count` invoices, one hour apart; one in five is paid. */
export async function addInvoices(url: string, userId: number, count: number): Promise<void> {
  await query(
    url,
    `insert into clients (name, client_type, created_at, updated_at) values ('Fernhill Partners', 'company', now(), now())`,
  )
  await query(
    url,
    'insert into client_users (user_id, client_id, attached_at) select $1, id, now() from clients',
    [userId],
  )
  await query(
    url,
    `insert into invoices (id, client_id, provider, status, version, number, currency, subtotal, tax, total, amount_due,
       amount_paid, project_name, due_at, dated_at, issued_at, paid_at, hosted_token, created_at, updated_at)
     select gen_random_uuid()::text, (select id from clients), 'ledger', case when n % 5 = 0 then 'paid' else 'open' end, 2,
       'VC-2026-' || lpad(n::text, 4, '0'), 'gbp', 10000, 2000, 12000, 12000,
       case when n % 5 = 0 then 12000 else 0 end, 'Glenmore Peatland', at + interval '14 days', at, at,
       case when n % 5 = 0 then at end, md5(n::text) || md5(n::text || 'x'), at, at
     from (select n, now() - n * interval '1 hour' as at from generate_series(1, $1::int) n) numbered`,
    [count],
  )
  await query(url, 'vacuum analyze invoices')
}
