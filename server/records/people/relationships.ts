import type { Relationship } from '#domain/retention.ts'
import type { Db } from '#server/platform/database/database.ts'

const RELATIONSHIP = `
  select
    exists (select from cases c where c.user_id = $1 and (c.state in ('approved', 'reverification_due')
      or exists (select from events e where e.case_id = c.id and e.type = 'case.approved'))) as "wasCustomer",
    exists (select from cases c where c.user_id = $1 and c.round > 0) as "hasSubmitted",
    exists (select from certifications s where s.user_id = $1 and s.certification_name like 'investor\\_%') as "hasStatements",
    exists (select from client_users m join invoices i on i.client_id = m.client_id
      where m.user_id = $1 and i.status <> 'draft') as "hasInvoices"`

/** What a person is to the platform, as far as keeping their records depends on it. */
export async function relationshipOf(db: Db, userId: number): Promise<Relationship> {
  const { rows } = await db.$client.query<Relationship>(RELATIONSHIP, [userId])
  const [found] = rows
  if (!found) throw new Error('A select without a table answers with one row')
  return found
}

/** Whether a legal hold stops every deletion of a person's records (law §3.1). Never for the person to know. */
export async function isHeld(db: Db, userId: number): Promise<boolean> {
  const { rows } = await db.$client.query(
    'select 1 from legal_holds where user_id = $1 and lifted_at is null',
    [userId],
  )
  return rows.length > 0
}
