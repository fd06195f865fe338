import { statement } from '#server/platform/database/statement.ts'

export const selectKindsStarted = statement({
  text: `select kind from cases where user_id = $1
    union select kind from drafts where user_id = $1 and data - 'step' <> '{}'::jsonb`,
  takes: ['int8'],
  gives: { kind: 'text' },
})

const giving = (table: string) =>
  statement({ text: `update ${table} set user_id = $1 where user_id = $2`, takes: ['int8', 'int8'] })
/** The rows of a person's application besides its cases; each refers to its person by `user_id`. */
export const giveTo = {
  kyc_profiles: giving('kyc_profiles'),
  business_profiles: giving('business_profiles'),
  documents: giving('documents'),
  certifications: giving('certifications'),
  drafts: giving('drafts'),
  // A connected phone continues with the account.
  hand_offs: giving('hand_offs'),
  document_uploads: giving('document_uploads'),
}

/** If both $1 and $2 have accepted a text, the newer acceptance stays in force. */
export const supersedeOlder = statement({
  text: `update certifications older set superseded_at = $3 from certifications newer
    where older.superseded_at is null and newer.superseded_at is null
      and older.certification_name = newer.certification_name
      and (older.user_id, newer.user_id) in (($1, $2), ($2, $1))
      and (older.acknowledged_at, older.id) < (newer.acknowledged_at, newer.id)`,
  takes: ['int8', 'int8', 'timestamptz'],
})

export const fillPerson = statement({
  text: `update users t set
      name = coalesce(t.name, f.name), company = coalesce(t.company, f.company),
      onboarding_completed_at = coalesce(t.onboarding_completed_at, f.onboarding_completed_at),
      updated_at = $3
    from users f where t.id = $2 and f.id = $1`,
  takes: ['int8', 'int8', 'timestamptz'],
})

export const takeUserType = statement({
  text: `update users t set
      user_type = f.user_type, pending_user_type = f.pending_user_type, is_trader = f.is_trader,
      is_investor = f.is_investor, is_seller = f.is_seller, is_developer = f.is_developer, is_buyer = f.is_buyer,
      is_corporate = f.is_corporate
    from users f where t.id = $2 and f.id = $1
      and coalesce(f.user_type, f.pending_user_type) is distinct from coalesce(t.user_type, t.pending_user_type)`,
  takes: ['int8', 'int8'],
})

/** A draft that only stores the current step has no answers, and is dropped. */
export const deleteEmptyDrafts = statement({
  text: `delete from drafts where user_id = $1 and data - 'step' = '{}'::jsonb`,
  takes: ['int8'],
})

export const deleteDraftsInTheWay = statement({
  text: 'delete from drafts where user_id = $2 and kind in (select kind from drafts where user_id = $1)',
  takes: ['int8', 'int8'],
})
