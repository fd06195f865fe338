import { statement } from '#server/platform/database/statement.ts'

/** How many of 64 bits may differ between two pictures of the same thing. */
const NEARLY = 4

export const countElsewhere = statement({
  text: `select
       (select count(distinct d.user_id) from document_readings r join documents d on d.id = r.document_id
         where d.user_id <> $1 and r.look is not null and $2::text is not null
           and bit_count(('x' || r.look)::bit(64) # ('x' || $2)::bit(64)) <= ${NEARLY})::int as pictures,
       (select count(distinct d.user_id) from document_readings r join documents d on d.id = r.document_id
         where d.user_id <> $1 and r.number = any($3::text[]))::int as numbers`,
  takes: ['int8', 'text?', 'text[]'],
  gives: { pictures: 'int4', numbers: 'int4' },
})

/** Whose documents these are, once per signal and person, latest first. */
export const selectElsewhere = statement({
  text: `select signal, user_id, kind, slot from (
       select distinct on (signal, user_id) * from (
         select 'same_picture' as signal, d.user_id, d.kind, d.slot, d.created_at
           from document_readings r join documents d on d.id = r.document_id
           where r.look is not null and $2::text is not null
             and bit_count(('x' || r.look)::bit(64) # ('x' || $2)::bit(64)) <= ${NEARLY}
         union all
         select 'same_number', d.user_id, d.kind, d.slot, d.created_at
           from document_readings r join documents d on d.id = r.document_id
           where r.number = any($3::text[])) found
       where user_id <> all($1::int8[])
       order by signal, user_id, created_at desc) latest
     order by created_at desc`,
  takes: ['int8[]', 'text?', 'text[]'],
  gives: { signal: 'text', user_id: 'int8', kind: 'text', slot: 'text' },
})
