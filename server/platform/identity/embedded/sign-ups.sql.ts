import { statement } from '#server/platform/database/statement.ts'

const CODE_TRIES = 5

export const selectLiveInteraction = statement({
  text: "select from idp_records where model = 'Interaction' and id = $1 and expires_at > $2",
  takes: ['text', 'timestamptz'],
})

export const upsertSignUp = statement({
  text: `insert into idp_sign_ups (uid, browser_hash, email, code_hash, token_hash, tries, sent_at, expires_at)
       values ($1, $2, $3, $4, $5, 0, $6, $7)
       on conflict (uid) do update set browser_hash = excluded.browser_hash, email = excluded.email,
         code_hash = excluded.code_hash, token_hash = excluded.token_hash, tries = 0, sent_at = excluded.sent_at,
         proven_at = null, expires_at = excluded.expires_at`,
  takes: ['text', 'text', 'text', 'text?', 'text?', 'timestamptz', 'timestamptz'],
})

export const selectLiveToken = statement({
  text: 'select from idp_sign_ups where token_hash = $1 and expires_at > $2',
  takes: ['text', 'timestamptz'],
})

export const countCodeTry = statement({
  text: `update idp_sign_ups set tries = tries + 1, proven_at = case when code_hash = $4 then $5 else proven_at end
     where uid = $1 and browser_hash = $2 and tries < ${CODE_TRIES} and sent_at > $3
     returning code_hash = $4 as "isRight"`,
  takes: ['text', 'text', 'timestamptz', 'text', 'timestamptz'],
  gives: { isRight: 'bool?' },
})

export const deleteSignUp = statement({
  text: 'delete from idp_sign_ups where uid = $1',
  takes: ['text'],
})

const signUpBy = (column: 'uid' | 'token_hash') =>
  statement({
    text: `select uid, email, proven_at is not null as "isProven" from idp_sign_ups
       where ${column} = $1 and browser_hash = $2 and expires_at > $3`,
    takes: ['text', 'text', 'timestamptz'],
    gives: { uid: 'text', email: 'text', isProven: 'bool' },
  })
export const selectSignUp = { uid: signUpBy('uid'), token_hash: signUpBy('token_hash') }

/** An account `d` that no one had confirmed by $1. */
export const UNCONFIRMED = 'not d.email_verified and d.created_at <= $1'

export const lockUnconfirmed = statement({
  text: `select d.sub from idp_accounts d where ${UNCONFIRMED} order by d.sub limit $2 for update skip locked`,
  takes: ['timestamptz', 'int8'],
  gives: { sub: 'text' },
})
