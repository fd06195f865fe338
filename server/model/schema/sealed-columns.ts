import { DOCUMENT_SLOTS } from '#contract/documents/documents.ts'
import type { FieldPlace } from '#server/platform/fields/field-cipher.ts'

/** An encrypted value: how to read it as text, and how to write it to a row. */
interface SealedValue {
  column: string
  /** SQL for reading it from row `t`. */
  read: string
  write: (value: string) => string
  /** Equal values are encrypted equally, in any row. */
  isAlike?: true
}

/** A table's encrypted values. */
export interface SealedTable {
  table: string
  /** What people call such a value. */
  what: string
  /** Whose number the row's name begins with, if it leads to a person. */
  of?: 'person' | 'company' | 'case'
  /** The key by which the table is walked, and the value before the first. */
  key: readonly { column: string; type: 'bigint' | 'text'; start: string }[]
  /** The name of a row for its values, given its owner's id. */
  name: (userId: string) => string
  /** Whether the rows belong to a person, so that a claim moves them to another. */
  isPersonal?: boolean
  values: readonly SealedValue[]
}

const number = (column: string) => ({ column, type: 'bigint', start: '-1' }) as const
const word = (column: string) => ({ column, type: 'text', start: '' }) as const

const text = (column: string): SealedValue => ({
  column,
  read: `t.${column}`,
  write: (value) => `${column} = ${value}`,
})
/** A whole JSON column, which is a string once encrypted. */
const json = (column: string): SealedValue => ({
  column,
  read: `t.${column} #>> '{}'`,
  write: (value) => `${column} = to_jsonb(${value})`,
})

const milliseconds = (column: string) => `(extract(epoch from ${column}) * 1000)::bigint`

/** Whether a case's item rests on data rather than on a file. */
const IS_DATA = `i->>'evidence' is not null
  and i->>'key' <> all('{${DOCUMENT_SLOTS.join(',')}}')`

const BY_ID = [number('id')]
const own = { name: (userId: string) => `${userId}::text`, isPersonal: true, of: 'person' } as const

/** A value's place for encryption; one that is encrypted equally everywhere is bound to its column only. */
export function placeOf(table: string, { column, isAlike }: SealedValue, row: string): FieldPlace {
  return [table, column, isAlike ? '' : row]
}

/**
 * Everything that rows store encrypted (security R60). Row names here must equal those used by the code that
 * writes and reads the values.
 */
export const SEALED_TABLES: readonly SealedTable[] = [
  {
    table: 'mails',
    what: 'the text of an email',
    key: BY_ID,
    name: () => 't.message_key',
    values: [text('html'), text('text'), text('unsubscribe_url')],
  },
  {
    table: 'kyc_profiles',
    what: 'a personal detail',
    key: BY_ID,
    ...own,
    values: [text('dob'), json('details')],
  },
  {
    table: 'business_profiles',
    what: 'a detail of a company',
    key: BY_ID,
    ...own,
    values: [text('tax_number'), text('bank_account_number'), text('bank_sort_code'), json('details')],
  },
  {
    table: 'business_people',
    what: 'a detail of someone of a company',
    of: 'company',
    key: [number('profile_id'), word('role'), word('person_id')],
    name: () => `t.profile_id || ':' || t.role || ':' || t.person_id`,
    values: [text('birth_date'), json('details')],
  },
  {
    table: 'drafts',
    what: 'a draft',
    of: 'person',
    key: [number('user_id'), word('kind')],
    name: (userId) => `${userId} || ':' || t.kind`,
    isPersonal: true,
    values: [
      {
        column: 'data',
        read: `case when t.data ? 'sealed' then t.data->>'sealed'
          when t.data - 'step' <> '{}' then (t.data - 'step')::text end`,
        write: (value) =>
          `data = jsonb_strip_nulls(jsonb_build_object('step', t.data->'step', 'sealed', ${value}))`,
      },
    ],
  },
  {
    table: 'cases',
    what: 'the record of an accepted answer',
    of: 'case',
    key: BY_ID,
    name: () => 't.id::text',
    values: [
      {
        column: 'evidence',
        read: `coalesce(t.evidence #>> '{}', (select jsonb_object_agg(i->>'key', i->>'evidence')::text
          from jsonb_array_elements(t.items) i where ${IS_DATA}))`,
        write: (value) => `evidence = to_jsonb(${value}), items = (
          select jsonb_agg(case when ${IS_DATA} then i || '{"evidence": null}' else i end order by place)
          from jsonb_array_elements(t.items) with ordinality as items (i, place))`,
      },
    ],
  },
  {
    table: 'case_submissions',
    what: 'a submission',
    of: 'case',
    key: [number('case_id'), number('round')],
    name: () => `t.case_id || ':' || t.round`,
    values: [
      {
        column: 'snapshot',
        read: `t.snapshot->>'answers'`,
        write: (value) => `snapshot = jsonb_set(t.snapshot, '{answers}', to_jsonb(${value}))`,
      },
      text('payload_hash'),
    ],
  },
  {
    table: 'case_screenings',
    what: 'the record of a screening',
    of: 'case',
    key: [number('case_id')],
    name: () => 't.case_id::text',
    values: [json('subjects')],
  },
  {
    table: 'screening_matches',
    what: 'a screening match',
    of: 'case',
    key: BY_ID,
    name: () =>
      `t.case_id || ':' || t.subject_key || ':' || t.source || ':' || t.entry_ref || ':' || ${milliseconds('t.found_at')}`,
    values: [json('explanation'), { ...text('subject_hash'), isAlike: true }],
  },
  {
    table: 'document_readings',
    what: 'what was read from a document',
    key: BY_ID,
    name: () => 't.document_id::text',
    values: [json('found'), { ...text('number'), isAlike: true }, json('likeness')],
  },
  {
    table: 'account_changes',
    what: 'a change of details',
    of: 'person',
    key: BY_ID,
    name: () => `t.user_id || ':' || t.field || ':' || ${milliseconds('t.proposed_at')}`,
    values: [json('before'), json('after')],
  },
  {
    table: 'clients',
    what: 'a tax number',
    key: BY_ID,
    name: () => 't.id::text',
    values: [text('tax_number')],
  },
  {
    table: 'invoices',
    what: 'an invoice',
    key: [word('id')],
    name: () => 't.id',
    values: [
      {
        column: 'hosted_token',
        read: 't.hosted_token',
        // A former release stored no hash of it.
        write: (value) => `hosted_token = ${value},
          hosted_hash = coalesce(t.hosted_hash, encode(sha256(convert_to(t.hosted_token, 'UTF8')), 'hex'))`,
      },
      json('parties'),
    ],
  },
]
