import { statement } from '#server/platform/database/statement.ts'

export const upsertAuthenticator = statement({
  text: `insert into idp_authenticators as a (account_id, sealed_secret, last_step, created_at) values ($1, $2, 0, $3)
     on conflict (account_id) do update set sealed_secret = excluded.sealed_secret, created_at = excluded.created_at
     where a.confirmed_at is null`,
  takes: ['int8', 'text', 'timestamptz'],
})

export const deleteAuthenticator = statement({
  text: `delete from idp_authenticators where account_id = $1 returning confirmed_at is not null as "wasConfirmed"`,
  takes: ['int8'],
  gives: { wasConfirmed: 'bool' },
})

export const selectSecret = statement({
  text: `select sealed_secret as sealed from idp_authenticators
     where account_id = $1 and (confirmed_at is not null) = $2`,
  takes: ['int8', 'bool'],
  gives: { sealed: 'text' },
})

export const updateLastStep = statement({
  text: `update idp_authenticators set last_step = $2, last_used_at = $3, confirmed_at = coalesce(confirmed_at, $3)
     where account_id = $1 and last_step < $2 and sealed_secret = $4`,
  takes: ['int8', 'int8', 'timestamptz', 'text'],
})

export const upsertChallenge = statement({
  text: `insert into idp_challenges as c (owner, challenge, account_id, account_version, expires_at)
     values ($1, $2, $3, $4, $5)
     on conflict (owner) do update set account_id = excluded.account_id,
       account_version = excluded.account_version, expires_at = excluded.expires_at,
       challenge = case when c.expires_at > $6 and c.account_id is not distinct from excluded.account_id
         then c.challenge else excluded.challenge end
     returning challenge`,
  takes: ['text', 'text', 'int8?', 'int4?', 'timestamptz', 'timestamptz'],
  gives: { challenge: 'text' },
})

export const selectAccountOfChallenge = statement({
  text: `select a.id::int from idp_challenges c join idp_accounts a on a.id = c.account_id and a.version = c.account_version
     where c.owner = $1 and c.expires_at > $2`,
  takes: ['text', 'timestamptz'],
  gives: { id: 'int4' },
})

export const replaceChallenge = statement({
  text: `with asked as (
       select owner, challenge, account_id::int from idp_challenges where owner = $1 and expires_at > $2 for update
     )
     update idp_challenges c set challenge = $3 from asked where c.owner = asked.owner
     returning asked.challenge, asked.account_id as "accountId"`,
  takes: ['text', 'timestamptz', 'text'],
  gives: { challenge: 'text', accountId: 'int4?' },
})

export const deleteChallenge = statement({
  text: 'delete from idp_challenges where owner = $1',
  takes: ['text'],
})

export const selectPasskeys = statement({
  text: `select id::int, name, created_at as "createdAt", last_used_at as "lastUsedAt"
     from idp_passkeys where account_id = $1 order by id`,
  takes: ['int8'],
  gives: { id: 'int4', name: 'text', createdAt: 'timestamptz', lastUsedAt: 'timestamptz?' },
})

export const selectCredentialIds = statement({
  text: 'select credential_id as "credentialId" from idp_passkeys where account_id = $1',
  takes: ['int8'],
  gives: { credentialId: 'text' },
})

export const insertPasskeyRow = statement({
  text: `insert into idp_passkeys (account_id, credential_id, public_key, counter, transports, name, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
  takes: ['int8', 'text', 'text', 'int8', 'text', 'text', 'timestamptz'],
})

export const updatePasskeyName = statement({
  text: 'update idp_passkeys set name = $3 where account_id = $1 and id = $2',
  takes: ['int8', 'int8', 'text'],
})

export const deletePasskey = statement({
  text: 'delete from idp_passkeys where account_id = $1 and id = $2 returning name',
  takes: ['int8', 'int8'],
  gives: { name: 'text' },
})

export const selectTransports = statement({
  text: 'select credential_id as "credentialId", transports from idp_passkeys where account_id = $1',
  takes: ['int8?'],
  gives: { credentialId: 'text', transports: 'text' },
})

export const selectStoredPasskey = statement({
  text: `select id::int, account_id::int as "accountId", credential_id as "credentialId", public_key as "publicKey",
       counter::int, transports from idp_passkeys where credential_id = $1`,
  takes: ['text'],
  gives: {
    id: 'int4',
    accountId: 'int4',
    credentialId: 'text',
    publicKey: 'text',
    counter: 'int4',
    transports: 'text',
  },
})

export const updateCounter = statement({
  text: 'update idp_passkeys set counter = $2, last_used_at = $3 where id = $1 and (counter < $2 or $2 = 0)',
  takes: ['int8', 'int8', 'timestamptz'],
})

export const deleteRecoveryCodes = statement({
  text: 'delete from idp_recovery_codes where account_id = $1',
  takes: ['int8'],
})

export const insertRecoveryCodes = statement({
  text: `insert into idp_recovery_codes (code_hash, account_id, created_at)
     select hash, $2, $3 from unnest($1::text[]) as hash`,
  takes: ['text[]?', 'int8', 'timestamptz'],
})

export const consumeRecoveryCode = statement({
  text: `update idp_recovery_codes set used_at = $3
     where account_id = $1 and code_hash = any($2::text[]) and used_at is null`,
  takes: ['int8', 'text[]', 'timestamptz'],
})

export const countRecoveryCodes = statement({
  text: `select count(*) filter (where used_at is null)::int as left, max(created_at) as "madeAt"
     from idp_recovery_codes where account_id = $1`,
  takes: ['int8'],
  gives: { left: 'int4', madeAt: 'timestamptz?' },
})

export const selectAuthenticator = statement({
  text: `select confirmed_at as "addedAt", last_used_at as "lastUsedAt" from idp_authenticators
     where account_id = $1 and confirmed_at is not null`,
  takes: ['int8'],
  gives: { addedAt: 'timestamptz!', lastUsedAt: 'timestamptz?' },
})

export const deleteUselessCodes = statement({
  text: `delete from idp_recovery_codes r where r.account_id = $1
       and not exists (select from idp_passkeys p where p.account_id = r.account_id)
       and not exists (select from idp_authenticators a where a.account_id = r.account_id and a.confirmed_at is not null)`,
  takes: ['int8'],
})
