import type { SignInProblem } from '#contract/account/account.ts'
import { as, statement } from '#server/platform/database/statement.ts'

export const selectSpellings = statement({
  text: `select word, search_spellings(word) as spellings
     from string_to_table(search_words($1), ' ') with ordinality as typed (word, place) where word <> ''
     group by word order by max(place)`,
  takes: ['text'],
  gives: { word: 'text', spellings: 'text[]' },
})

const UNNOTED = 'r.erased_at is not null and r.noted_at is distinct from coalesce(r.purged_at, r.erased_at)'

export const selectUnnoted = statement({
  text: `select r.user_id as id from retention_records r where ${UNNOTED} and r.user_id > $1
         order by r.user_id limit $2`,
  takes: ['int8', 'int8'],
  gives: { id: 'int8' },
})

export const lockUnnoted = statement({
  text: `select r.user_id::int as "userId", u.created_at as "createdAt", r.ended_at as "endedAt", r.ground,
         r.retain_until as "retainUntil", r.erased_at as "erasedAt", r.purged_at as "purgedAt"
       from retention_records r join users u on u.id = r.user_id
       where ${UNNOTED} and r.user_id = $1 for update of r`,
  takes: ['int8'],
  gives: {
    userId: 'int4',
    createdAt: 'timestamptz',
    endedAt: 'timestamptz',
    ground: 'text',
    retainUntil: 'timestamptz?',
    erasedAt: 'timestamptz?',
    purgedAt: 'timestamptz?',
  },
})

export const updateNotedAt = statement({
  text: 'update retention_records set noted_at = coalesce(purged_at, erased_at) where user_id = $1',
  takes: ['int8'],
})

export const endErasuresDue = statement({
  text: 'update installation set erasures_due = false',
})

export const selectErased = statement({
  text: 'select from retention_records where user_id = $1 and erased_at is not null',
  takes: ['int8'],
})

export const upsertErased = statement({
  text: `insert into retention_records (user_id, ended_at, ground, retain_until, erased_at, purged_at, noted_at, removed)
       values ($1, $2, $3, $4, $5, $6, coalesce($6::timestamptz, $5), $7) on conflict (user_id) do update set ended_at = excluded.ended_at,
         ground = excluded.ground, retain_until = excluded.retain_until, erased_at = excluded.erased_at,
         purged_at = excluded.purged_at, noted_at = excluded.noted_at, removed = excluded.removed`,
  takes: ['int8', 'timestamptz', 'text', 'timestamptz?', 'timestamptz', 'timestamptz?', 'jsonb'],
})

export const updateConfirmedEmail = statement({
  text: `update users set email_verified = true,
       email_confirmed_at = coalesce(email_confirmed_at, case when lower(email) = lower($3) then $4::timestamptz end),
       former_email = case when lower(email) = lower($3) then null else former_email end
     where issuer = $1 and auth0_id = $2 and lower(auth0_email) = lower($3)
     returning id`,
  takes: ['text', 'text', 'text', 'timestamptz'],
  gives: { id: 'int8' },
})

export const deleteSessionsOfIdentity = statement({
  text: 'delete from sessions using users where users.id = sessions.user_id and users.issuer = $1 and users.auth0_id = $2',
  takes: ['text', 'text'],
})

export const selectUserIdOfIdentity = statement({
  text: 'select id from users where issuer = $1 and auth0_id = $2',
  takes: ['text', 'text'],
  gives: { id: 'int8' },
})

export const selectHoldInForce = statement({
  text: `select h.id, h.reason, h.set_at as "setAt", coalesce(u.name, u.email, 'User ' || u.id) as "setBy"
     from legal_holds h join users u on u.id = h.set_by where h.user_id = $1 and h.lifted_at is null`,
  takes: ['int8'],
  gives: { id: 'int8', reason: 'text', setAt: 'timestamptz', setBy: 'text' },
})

export const deleteMovedSession = statement({
  text: 'delete from sessions where token_hash = $1',
  takes: ['text'],
})

export const deleteOpenChanges = statement({
  text: "delete from account_changes where user_id = $1 and state = 'open' returning id",
  takes: ['int8'],
  gives: { id: 'int8' },
})

export const selectRelationship = statement({
  text: `
  select
    exists (select from cases c where c.user_id = $1 and (c.state in ('approved', 'reverification_due')
      or exists (select from events e where e.case_id = c.id and e.type = 'case.approved'))) as "wasCustomer",
    exists (select from cases c where c.user_id = $1 and c.round > 0) as "hasSubmitted",
    exists (select from certifications s where s.user_id = $1 and s.certification_name like 'investor\\_%') as "hasStatements",
    exists (select from client_users m join invoices i on i.client_id = m.client_id
      where m.user_id = $1 and i.status <> 'draft') as "hasInvoices"`,
  takes: ['int8'],
  gives: { wasCustomer: 'bool', hasSubmitted: 'bool', hasStatements: 'bool', hasInvoices: 'bool' },
})

export const selectHold = statement({
  text: 'select from legal_holds where user_id = $1 and lifted_at is null',
  takes: ['int8'],
})

export const deleteDocumentsOfPerson = statement({
  text: `delete from documents d where d.user_id = $1
       and ($2 or not exists (select from cases c where c.user_id = d.user_id and c.kind = d.kind and c.round > 0))
     returning storage_key, rendition_key`,
  takes: ['int8', 'bool'],
  gives: { storage_key: 'text', rendition_key: 'text?' },
})

export const deleteExportsOfPerson = statement({
  text: 'delete from data_exports where user_id = $1 returning storage_key',
  takes: ['int8'],
  gives: { storage_key: 'text?' },
})

/** A person's failed attempts to sign in, newest first. */
export const selectFailedSignIns = statement({
  text: `select id, at, after->>'device' as device, coalesce(after->>'what', 'password') as problem
     from events where user_id = $1 and type = 'auth.failed' order by at desc, id desc limit $2`,
  takes: ['int8', 'int8'],
  gives: { id: 'int8', at: 'timestamptz', device: 'text?', problem: as<SignInProblem>('text') },
})

export const selectSignInTries = statement({
  text: `select e.id, u.name, s.email, s.method, e.at, e.ip, e.after->>'device' as device, e.at::text as sort_key,
       case when e.type = 'auth.failed' then coalesce(e.after->>'what', 'password') end as problem
     from events e join users u on u.id = e.user_id
     left join lateral (
       select email, method from sign_ins where user_id = e.user_id and at = e.at and e.type = 'auth.signed_in' limit 1) s on true
     where e.user_id = $1 and e.type in ('auth.signed_in', 'auth.failed')
       and ($2::timestamptz is null or (e.at, e.id) < ($2::timestamptz, $3::bigint))
     order by e.at desc, e.id desc limit $4`,
  takes: ['int8', 'timestamptz?', 'int8?', 'int8'],
  gives: {
    id: 'int8',
    name: 'text?',
    email: 'text?',
    method: 'text?',
    at: 'timestamptz',
    ip: 'text?',
    device: 'text?',
    sort_key: 'text',
    problem: as<SignInProblem>('text?'),
  },
})

/**
 * Each identity provider that open accounts belong to, with how many; those in $1 are not counted. Steps from one issuer to
 * the next in the index, because every start asks.
 */
export const countByOtherIssuer = statement({
  text: `with recursive issuers (issuer) as (
       select min(issuer) from users
       union all select (select min(u.issuer) from users u where u.issuer > i.issuer) from issuers i where i.issuer is not null
     )
     select i.issuer, n.people from issuers i
       cross join lateral (select count(*)::int as people from users u where u.issuer = i.issuer and u.disabled_at is null) n
     where i.issuer <> all($1) and n.people > 0 order by n.people desc, i.issuer`,
  takes: ['text[]'],
  gives: { issuer: 'text!', people: 'int4' },
})

/** Stores that someone who signed in works here, so that figures of customers leave them out (decision 060). */
export const storeColleague = statement({
  text: 'select note_beginner($1, null, 256)',
  takes: ['int8'],
  gives: { note_beginner: 'void' },
})

export const clearNotedAt = statement({
  text: 'update retention_records set noted_at = null where noted_at is not null',
})
