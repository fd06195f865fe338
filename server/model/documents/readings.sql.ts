import { statement } from '#server/platform/database/statement.ts'

/** Bits of 64 in which two pictures of the same thing may differ. */
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
