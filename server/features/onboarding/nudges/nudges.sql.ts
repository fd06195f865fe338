import type { NudgeDay } from '#contract/onboarding/nudges.ts'
import { as, statement } from '#server/platform/database/statement.ts'

export const lockDraft = statement({
  text: 'select from drafts where user_id = $1 and kind = $2 and updated_at = $3 for update',
  takes: ['int8', 'text', 'timestamptz'],
})

export const selectLeftAlone = statement({
  text: `
  select d.user_id as "userId", d.kind, d.updated_at as "savedAt", array(
    select n.day from draft_nudges n where n.user_id = d.user_id and n.kind = d.kind and n.saved_at = d.updated_at
  ) as nudged
  from drafts d join users u on u.id = d.user_id
  where d.updated_at < $4 and u.issuer <> 'applicant' and u.disabled_at is null
    and not exists (select from nudge_opt_outs o where o.user_id = d.user_id)
    and not exists (select from cases c where c.user_id = d.user_id and c.kind = d.kind and (c.round > 0 or c.state <> 'draft'))
    and not exists (select from erasure_requests e where e.user_id = d.user_id and e.state = 'requested')
    and (d.user_id, d.kind) > ($1, $2)
  order by d.user_id, d.kind limit $3`,
  takes: ['int8', 'text', 'int8', 'timestamptz'],
  gives: { userId: 'int8', kind: 'text', savedAt: 'timestamptz', nudged: as<NudgeDay[]>('int4[]') },
})
