import { randomUUID } from 'node:crypto'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { goToPay, newClient, newInvoice } from '#server/testing/invoices.ts'
import { submitted, submittedBusiness, uploadPicture } from '#server/testing/journeys.ts'
import { TEST_FIELDS } from '#server/testing/keys.ts'
import { lookAtAll, openCase } from '#server/testing/reviews.ts'
import { buildExport } from './data-exports.ts'
import { HELD_DATA } from './held-data.ts'

type Row = Record<string, unknown>

interface Truth {
  /** Selects the table's rows about the user $1, each as JSON of all its columns. */
  rows: string
  /** Columns that are left out, each for the reason next to it. */
  leftOut: string[]
}

const of = (table: string, leftOut: string[], owner = 'user_id'): Truth => ({
  rows: `select to_jsonb(t) as row from ${table} t where ${owner} = $1`,
  leftOut,
})
const OF_CLIENT = 'client_id in (select client_id from client_users where user_id = $1)'
/** The platform's internal columns. */
const BOOKS = ['version', 'provider', 'provider_ref', 'issue_attempt', 'due_soon_told_at', 'overdue_told_at']
/** Where a file is stored, and what decrypts it. */
const VAULT = ['storage_key', 'wrapped_key', 'key_id']

/** What the database contains, section by section, queried in a different way than the export does. */
const TRUTH: Record<string, Truth> = {
  account: of(
    'users',
    // Why and by whom an account is suspended is for staff: it may concern an investigation.
    ['issuer', 'disabled_at', 'admin_role_assigned_by', 'suspended_at', 'suspended_by', 'suspension_reason'],
    'id',
  ),
  sign_ins: of('sign_ins', ['id']),
  sessions: {
    rows: `select to_jsonb(s) - 'created_at' || jsonb_build_object('started_at', s.created_at) as row
      from sessions s where user_id = $1`,
    leftOut: ['token_hash', 'auth_time', 'has_second_factor'],
  },
  sign_in_methods: {
    rows: `select m.row from users u join idp_accounts a on a.sub = u.auth0_id cross join lateral (
        select to_jsonb(p) || '{"method": "passkey"}' as row from idp_passkeys p where p.account_id = a.id
        union all select to_jsonb(t) || jsonb_build_object('method', 'authenticator app', 'name', null, 'created_at', t.confirmed_at)
        from idp_authenticators t where t.account_id = a.id
      ) m where u.id = $1`,
    leftOut: [
      ...['id', 'account_id', 'credential_id', 'public_key', 'counter', 'transports'],
      ...['sealed_secret', 'last_step', 'confirmed_at'],
    ],
  },
  // Answers to fields added later are exported under their own names: see the form's fields in
  // answers.int.test.ts.
  identity_details: of('kyc_profiles', ['case_id', 'details']),
  company: of('business_profiles', ['case_id', 'details']),
  company_people: {
    rows: `select to_jsonb(p) - 'ownership_hundredths'
        || jsonb_build_object('ownership_percent', trim_scale(p.ownership_hundredths / 100.0)) as row
      from business_people p where p.profile_id in (select id from business_profiles where user_id = $1)`,
    leftOut: ['person_id', 'profile_id', 'details', 'position'],
  },
  verifications: {
    rows: `select to_jsonb(c) - 'items' || jsonb_build_object('asked_for_again', case c.kind when 'consumer'
        then '[{"item": "selfie", "reasons": ["SELFIE_UNCLEAR"], "text": "As our reviewer says."}]'::jsonb end) as row
      from cases c where user_id = $1`,
    // Who reviews and how, and what is not decided yet.
    leftOut: [
      'version',
      'evidence',
      'approval',
      'proposal',
      'claimed_at',
      'claimed_by',
      'confirm_by',
      'decided_by',
      'assigned_to',
      'last_change',
      'round_limit',
    ],
  },
  submissions: {
    rows: `select to_jsonb(s) || jsonb_build_object('kind', (select kind from cases where id = s.case_id)) as row
      from case_submissions s where s.case_id in (select id from cases where user_id = $1)`,
    leftOut: ['case_id', 'payload_hash'],
  },
  drafts: of('drafts', ['revision']),
  reminders: {
    rows: `select to_jsonb(n) - 'sent_at' || jsonb_build_object('at', n.sent_at) as row from draft_nudges n where user_id = $1
      union all select to_jsonb(o) || '{"kind": "stopped"}' from nudge_opt_outs o where user_id = $1`,
    leftOut: ['token_hash', 'saved_at'],
  },
  documents: of('documents', [...VAULT, 'rendition_key', 'rendition_mime']),
  document_readings: {
    rows: `select to_jsonb(r) || '{"likeness_basis": null}' as row from document_readings r where r.document_id in (select id from documents where user_id = $1)`,
    // The fingerprints of picture and number, which find the same ones in other cases, protect everyone.
    leftOut: ['id', 'number', 'look'],
  },
  statements: of('certifications', []),
  investor_answers: of('investor_answers', []),
  clients: {
    rows: `select to_jsonb(c) || jsonb_build_object('attached_at', u.attached_at) as row
      from clients c, client_users u where u.client_id = c.id and u.user_id = $1`,
    // The client's own data, which several people share.
    leftOut: ['address', 'country', 'billing_email', 'tax_number', 'updated_at', 'copied_at', 'request_key'],
  },
  projects: {
    rows: `select to_jsonb(p) as row from projects p where ${OF_CLIENT}`,
    leftOut: ['client_id', 'updated_at'],
  },
  invoices: {
    rows: `select to_jsonb(i) || jsonb_build_object('lines', (
        select jsonb_agg(to_jsonb(l) - 'invoice_id' - 'position' order by position) from invoice_lines l where l.invoice_id = i.id)) as row
      from invoices i where status <> 'draft' and ${OF_CLIENT}`,
    leftOut: [
      ...BOOKS,
      'client_id',
      'project_id',
      'parties',
      'hosted_token',
      'hosted_hash',
      'request_key',
      'due_on',
      'issued_at',
      'uncollectible_at',
      'created_at',
      'updated_at',
    ],
  },
  // How staff recorded that money was received or refunded is their note, as is what their mistake was.
  payments: {
    rows: `select to_jsonb(p) as row from payments p where user_id = $1
      or user_id is null and exists (select 1 from invoices i where i.id = p.invoice_id and i.${OF_CLIENT})`,
    leftOut: ['id', 'note', 'correction', 'request_key'],
  },
  credit_notes: {
    rows: `select to_jsonb(c) as row from credit_notes c, invoices i where i.id = c.invoice_id and i.${OF_CLIENT}`,
    leftOut: ['request_key', 'issued_by'],
  },
  refunds: {
    rows: `select to_jsonb(r) as row from refunds r, invoices i where i.id = r.invoice_id and i.${OF_CLIENT}`,
    leftOut: ['id', 'note', 'request_key', 'recorded_by'],
  },
  emails: of('mails', [
    'id',
    'html',
    'case_id',
    'due_at',
    'claimed_until',
    'traceparent',
    'attempts',
    'last_error',
    'attachments',
    'message_key',
    'provider_id',
    'unsubscribe_url',
    'batch_key',
    'return_token',
    'requeued_at',
  ]),
  invitations: {
    rows: `select to_jsonb(t) || '{"email_events": []}' as row from invitations t where user_id = $1`,
    leftOut: ['id', 'invited_by', 'resent_by'],
  },
  // Which member of staff did it, and their notes on it, are internal.
  changes_by_support: of('account_changes', [
    'reason',
    'evidence',
    'document_id',
    'proposed_by',
    'decided_by',
    'note',
  ]),
  notices: of('notices', [
    'id',
    'notice_key',
    // The list's internal order, and whom it is about, which only staff are told.
    'number',
    'task',
    'urgent_until',
    'handled_at',
    'about_user_id',
    'about_kind',
  ]),
  saved_views: of('saved_views', ['id']),
  problem_reports: of('bug_reports', ['report_key']),
  erasure_requests: of('erasure_requests', ['decided_by']),
  complaints: of('complaints', ['answered_by']),
  exports: of('data_exports', VAULT),
  history: {
    rows: `select to_jsonb(e)
        || jsonb_build_object('ip', case when e.actor_id = $1 then e.ip end, 'items', case when e.type = 'case.returned' then e.after -> 'items' end) as row
      from events e where user_id = $1
        and type !~ '^(client|project|invoices?|payment|mail|bug|sanctions|screening|hold|retention|admin|audit)[.]'
        and type !~ '^case[.](verdicts_saved|claimed|released|assigned|note_added|proposed|proposal_(declined|cancelled|voided)|decision_(pending|undone|lapsed))$'
        and type <> 'document.reason_given'
        and type !~ '^user[.](suspended|restored)$'
        and (type <> 'auth.sessions_ended' or actor_kind = 'user')`,
    leftOut: [
      'id',
      'seq',
      'lane',
      'hash',
      'prev_hash',
      'actor_id',
      'request_id',
      'case_id',
      'before',
      'after',
      'reasons',
      'note',
    ],
  },
}

const INTERNAL = 'for-reviewers-only-4711'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.signIn({ role: 'superAdmin' })
})

const call = async (person: TestUser, method: 'POST' | 'PUT', url: string, body: object) => {
  const answer = await person.call(method, url, body)
  if (answer.statusCode !== 200) throw new Error(`${url} was refused: ${answer.body}`)
  return answer
}

/** Someone with data in every section. */
async function fullPerson(name: string): Promise<TestUser> {
  const email = `${name.toLowerCase()}@people.example`
  await call(admin, 'POST', '/api/admin/beta-invitation', { email, name })
  const person = await app.signIn({ email, name })
  await uploadPicture(person, 'selfie')
  await submitted(person)
  await sendBack(person)
  await submittedBusiness(person, { companyNumber: String(30_000_000 + person.id) })
  const client = await newClient(admin, [person])
  await call(admin, 'POST', `/api/admin/clients/${client.id}/projects`, {
    name: 'Peatland',
    status: 'in_progress',
  })
  const invoice = await newInvoice(app, admin, client.id)
  await goToPay(person, invoice.id)
  const other = await newInvoice(app, admin, client.id)
  const entry = (what: string, body: object) =>
    call(admin, 'POST', `/api/admin/invoices/${other.id}/${what}`, { request_key: randomUUID(), ...body })
  await entry('payments', { amount: 5_000, note: INTERNAL })
  await entry('credit-notes', { amount: 8_000, reason: 'Fewer credits', refund_note: INTERNAL })
  await entry('refunds', { amount: 500, note: INTERNAL })
  await call(person, 'POST', '/api/bug-report', {
    description: `${name} found a fault`,
    timestamp: app.clock.now.toISOString(),
    url: 'http://localhost:3000/verification',
    userAgent: 'A browser',
  })
  await call(person, 'POST', '/api/privacy/complaints', { text: `${name} complains` })
  await call(person, 'POST', '/api/privacy/erasure', { reason: `${name} leaves` })
  const query = (sql: string, ...values: unknown[]) => app.database.pool.query(sql, values)
  await query(
    `insert into saved_views (user_id, list, name, search, saved_at) values ($1, 'queue', 'Late', '{"due": "overdue"}', $2)`,
    person.id,
    app.clock.now,
  )
  // What a machine has read, without waiting for it.
  await query(
    `insert into document_readings (document_id, state, reader, found, read_at)
     select id, 'nothing', 1, '{"values": [], "digits": null, "printed": null}', $2 from documents where user_id = $1 and slot = 'selfie' limit 1`,
    person.id,
    app.clock.now,
  )
  // A sign-in by form and restarted answers, without the time that both take.
  await query(
    "insert into sign_ins (user_id, email, method, at, ip) values ($1, $2, 'OpenID Connect', $3, '203.0.113.7')",
    person.id,
    email,
    app.clock.now,
  )
  await query(
    `with account as (
       insert into idp_accounts (sub, email, email_verified, password_hash, created_at, updated_at)
       select auth0_id, $2, true, 'none', $3, $3 from users where id = $1 returning id
     ), passkey as (
       insert into idp_passkeys (account_id, credential_id, public_key, counter, transports, name, created_at, last_used_at)
       select id, 'passkey of ' || $2, 'its key', 4, 'usb', 'Blue key', $3, $3 from account
     )
     insert into idp_authenticators (account_id, sealed_secret, confirmed_at, last_step, created_at, last_used_at)
     select id, 'sealed', $3, 9, $3::timestamptz - interval '1 minute', $3 from account`,
    person.id,
    email,
    app.clock.now,
  )
  await query(
    `insert into drafts (user_id, kind, data, revision, updated_at) values ($1, 'consumer', jsonb_build_object('firstName', $2::text), 1, $3)
     on conflict (user_id, kind) do update set data = excluded.data`,
    person.id,
    name,
    app.clock.now,
  )
  await query(
    `insert into draft_nudges (token_hash, user_id, kind, saved_at, day, sent_at) values ($3, $1, 'consumer', $2, 7, $2)`,
    person.id,
    app.clock.now,
    `hash of ${name}`,
  )
  await query(
    `insert into account_changes (user_id, field, state, before, after, reason, evidence, proposed_by, proposed_at)
     values ($1, 'email', 'open', '{"email": "a@x.example"}', '{"email": "b@x.example"}', 'Asked', 'Seen', $3, $2)`,
    person.id,
    app.clock.now,
    admin.id,
  )
  await query('insert into nudge_opt_outs (user_id, at) values ($1, $2)', person.id, app.clock.now)
  for (const income of [1, 200_000])
    await person.call('POST', '/api/certifications/investor-answers', {
      category: 'hnw',
      answers: { income },
    })
  await query('update invitations set user_id = $1 where email = $2', person.id, email)
  return person
}

/** Returns the selfie, with a note that only reviewers may read. */
async function sendBack(person: TestUser): Promise<void> {
  const review = await openCase(admin, person.id)
  await lookAtAll(admin, review)
  const items = review.items.map(({ item }) =>
    item === 'selfie'
      ? {
          item,
          decision: 'retry',
          reasons: ['SELFIE_UNCLEAR'],
          applicantText: 'As our reviewer says.',
          internalNote: INTERNAL,
        }
      : { item, decision: 'accepted' },
  )
  await call(admin, 'POST', `/api/admin/users/${person.id}/kyc-decision`, { version: review.version, items })
}

/** Times and numbers in one format, no matter who wrote them. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (value && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value)
        .sort(([left], [right]) => left.localeCompare(right))
        .map(([key, inner]) => [key, plain(inner)]),
    )
  const text = String(value)
  if (/^\d{4}-\d\d-\d\d[T ]\d\d:/.test(text)) return new Date(text).toISOString()
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

/** The row of a mail with its decrypted text. */
function openedMail(row: Row): Row {
  return { ...row, text: TEST_FIELDS.open(String(row.text), ['mails', 'text', String(row.message_key)]) }
}

describe('R57 the file of an export', () => {
  test('R57 is compared with the database for every section', () => {
    expect(Object.keys(TRUTH).sort()).toEqual(HELD_DATA.map(({ name }) => name).sort())
  })

  test('R57 equals the database row by row, in every section, and has no one else’s rows', async () => {
    // Not encrypted, as a former release has written it: the rows themselves then show the values.
    await app.database.pool.query('update installation set sealed_since = null')
    const person = await fullPerson('Grace')
    const stranger = await fullPerson('Mallory')
    await app.database.pool.query('update installation set sealed_since = now()')
    const { id } = (await call(person, 'POST', '/api/data/request-export', {})).json().export
    // As it was before: building the export changes its own row, is recorded and mails the person.
    const held = new Map<string, Row[]>()
    for (const { name } of HELD_DATA) {
      const { rows } = await app.database.pool.query<{ row: Row }>(TRUTH[name]?.rows ?? '', [person.id])
      held.set(
        name,
        rows.map(({ row }) => (name === 'emails' ? openedMail(row) : row)),
      )
    }
    await buildExport(app.services, id)
    const files = unzipSync((await person.call('GET', `/api/data/exports/${id}/file`)).rawPayload)
    const text = strFromU8(files['data.json'] ?? new Uint8Array())
    const { sections } = JSON.parse(text) as { sections: Record<string, { rows: Row[] }> }
    for (const { name } of HELD_DATA) {
      const rows = sections[name]?.rows ?? []
      const columns = Object.keys(rows[0] ?? {})
      const inDatabase = held.get(name) ?? []
      expect([name, inDatabase.length > 0]).toEqual([name, true])
      const pick = (row: Row) => JSON.stringify(columns.map((column) => plain(row[column] ?? null)))
      expect([name, rows.map(pick).sort()]).toEqual([name, inDatabase.map(pick).sort()])
      const unnamed = Object.keys(inDatabase[0] ?? {}).filter(
        (column) =>
          column !== 'user_id' && !columns.includes(column) && !TRUTH[name]?.leftOut.includes(column),
      )
      expect([name, unnamed]).toEqual([name, []])
    }
    expect(text).not.toContain('Mallory')
    expect(text).not.toContain(stranger.email)
    expect(text).not.toContain(INTERNAL)
    expect(Object.keys(files).filter((name) => name.startsWith('documents/'))).toHaveLength(
      sections.documents?.rows.length ?? 0,
    )
  })
})
