import { roleGives } from '#server/model/access/caller-query.ts'
import { sayChange } from '#server/platform/database/changes.sql.ts'
import { as, statement } from '#server/platform/database/statement.ts'

export const selectFreezingMatch = statement({
  text: `select from client_users u join cases c on c.user_id = u.user_id join screening_matches m on m.case_id = c.id
     where u.client_id = $1 and m.state = 'true' and m.ended_at is null
       and not coalesce((m.entry->>'isExposedOnly')::boolean, false)
     limit 1`,
  takes: ['int8'],
})

/** A person's confirmed match, in either of their cases. */
export const selectFreezingMatchOf = statement({
  text: `select from cases c join screening_matches m on m.case_id = c.id
     where c.user_id = $1 and m.state = 'true' and m.ended_at is null
       and not coalesce((m.entry->>'isExposedOnly')::boolean, false)
     limit 1`,
  takes: ['int8'],
})

/** `asked` is the match in question, `spoken` one with a decision. */
export const selectSpokenMatches = statement({
  text: `select m.id as asked, o.id as spoken, c.id as case_id, c.user_id, c.kind, e.at, e.actor_id, e.type, e.after, e.note
     from screening_matches m
     join unnest($1::bigint[], $4::jsonb[]) as asked (id, hashes) on asked.id = m.id
     join screening_matches o on o.source = m.source and o.entry_ref = m.entry_ref
       and (o.case_id = m.case_id and o.subject_key = m.subject_key or asked.hashes ? o.subject_hash)
     join cases c on c.id = o.case_id and c.user_id <> $2
     join events e on e.case_id = o.case_id and e.subject = 'match:' || o.id
       and e.type in ('screening.match_decided', 'screening.match_proposed', 'screening.match_returned')
     order by e.id desc limit $3`,
  takes: ['int8[]', 'int8', 'int8', 'jsonb[]'],
  gives: {
    asked: 'int8',
    spoken: 'int8',
    case_id: 'int8',
    user_id: 'int8',
    kind: 'text',
    at: 'timestamptz',
    actor_id: 'int8!',
    type: 'text',
    after: as<{ said?: string; state?: string; reasons?: string[] }>('jsonb!'),
    note: 'text?',
  },
})

export const lockSanctionsLists = statement({
  text: 'lock table sanctions_lists in exclusive mode',
})

export const insertSanctionsEntries = statement({
  text: `insert into sanctions_entries (list_id, ref, kind, data, hash)
     select $1, e.ref, e.kind, e.data, e.hash
     from jsonb_to_recordset($2::jsonb) as e (ref text, kind text, data jsonb, hash text)`,
  takes: ['int8', 'jsonb'],
})

/** With the facts of each as text, which is parsed where it is compared. */
export const selectEntriesByRef = statement({
  text: `select e.list_id, e.ref, e.data::text, e.hash from unnest($1::bigint[], $2::text[]) as asked (list_id, ref)
     join sanctions_entries e on e.list_id = asked.list_id and e.ref = asked.ref`,
  takes: ['int8[]', 'text[]'],
  gives: { list_id: 'int8', ref: 'text', data: 'text!', hash: 'text' },
})

/** A match `m` on which the recipient `u` of a notice may act: one of an erased account only with a role of $3. */
const ACTIONABLE = `screening_matches m join cases c on c.id = m.case_id join users p on p.id = c.user_id
         where m.ended_at is null and (p.issuer <> $2 or ${roleGives('$3')})`

export const closeNoticesOfMatches = statement({
  text: `update notices n set handled_at = $1 from users u
     where u.id = n.user_id and n.handled_at is null and (
       (n.task like 'matches:%' and not exists (
         select from ${ACTIONABLE} and m.told_at = n.created_at and m.state = 'open'
           and m.proposed_by is distinct from n.user_id
       )) or
       (n.task like 'match:%' and not exists (
         select from ${ACTIONABLE} and n.task = 'match:' || m.id || ':' || m.version and m.proposed_by is not null
       ))
     ) returning ${sayChange("'notices ' || n.user_id")} as said`,
  takes: ['timestamptz', 'text', 'text[]'],
  gives: { said: 'void' },
})
