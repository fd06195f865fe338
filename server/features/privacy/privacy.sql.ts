import { HAS_ROLE } from '#server/model/access/caller-query.ts'
import { statement } from '#server/platform/database/statement.ts'

export const insertRetentionRecord = statement({
  text: `insert into retention_records (user_id, ended_at, ground, retain_until) values ($1, $2, $3, $4)
     on conflict do nothing`,
  takes: ['int8', 'timestamptz', 'text', 'timestamptz?'],
})

export const storePurge = statement({
  text: `update retention_records set purged_at = $2, erased_at = coalesce(erased_at, $2)
     where user_id = $1 and purged_at is null and retain_until <= $2`,
  takes: ['int8', 'timestamptz'],
})

export const storeRemoved = statement({
  text: 'update retention_records set removed = $2 where user_id = $1',
  takes: ['int8', 'jsonb'],
})

export const NOT_HELD =
  'not exists (select from legal_holds h where h.user_id = u.id and h.lifted_at is null)'

/** People with a closed account whose retention period hasn't been recorded yet. */
export const selectClosed = statement({
  text: `
  select u.id from users u where u.disabled_at is not null
    and not exists (select from retention_records r where r.user_id = u.id)
    and u.id > $1 order by u.id limit $2`,
  takes: ['int8', 'int8'],
  gives: { id: 'int8' },
})

/** Records that have expired at $3. */
export const selectOver = statement({
  text: `
  select u.id from retention_records r join users u on u.id = r.user_id
  where r.purged_at is null and r.retain_until <= $3 and ${NOT_HELD}
    and u.id > $1 order by u.id limit $2`,
  takes: ['int8', 'int8', 'timestamptz'],
  gives: { id: 'int8' },
})

/**
 * People who were never customers, have no open requests and did nothing since $3; except staff, people of
 * clients and visitors, whose applications have a period of their own.
 */
export const selectUnused = statement({
  text: `
  select u.id from users u
  where u.disabled_at is null and u.issuer <> 'applicant' and not (${HAS_ROLE})
    and greatest(u.created_at, u.updated_at, u.last_login) < $3
    and not exists (select from client_users m where m.user_id = u.id)
    and not exists (select from cases c where c.user_id = u.id and (c.updated_at >= $3
      or c.state in ('submitted', 'in_review', 'awaiting_second_approval', 'approved', 'reverification_due')))
    and not exists (select from drafts d where d.user_id = u.id and d.updated_at >= $3)
    and not exists (select from certifications s where s.user_id = u.id and s.acknowledged_at >= $3)
    and not exists (select from sessions s where s.user_id = u.id and s.last_seen_at >= $3)
    and not exists (select from events e where e.user_id = u.id and e.type = 'case.approved')
    and ${NOT_HELD}
    and u.id > $1 order by u.id limit $2`,
  takes: ['int8', 'int8', 'timestamptz'],
  gives: { id: 'int8' },
})
