import { statement } from '#server/platform/database/statement.ts'

export const selectUploads = statement({
  text: `select given.id, upload.sha256, upload.slot, upload.pages, upload."isReplaced"
     from unnest($1::text[], $2::bigint[]) as given (id, user_id)
     cross join lateral (
       select array_append(array(
         select (before->>'userId')::bigint from events
         where user_id = given.user_id and type = 'application.claimed'), given.user_id) as ids) people
     cross join lateral (
       select e.after->>'sha256' as sha256, e.after->>'slot' as slot,
         (e.after->>'pages')::int as pages, coalesce((
           select later.before->>'id' = given.id from events later
           where later.user_id = any(people.ids) and (
             later.type in ('document.replaced', 'document.undone') and later.before->>'id' = given.id
             or later.type = 'document.undone' and later.after->>'id' = given.id)
           order by later.id desc limit 1), false) as "isReplaced"
       from events e
       where e.user_id = any(people.ids) and e.type in ('document.stored', 'document.replaced')
         and e.subject = 'document:' || given.id
       order by e.id limit 1) upload`,
  takes: ['text[]', 'int8[]'],
  gives: { id: 'text', sha256: 'text', slot: 'text', pages: 'int4', isReplaced: 'bool' },
})

export const selectReason = statement({
  text: `select note, at from events
     where user_id = $1 and type = 'document.reason_given' and actor_id = $2 order by id desc limit 1`,
  takes: ['int8', 'int8'],
  gives: { note: 'text!', at: 'timestamptz' },
})

export const countDocuments = statement({
  text: 'select count(*)::int as files from documents',
  gives: { files: 'int4' },
})
