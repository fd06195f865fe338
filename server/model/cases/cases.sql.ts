import { APPLICANT_ISSUER } from '#server/model/schema/applicants.ts'
import { statement } from '#server/platform/database/statement.ts'

export const selectHandedIn = statement({
  text: `select d->>'id' as document, min(s.submitted_at) as at
     from case_submissions s, jsonb_array_elements(s.snapshot->'documents') d
     where s.case_id = $1 and d->>'id' = any($2::text[]) group by 1`,
  takes: ['int8', 'text[]'],
  gives: { document: 'text', at: 'timestamptz' },
})

export const selectHistories = statement({
  text: `
  select e.case_id as "caseId", e.type, e.at, e.after->>'state' as state
  from events e join cases c on c.id = e.case_id join users u on u.id = c.user_id and u.issuer <> '${APPLICANT_ISSUER}'
  where e.case_id = any($1) and (e.type = 'application.claimed' or e.type like 'case.%' and e.after->>'state' is not null)
  order by e.id`,
  takes: ['int8[]'],
  gives: { caseId: 'int8!', type: 'text', at: 'timestamptz', state: 'text?' },
})
