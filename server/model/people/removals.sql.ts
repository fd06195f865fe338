import { statement } from '#server/platform/database/statement.ts'

/** Emails to a person, including their invitations and those of the embedded provider, which knows addresses only. */
const THEIR_MAILS = `(select m.id from mails m where m.user_id = $1
  or m.kind in ('email-confirmation', 'sign-up', 'sign-up-known', 'password-reset') and lower(m.to_address) in (
    select lower(address) from users u, unnest(array[u.email, u.auth0_email, u.former_email]) address where u.id = $1)
  or m.id in (select im.mail_id from invitation_mails im join invitations i on i.id = im.invitation_id where i.user_id = $1))`

const ofUser = (text: string) => statement({ text, takes: ['int8'] })

/**
 * What only an account has, and what was never submitted: deleted with the account, whatever else is kept. In
 * this order, because some refer to others. An unsubscribed address stays, so that the next invitation is
 * refused.
 */
export const OF_THE_ACCOUNT = {
  sessions: ofUser('delete from sessions where user_id = $1'),
  sign_ins: ofUser('delete from sign_ins where user_id = $1'),
  email_links: ofUser('delete from email_links where user_id = $1'),
  investor_answers: ofUser('delete from investor_answers where user_id = $1 and certification_id is null'),
  hand_offs: ofUser('delete from hand_offs where user_id = $1'),
  drafts: ofUser('delete from drafts where user_id = $1'),
  draft_nudges: ofUser('delete from draft_nudges where user_id = $1'),
  nudge_opt_outs: ofUser('delete from nudge_opt_outs where user_id = $1'),
  notices: ofUser('delete from notices where user_id = $1'),
  saved_views: ofUser('delete from saved_views where user_id = $1'),
  case_skips: ofUser(
    'delete from case_skips where reviewer_id = $1 or case_id in (select id from cases where user_id = $1)',
  ),
  pending_decisions: ofUser(
    'delete from pending_decisions where decided_by = $1 or case_id in (select id from cases where user_id = $1)',
  ),
  mail_events: ofUser(`delete from mail_events where mail_id in ${THEIR_MAILS}`),
  invitation_mails:
    ofUser(`with gone as (delete from invitation_mails where mail_id in ${THEIR_MAILS} returning mail_id)
    delete from mails where id in (select mail_id from gone)`),
  mails: ofUser(`delete from mails where id in ${THEIR_MAILS}`),
  invitations: ofUser(`with kept as (update invitations set user_id = null
      where user_id = $1 and status in ('unsubscribed', 'complained') returning id)
    delete from invitations where user_id = $1 and id not in (select id from kept)`),
  client_users: ofUser('delete from client_users where user_id = $1'),
  bug_reports: ofUser('update bug_reports set user_id = null where user_id = $1'),
}

/** Evidence that the law requires to keep for a time. A case's dates and state stay, under the account's number. */
export const EVIDENCE = {
  account_changes: ofUser('delete from account_changes where user_id = $1'),
  case_notes: ofUser('delete from case_notes where case_id in (select id from cases where user_id = $1)'),
  screening_matches: ofUser(
    'delete from screening_matches where case_id in (select id from cases where user_id = $1)',
  ),
  case_screenings: ofUser(
    'delete from case_screenings where case_id in (select id from cases where user_id = $1)',
  ),
  case_submissions: ofUser(
    'delete from case_submissions where case_id in (select id from cases where user_id = $1)',
  ),
  kyc_profiles: ofUser('delete from kyc_profiles where user_id = $1'),
  business_profiles: ofUser('delete from business_profiles where user_id = $1'),
  investor_answers: ofUser('delete from investor_answers where user_id = $1'),
  certifications: ofUser('delete from certifications where user_id = $1'),
  cases:
    ofUser(`update cases set items = '[]', evidence = null, proposal = null, last_change = null, claimed_by = null, claimed_at = null,
    assigned_to = null where user_id = $1`),
}
