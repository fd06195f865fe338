import { openPersonRow } from '#server/model/cases/business-people.ts'
import { openCompanyRow } from '#server/model/cases/business-profiles.ts'
import { openDraft } from '#server/model/cases/drafts.ts'
import { openRow } from '#server/model/cases/kyc-profiles.ts'
import { openSnapshot } from '#server/model/cases/submission-snapshots.ts'
import { openReading } from '#server/model/documents/document-readings.ts'
import { openMail } from '#server/model/mail/outbox.ts'
import { openChange } from '#server/model/people/stored-changes.ts'
import type { StoredDraft, StoredSnapshot } from '#server/model/schema/cases.ts'
import type { AccountChangeRow } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type Columns, composed } from '#server/platform/database/statement.ts'
import { HELD_COLUMNS } from './held-columns.ts'

/** What a section needs to decrypt values. */
interface Opener {
  db: Db
  userId: number
}

/** One kind of data that is held about a person, with the information that the law requires (UK GDPR, Article 15). */
export interface HeldSection {
  /** Its name in the JSON file. */
  name: string
  title: string
  purpose: string
  kept: string
  /** Selects the rows of user $1: only what is theirs, and nothing that protects the product itself. */
  query: string
  gives: Columns
  /** Decrypts a row's values. */
  open?: (row: Record<string, unknown>, open: Opener) => Record<string, unknown>
}

const FIVE_YEARS = 'Five years after the relationship ends, as the Money Laundering Regulations 2017 ask'

const FIVE_YEARS_PROOF = 'Five years after it was answered, to prove that it was'

/** The invoices of the client that user $1 belongs to. */
const OF_OWN_CLIENT =
  'select i.id from invoices i join client_users u on u.client_id = i.client_id where u.user_id = $1'

/**
 * Everything held about a person, table by table. Internal notes (case_notes), who reviews a case, final
 * reasons, names of staff and hashes of tokens are left out: they are other people's data or protect everyone
 * (security R57). So are the sanctions screening, `case_screenings` and `screening_matches`, and when an
 * account was suspended, restored or signed out by staff, which may follow from a match: revealing one would be
 * tipping off (law §3.4).
 */
export const HELD_DATA: readonly HeldSection[] = [
  {
    name: 'account',
    title: 'Account',
    purpose: 'To run your account (contract)',
    kept: 'While you have an account',
    query: `select id, auth0_id, auth0_email, email_verified, email, email_confirmed_at, former_email, name, nickname, picture,
      company, user_type, pending_user_type, investor_category, is_trader, is_investor, is_seller, is_developer, is_buyer,
      is_corporate, is_admin, is_super_admin, roles, admin_role_assigned_at, onboarding_completed_at, last_login, created_at, updated_at
      from users where id = $1`,
    gives: HELD_COLUMNS.account,
  },
  {
    name: 'sign_ins',
    title: 'Sign-ins',
    purpose: 'To keep your account secure (legitimate interest)',
    kept: '12 months',
    query: 'select at, method, email, ip from sign_ins where user_id = $1 order by id',
    gives: HELD_COLUMNS.sign_ins,
  },
  {
    name: 'sessions',
    title: 'Where you are signed in',
    purpose: 'To keep you signed in (contract)',
    kept: 'A day after they end',
    query: `select created_at as started_at, last_seen_at, expires_at, ip, user_agent
      from sessions where user_id = $1 order by created_at, token_hash`,
    gives: HELD_COLUMNS.sessions,
  },
  {
    name: 'sign_in_methods',
    title: 'Passkeys and authenticator app',
    purpose: 'To keep your account secure (legitimate interest)',
    kept: 'Until you remove them',
    query: `select m.* from users u join idp_accounts a on a.sub = u.auth0_id and u.issuer = 'embedded'
      cross join lateral (
        select 'passkey' as method, name, created_at, last_used_at from idp_passkeys where account_id = a.id
        union all
        select 'authenticator app', null, confirmed_at, last_used_at from idp_authenticators
          where account_id = a.id and confirmed_at is not null
      ) m where u.id = $1 order by m.created_at, m.name`,
    gives: HELD_COLUMNS.sign_in_methods,
  },
  {
    name: 'identity_details',
    title: 'Identity details',
    purpose: 'To verify who you are (legal obligation)',
    kept: FIVE_YEARS,
    query: `select id, first_name, last_name, dob, email, phone, address, details, doc_type, created_at, updated_at
      from kyc_profiles where user_id = $1`,
    gives: HELD_COLUMNS.identity_details,
    open: (row, { db, userId }) => openRow(db, userId, row),
  },
  {
    name: 'company',
    title: 'Your company',
    purpose: 'To verify the company you act for (legal obligation)',
    kept: FIVE_YEARS,
    query: `select id, legal_name, registered_address, registration_country, company_number, tax_number, email, registry_name,
      registry_account, bank_name, bank_country, bank_account_number, bank_sort_code, settlement_contact_name,
      settlement_contact_email, settlement_contact_phone, details, no_ubo_reason, user_type, created_at, updated_at
      from business_profiles where user_id = $1`,
    gives: HELD_COLUMNS.company,
    open: (row, { db, userId }) => openCompanyRow(db, userId, row),
  },
  {
    name: 'company_people',
    title: 'People of your company, as you gave them',
    purpose: 'To verify the company you act for (legal obligation)',
    kept: FIVE_YEARS,
    query: `select p.profile_id, p.person_id, p.role, p.full_name, p.birth_date, p.nationality, p.residence_country, trim_scale(p.ownership_hundredths / 100.0) as ownership_percent,
      p.title, p.powers, p.email, p.details from business_people p join business_profiles b on b.id = p.profile_id where b.user_id = $1 order by p.role, p.position`,
    gives: HELD_COLUMNS.company_people,
    open: (row, { db }) => openPersonRow(db, row),
  },
  {
    name: 'verifications',
    title: 'Verifications',
    purpose: 'To verify who you are (legal obligation)',
    kept: FIVE_YEARS,
    query: `select id, kind, state, round, submitted_at, due_at, decided_at, approval_shown_at, created_at, updated_at,
      faces_told_at, faces_by_people_at,
      case when state = 'needs_resubmission' then (
        select json_agg(json_build_object('item', i ->> 'key', 'reasons', i -> 'reasons', 'text', i ->> 'text'))
        from jsonb_array_elements(items) i where i ->> 'decision' = 'retry') end as asked_for_again
      from cases where user_id = $1 order by id`,
    gives: HELD_COLUMNS.verifications,
  },
  {
    name: 'submissions',
    title: 'What you submitted, each time',
    purpose: 'To verify who you are (legal obligation)',
    kept: FIVE_YEARS,
    query: `select c.id as case_id, c.kind, s.round, s.submitted_at, s.snapshot from case_submissions s join cases c on c.id = s.case_id
      where c.user_id = $1 order by c.id, s.round`,
    gives: HELD_COLUMNS.submissions,
    open: ({ case_id: caseId, ...row }, { db }) => ({
      ...row,
      snapshot: openSnapshot(
        db,
        { caseId: Number(caseId), round: Number(row.round) },
        row.snapshot as StoredSnapshot,
      ),
    }),
  },
  {
    name: 'drafts',
    title: 'Answers you have not submitted yet',
    purpose: 'So that you can continue later (contract)',
    kept: '90 days after the last change',
    query: 'select kind, data, updated_at from drafts where user_id = $1 order by kind',
    gives: HELD_COLUMNS.drafts,
    open: (row, { db, userId }) => ({
      ...row,
      data: openDraft(db, { userId, kind: String(row.kind), data: row.data as StoredDraft }),
    }),
  },
  {
    name: 'reminders',
    title: 'Reminders of unfinished applications, and whether you stopped them',
    purpose: 'So that you can finish what you started (legitimate interest)',
    kept: 'While you have an account',
    query: `select kind, day, sent_at as at from draft_nudges where user_id = $1
      union all select 'stopped', null, at from nudge_opt_outs where user_id = $1 order by at`,
    gives: HELD_COLUMNS.reminders,
  },
  {
    name: 'documents',
    title: 'Documents, former versions included',
    purpose: 'To verify who you are (legal obligation)',
    kept: FIVE_YEARS,
    query: `select id, kind, slot, file_name, mime, bytes, sha256, pages, width, height, issued_on, expires_on,
        doc_type, no_issue_date, no_expiry_date, kept_at, problems, created_at, superseded_at
      from documents where user_id = $1 order by created_at, id`,
    gives: HELD_COLUMNS.documents,
  },
  {
    name: 'document_readings',
    title: 'What we read from your documents by machine',
    purpose:
      'To save you typing and to help a reviewer compare (legitimate interest); how alike two faces are: on the legal basis named with it',
    kept: 'As long as the document',
    query: `select r.document_id, r.state, r.reader, r.found, r.read_at, r.likeness,
        case when r.likeness is not null then (
          select e.after ->> 'basis' from events e where e.user_id = $1 and e.type = 'faces.compared'
            and e.subject = 'document:' || r.document_id order by e.id desc limit 1) end as likeness_basis
      from document_readings r join documents d on d.id = r.document_id where d.user_id = $1 order by r.read_at, r.id`,
    gives: HELD_COLUMNS.document_readings,
    open: (row, { db }) => openReading(db, row),
  },
  {
    name: 'statements',
    title: 'Statements and disclosures you accepted',
    purpose: 'To prove what you agreed to (legal obligation)',
    kept: FIVE_YEARS,
    query: `select id, certification_type, certification_name, text_version, certification_text, text_sha256, text_confirmed, reference_url,
      additional_data, ip, user_agent, acknowledged_at, expires_at, superseded_at
      from certifications where user_id = $1 order by id`,
    gives: HELD_COLUMNS.statements,
  },
  {
    name: 'investor_answers',
    title: 'Your answers to the investor questions, first ones and changes',
    purpose: 'To show what your statement rests on (legal obligation)',
    kept: FIVE_YEARS,
    query: `select id, rules_version, category, answers, unmet, given_at, certification_id
      from investor_answers where user_id = $1 order by id`,
    gives: HELD_COLUMNS.investor_answers,
  },
  {
    name: 'clients',
    title: 'The client you belong to',
    purpose: 'To write invoices (contract)',
    kept: 'Six years after the last invoice, as tax law asks',
    query: `select c.id, c.name, c.client_type, c.stripe_customer_id, c.created_at, u.attached_at
      from client_users u join clients c on c.id = u.client_id where u.user_id = $1`,
    gives: HELD_COLUMNS.clients,
  },
  {
    name: 'projects',
    title: 'Projects of your client',
    purpose: 'To do what was ordered (contract)',
    kept: 'Six years after the last invoice, as tax law asks',
    query: `select p.id, p.name, p.status, p.project_description, p.created_at from projects p
      join client_users u on u.client_id = p.client_id where u.user_id = $1 order by p.id`,
    gives: HELD_COLUMNS.projects,
  },
  {
    name: 'invoices',
    title: 'Invoices of your client',
    purpose: 'To be paid for what was done (contract)',
    kept: 'Six years, as tax law asks',
    query: `select i.id, i.number, i.status, i.currency, i.subtotal, i.tax, i.total, i.amount_due, i.amount_paid, i.amount_credited,
      i.amount_refunded, i.tax_point, i.vat_gbp, i.project_name,
      i.memo, i.dated_at, i.due_at, i.paid_at, i.voided_at,
      (select json_agg(json_build_object('description', l.description, 'quantity', l.quantity, 'unit_amount', l.unit_amount,
        'tax_rate', l.tax_rate, 'net', l.net, 'tax', l.tax) order by l.position) from invoice_lines l where l.invoice_id = i.id) as lines
      from invoices i join client_users u on u.client_id = i.client_id
      where u.user_id = $1 and i.status <> 'draft' order by i.dated_at, i.id`,
    gives: HELD_COLUMNS.invoices,
  },
  {
    name: 'payments',
    title: 'Payments you started, and those recorded on invoices of your client',
    purpose: 'To be paid for what was done (contract)',
    kept: 'Six years, as tax law asks',
    query: `select p.invoice_id, p.attempt, p.method, p.status, p.amount, p.currency, p.started_at, p.finished_at,
        p.received_on, p.corrected_at
      from payments p where p.user_id = $1 or (p.user_id is null and p.invoice_id in (${OF_OWN_CLIENT}))
      order by p.started_at, p.id`,
    gives: HELD_COLUMNS.payments,
  },
  {
    name: 'credit_notes',
    title: 'Credit notes on invoices of your client',
    purpose: 'To be paid for what was done (contract)',
    kept: 'Six years, as tax law asks',
    query: `select c.id, c.invoice_id, c.number, c.amount, c.shares, c.reason, c.issued_at
      from credit_notes c where c.invoice_id in (${OF_OWN_CLIENT}) order by c.issued_at, c.number`,
    gives: HELD_COLUMNS.credit_notes,
  },
  {
    name: 'refunds',
    title: 'Refunds on invoices of your client',
    purpose: 'To pay back what was not owed (contract)',
    kept: 'Six years, as tax law asks',
    query: `select r.invoice_id, r.credit_note_id, r.amount, r.recorded_at
      from refunds r where r.invoice_id in (${OF_OWN_CLIENT}) order by r.recorded_at, r.id`,
    gives: HELD_COLUMNS.refunds,
  },
  {
    name: 'emails',
    title: 'Emails we sent you',
    purpose: 'To tell you what happens with your account (contract)',
    kept: 'Their texts for 90 days',
    query: `select message_key, kind, to_address, subject, text, status, created_at, sent_at, bounced_at, complained_at
      from mails where user_id = $1 order by id`,
    gives: HELD_COLUMNS.emails,
    open: ({ message_key: key, text, ...row }, { db }) => ({
      ...row,
      text: openMail(db.$fields, {
        messageKey: String(key),
        html: '',
        text: String(text),
        unsubscribeUrl: null,
      }).text,
    }),
  },
  {
    name: 'invitations',
    title: 'Invitations to your address, and what became of their emails',
    purpose: 'To invite you to the beta (legitimate interest)',
    kept: 'While you have an account',
    query: `select i.email, i.name, i.status, i.invited_at, i.expires_at, i.accepted_at, i.resent_at,
      (select coalesce(json_agg(json_build_object('event', e.event, 'at', e.at) order by e.at, e.id), '[]'::json)
        from invitation_mails m join mail_events e on e.mail_id = m.mail_id where m.invitation_id = i.id) as email_events
      from invitations i where i.user_id = $1 order by i.id`,
    gives: HELD_COLUMNS.invitations,
  },
  {
    name: 'changes_by_support',
    title: 'Changes our support team made to your details',
    purpose:
      'To keep your details right at your request (contract), and to prove how it was done (legal obligation)',
    kept: FIVE_YEARS,
    query: `select id, field, state, before, after, proposed_at, decided_at from account_changes
      where user_id = $1 order by id`,
    gives: HELD_COLUMNS.changes_by_support,
    open: ({ proposed_at: proposedAt, ...row }, { db, userId }) => {
      const { field, before, after } = row as Pick<AccountChangeRow, 'field' | 'before' | 'after'>
      const change = openChange(db, { userId, field, proposedAt: proposedAt as Date, before, after })
      return { ...row, before: change.before, after: change.after, proposed_at: proposedAt }
    },
  },
  {
    name: 'notices',
    title: 'Notices in your account',
    purpose: 'To tell you what happens with your account (contract)',
    kept: '90 days',
    query: `select replace(title, '{about}', concat('User ', about_user_id)) as title,
      replace(detail, '{about}', concat('User ', about_user_id)) as detail, path, created_at, read_at
      from notices where user_id = $1 order by id`,
    gives: HELD_COLUMNS.notices,
  },
  {
    name: 'saved_views',
    title: 'Views of lists you saved',
    purpose: 'To show you lists as you want them (contract)',
    kept: 'Until you delete them',
    query: 'select list, name, search, saved_at from saved_views where user_id = $1 order by id',
    gives: HELD_COLUMNS.saved_views,
  },
  {
    name: 'problem_reports',
    title: 'Problems you reported',
    purpose: 'To fix the product (legitimate interest)',
    kept: 'While they help us fix the product',
    query:
      'select id, description, page_path, user_agent, created_at from bug_reports where user_id = $1 order by id',
    gives: HELD_COLUMNS.problem_reports,
  },
  {
    name: 'erasure_requests',
    title: 'Your requests to delete your data',
    purpose: 'To answer your request (legal obligation)',
    kept: FIVE_YEARS_PROOF,
    query: `select id, state, reason, requested_at, due_at, decided_at, answer, plan
      from erasure_requests where user_id = $1 order by id`,
    gives: HELD_COLUMNS.erasure_requests,
  },
  {
    name: 'complaints',
    title: 'Your complaints about data protection',
    purpose: 'To answer your complaint (legal obligation)',
    kept: FIVE_YEARS_PROOF,
    query: `select id, state, text, created_at, due_at, answer, answered_at, closed_at
      from complaints where user_id = $1 order by id`,
    gives: HELD_COLUMNS.complaints,
  },
  {
    name: 'exports',
    title: 'Copies of your data you asked for',
    purpose: 'To answer your request (legal obligation)',
    kept: 'While you have an account; their files for 7 days',
    query: `select id, state, requested_at, ready_at, expires_at, bytes from data_exports where user_id = $1 order by requested_at`,
    gives: HELD_COLUMNS.exports,
  },
  {
    name: 'history',
    title: 'What happened with your account',
    purpose: 'To prove who did what and when (legal obligation)',
    kept: FIVE_YEARS,
    query: `select at, type, actor_kind, subject, case when actor_kind = 'user' and actor_id = $1 then ip end as ip,
      case when type = 'case.returned' then after -> 'items' end as items
      from events where user_id = $1 and split_part(type, '.', 1) = any('{auth,user,consent,document,onboarding,case,export,application,invitation,erasure,complaint}')
        and type <> all('{case.verdicts_saved,case.claimed,case.released,case.skipped,case.claim_lapsed,case.assigned,case.note_added,document.reason_given,case.proposed,case.proposal_declined,case.proposal_cancelled,case.proposal_voided,case.decision_pending,case.decision_undone,case.decision_lapsed,user.suspended,user.restored}')
        and not (type = 'auth.sessions_ended' and actor_kind <> 'user')
        order by id`,
    gives: HELD_COLUMNS.history,
  },
]

export type HeldRows = Record<string, Record<string, unknown>[]>

/** Reads every section about a person; in a snapshot transaction, all as of one moment. */
export async function heldData(tx: Db, userId: number): Promise<HeldRows> {
  const data: HeldRows = {}
  for (const { name, query, gives, open } of HELD_DATA) {
    const { rows } = await composed(tx, { text: query, values: [userId], gives })
    data[name] = open ? rows.map((row) => open(row, { db: tx, userId })) : rows
  }
  return data
}
