import type { AdapterPayload } from 'oidc-provider'
import { as, statement } from '#server/platform/database/statement.ts'

// Plain SQL throughout: Drizzle's errors quote every parameter, which here are hashes and addresses (security
// R60).
const COLUMNS = `id::int, sub, email, email_verified as "emailVerified", name, password_hash as "passwordHash", version,
  updated_at as "updatedAt"`
const ACCOUNT = {
  id: 'int4',
  sub: 'text',
  email: 'text',
  emailVerified: 'bool',
  name: 'text?',
  passwordHash: 'text',
  version: 'int4',
  updatedAt: 'timestamptz',
} as const

/** Wrong passwords before any wait; each further one doubles the wait, up to the longest. */
const FREE_TRIES = 4

const LONGEST_WAIT_SECONDS = 900

const FIRST_WAIT_SECONDS = 5

export const insertAccount = statement({
  text: `insert into idp_accounts (sub, email, email_verified, password_hash, name, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6)
     on conflict (lower(email)) do nothing
     returning ${COLUMNS}`,
  takes: ['text', 'text', 'bool', 'text', 'text?', 'timestamptz'],
  gives: ACCOUNT,
})

export const selectAccountBySub = statement({
  text: `select ${COLUMNS} from idp_accounts where sub = $1`,
  takes: ['text'],
  gives: ACCOUNT,
})

export const selectAccountById = statement({
  text: `select ${COLUMNS} from idp_accounts where id = $1`,
  takes: ['int8'],
  gives: ACCOUNT,
})

export const selectAccountByEmail = statement({
  text: `select ${COLUMNS} from idp_accounts where lower(email) = lower($1)`,
  takes: ['text'],
  gives: ACCOUNT,
})

export const selectVersionForShare = statement({
  text: 'select version from idp_accounts where sub = $1 for share',
  takes: ['text'],
  gives: { version: 'int4' },
})

export const incrementVersion = statement({
  text: 'update idp_accounts set version = version + 1 where id = $1',
  takes: ['int8'],
})

export const updatePassword = statement({
  text: `update idp_accounts set password_hash = $2, version = version + 1, updated_at = $3 where id = $1`,
  takes: ['int8', 'text', 'timestamptz'],
})

/** Keeps a password that was changed since the attempt. */
export const renewPasswordHash = statement({
  text: 'update idp_accounts set password_hash = $3 where id = $1 and password_hash = $2',
  takes: ['int8', 'text', 'text'],
})

export const selectWhetherFormerHashes = statement({
  text: `select exists (select from idp_accounts where password_hash like 'scrypt$%') as "areLeft"`,
  takes: [],
  gives: { areLeft: 'bool' },
})

export const updateEmailVerified = statement({
  text: `update idp_accounts set email_verified = true, updated_at = $2 where id = $1 returning ${COLUMNS}`,
  takes: ['int8', 'timestamptz'],
  gives: ACCOUNT,
})

export const deleteRecordsOfAccount = statement({
  text: "delete from idp_records where split_part(payload->>'accountId', '#', 1) = $1",
  takes: ['text'],
})

export const deleteAccountRow = statement({
  text: 'delete from idp_accounts where sub = $1',
  takes: ['text'],
})

export const insertLink = statement({
  text: 'insert into idp_links (token_hash, account_id, purpose, expires_at) values ($1, $2, $3, $4)',
  takes: ['text', 'int8', 'text', 'timestamptz'],
})

export const selectLink = statement({
  text: `select l.account_id::int as "accountId", a.email from idp_links l join idp_accounts a on a.id = l.account_id
     where l.token_hash = $1 and l.purpose = $2 and l.expires_at > $3`,
  takes: ['text', 'text', 'timestamptz'],
  gives: { accountId: 'int4', email: 'text' },
})

export const deleteLink = statement({
  text: 'delete from idp_links where token_hash = $1',
  takes: ['text'],
})

export const deleteLinksOfAccount = statement({
  text: 'delete from idp_links where account_id = $1 and purpose = $2',
  takes: ['int8', 'text'],
})

export const upsertRecord = statement({
  text: `insert into idp_records (model, id, payload, grant_id, user_code, uid, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (model, id) do update set payload = excluded.payload, grant_id = excluded.grant_id,
           user_code = excluded.user_code, uid = excluded.uid, expires_at = excluded.expires_at`,
  takes: ['text', 'text', 'jsonb', 'text?', 'text?', 'text?', 'timestamptz?'],
})

export const consumeRecord = statement({
  text: 'update idp_records set consumed_at = $3 where model = $1 and id = any($2) and consumed_at is null',
  takes: ['text', 'text[]', 'timestamptz'],
})

export const deleteRecord = statement({
  text: 'delete from idp_records where model = $1 and id = any($2)',
  takes: ['text', 'text[]'],
})

export const deleteRecordsOfGrant = statement({
  text: 'delete from idp_records where grant_id = $1',
  takes: ['text'],
})

export const upsertTry = statement({
  text: `with taken as (
       insert into idp_tries (key, failures, next_at, forget_at)
       values ($1, 1, $2, $3)
       on conflict (key) do update set
         failures = case when idp_tries.forget_at <= $2 then 1 else idp_tries.failures + 1 end,
         next_at = $2::timestamptz + make_interval(secs => case
           when idp_tries.forget_at <= $2 or idp_tries.failures < ${FREE_TRIES} then 0
           else least(${LONGEST_WAIT_SECONDS}, ${FIRST_WAIT_SECONDS} * 2 ^ least(30, idp_tries.failures - ${FREE_TRIES})) end),
         forget_at = $3
       where idp_tries.next_at <= $2 or idp_tries.forget_at <= $2
       returning failures
     )
     select failures, null::timestamptz as until, true as "isTaken" from taken
     union all
     select failures, next_at, false from idp_tries where key = $1 and not exists (select from taken)`,
  takes: ['text', 'timestamptz', 'timestamptz'],
  gives: { failures: 'int4', until: 'timestamptz', isTaken: 'bool' },
})

export const deleteTries = statement({
  text: 'delete from idp_tries where key = $1',
  takes: ['text'],
})

export const upsertDevice = statement({
  text: `with before as (select device_hash from idp_devices where account_id = $1),
     noted as (
       insert into idp_devices (account_id, device_hash, seen_at) values ($1, $2, $3)
       on conflict (account_id, device_hash) do update set seen_at = excluded.seen_at
     )
     select exists (select from before) and not exists (select from before where device_hash = $2) as "isNew"`,
  takes: ['int8', 'text', 'timestamptz'],
  gives: { isNew: 'bool' },
})

export const deleteDevices = statement({
  text: 'delete from idp_devices where account_id = $1',
  takes: ['int8'],
})

export const selectKnownDevice = statement({
  text: `select from idp_devices d join idp_accounts a on a.id = d.account_id
     where lower(a.email) = lower($1) and d.device_hash = $2`,
  takes: ['text', 'text'],
})

const recordBy = (column: 'id' | 'uid' | 'user_code') =>
  statement({
    text: `select payload, consumed_at as "consumedAt" from idp_records
       where model = $1 and ${column} = any($2) and (expires_at is null or expires_at > $3)`,
    takes: ['text', 'text[]', 'timestamptz'],
    gives: { payload: as<AdapterPayload>('jsonb'), consumedAt: 'timestamptz?' },
  })
export const selectRecord = { id: recordBy('id'), uid: recordBy('uid'), user_code: recordBy('user_code') }
