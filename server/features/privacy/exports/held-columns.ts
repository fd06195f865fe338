import type { Columns } from '#server/platform/database/statement.ts'

/** The columns of each section of an export, which tests compare with what its query gives. */
// biome-ignore format: a section's columns are one paragraph
export const HELD_COLUMNS = {
  account: {
    id: 'int8', auth0_id: 'text', auth0_email: 'text?', email_verified: 'bool', email: 'text?',
    email_confirmed_at: 'timestamptz?', former_email: 'text?', name: 'text?', nickname: 'text?',
    picture: 'text?', company: 'text?', user_type: 'text?', pending_user_type: 'text?',
    investor_category: 'text?', is_trader: 'bool', is_investor: 'bool', is_seller: 'bool',
    is_developer: 'bool', is_buyer: 'bool', is_corporate: 'bool', is_admin: 'bool', is_super_admin: 'bool',
    roles: 'text[]', admin_role_assigned_at: 'timestamptz?', onboarding_completed_at: 'timestamptz?',
    last_login: 'timestamptz?', created_at: 'timestamptz', updated_at: 'timestamptz',
  },
  sign_ins: { at: 'timestamptz', method: 'text', email: 'text?', ip: 'text?' },
  sessions: {
    started_at: 'timestamptz', last_seen_at: 'timestamptz', expires_at: 'timestamptz', ip: 'text?',
    user_agent: 'text?',
  },
  sign_in_methods: { method: 'text?', name: 'text?', created_at: 'timestamptz?', last_used_at: 'timestamptz?' },
  identity_details: {
    id: 'int8', first_name: 'text', last_name: 'text', dob: 'text', email: 'text', phone: 'text',
    address: 'text', details: 'jsonb?', doc_type: 'text', created_at: 'timestamptz',
    updated_at: 'timestamptz',
  },
  company: {
    id: 'int8', legal_name: 'text', registered_address: 'text', registration_country: 'text',
    company_number: 'text', tax_number: 'text?', email: 'text?', registry_name: 'text?',
    registry_account: 'text?', bank_name: 'text?', bank_country: 'text', bank_account_number: 'text?',
    bank_sort_code: 'text?', settlement_contact_name: 'text?', settlement_contact_email: 'text?',
    settlement_contact_phone: 'text?', details: 'jsonb?', no_ubo_reason: 'text?', user_type: 'text',
    created_at: 'timestamptz', updated_at: 'timestamptz',
  },
  company_people: {
    profile_id: 'int8', person_id: 'text', role: 'text', full_name: 'text', birth_date: 'text?',
    nationality: 'text?', residence_country: 'text?', ownership_percent: 'numeric?', title: 'text?',
    powers: 'text?', email: 'text?', details: 'jsonb?',
  },
  verifications: {
    id: 'int8', kind: 'text', state: 'text', round: 'int4', submitted_at: 'timestamptz?',
    due_at: 'timestamptz?', decided_at: 'timestamptz?', approval_shown_at: 'timestamptz?',
    created_at: 'timestamptz', updated_at: 'timestamptz', faces_told_at: 'timestamptz?',
    faces_by_people_at: 'timestamptz?', asked_for_again: 'json?',
  },
  submissions: { case_id: 'int8', kind: 'text', round: 'int4', submitted_at: 'timestamptz', snapshot: 'jsonb' },
  drafts: { kind: 'text', data: 'jsonb', updated_at: 'timestamptz' },
  reminders: { kind: 'text?', day: 'int4?', at: 'timestamptz?' },
  documents: {
    id: 'uuid', kind: 'text', slot: 'text', file_name: 'text', mime: 'text', bytes: 'int4', sha256: 'text',
    pages: 'int4?', width: 'int4?', height: 'int4?', issued_on: 'text?', expires_on: 'text?',
    doc_type: 'text?', no_issue_date: 'bool', no_expiry_date: 'bool', kept_at: 'timestamptz?',
    problems: 'text[]?', created_at: 'timestamptz', superseded_at: 'timestamptz?',
  },
  document_readings: {
    document_id: 'uuid', state: 'text', reader: 'int4', found: 'jsonb', read_at: 'timestamptz',
    likeness: 'jsonb?', likeness_basis: 'text?',
  },
  statements: {
    id: 'int8', certification_type: 'text', certification_name: 'text', text_version: 'text',
    certification_text: 'text', text_sha256: 'text', text_confirmed: 'bool?', reference_url: 'text?',
    additional_data: 'jsonb?', ip: 'text?', user_agent: 'text?', acknowledged_at: 'timestamptz',
    expires_at: 'timestamptz?', superseded_at: 'timestamptz?',
  },
  investor_answers: {
    id: 'int8', rules_version: 'text', category: 'text', answers: 'jsonb', unmet: 'jsonb',
    given_at: 'timestamptz', certification_id: 'int8?',
  },
  clients: {
    id: 'int8', name: 'text', client_type: 'text', stripe_customer_id: 'text?', created_at: 'timestamptz',
    attached_at: 'timestamptz',
  },
  projects: {
    id: 'int8', name: 'text', status: 'text', project_description: 'text?', created_at: 'timestamptz',
  },
  invoices: {
    id: 'text', number: 'text?', status: 'text', currency: 'text', subtotal: 'int8', tax: 'int8',
    total: 'int8', amount_due: 'int8', amount_paid: 'int8', amount_credited: 'int8',
    amount_refunded: 'int8', tax_point: 'text?', vat_gbp: 'int8?', project_name: 'text?', memo: 'text?',
    dated_at: 'timestamptz', due_at: 'timestamptz?', paid_at: 'timestamptz?', voided_at: 'timestamptz?',
    lines: 'json?',
  },
  payments: {
    invoice_id: 'text', attempt: 'int4', method: 'text', status: 'text', amount: 'int8', currency: 'text',
    started_at: 'timestamptz', finished_at: 'timestamptz?', received_on: 'text?',
    corrected_at: 'timestamptz?',
  },
  credit_notes: {
    id: 'uuid', invoice_id: 'text', number: 'text', amount: 'int8', shares: 'jsonb', reason: 'text',
    issued_at: 'timestamptz',
  },
  refunds: { invoice_id: 'text', credit_note_id: 'uuid?', amount: 'int8', recorded_at: 'timestamptz' },
  emails: {
    message_key: 'text', kind: 'text', to_address: 'text', subject: 'text', text: 'text', status: 'text',
    created_at: 'timestamptz', sent_at: 'timestamptz?', bounced_at: 'timestamptz?',
    complained_at: 'timestamptz?',
  },
  invitations: {
    email: 'text', name: 'text?', status: 'text', invited_at: 'timestamptz', expires_at: 'timestamptz',
    accepted_at: 'timestamptz?', resent_at: 'timestamptz?', email_events: 'json?',
  },
  changes_by_support: {
    id: 'int8', field: 'text', state: 'text', before: 'jsonb', after: 'jsonb', proposed_at: 'timestamptz',
    decided_at: 'timestamptz?',
  },
  notices: {
    title: 'text?', detail: 'text?', path: 'text?', created_at: 'timestamptz', read_at: 'timestamptz?',
  },
  saved_views: { list: 'text', name: 'text', search: 'jsonb', saved_at: 'timestamptz' },
  problem_reports: {
    id: 'int8', description: 'text', page_path: 'text?', user_agent: 'text?', created_at: 'timestamptz',
  },
  erasure_requests: {
    id: 'int8', state: 'text', reason: 'text?', requested_at: 'timestamptz', due_at: 'timestamptz',
    decided_at: 'timestamptz?', answer: 'text?', plan: 'jsonb?',
  },
  complaints: {
    id: 'int8', state: 'text', text: 'text', created_at: 'timestamptz', due_at: 'timestamptz',
    answer: 'text?', answered_at: 'timestamptz?', closed_at: 'timestamptz?',
  },
  exports: {
    id: 'uuid', state: 'text', requested_at: 'timestamptz', ready_at: 'timestamptz?',
    expires_at: 'timestamptz?', bytes: 'int8?',
  },
  history: {
    at: 'timestamptz', type: 'text', actor_kind: 'text', subject: 'text?', ip: 'text?', items: 'jsonb?',
  },
} as const satisfies Record<string, Columns>
