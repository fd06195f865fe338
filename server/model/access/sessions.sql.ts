import { as, statement } from '#server/platform/database/statement.ts'
import { APPLICANTS, CALLERS, type CallerRow, COUNTED_CALLERS, LIVES } from './caller-query.ts'

/** A session's id in the list, which reveals nothing about its token. */
const PUBLIC_ID = "encode(sha256(convert_to(token_hash, 'UTF8')), 'hex')"

export const selectLivingSessions = statement({
  text: `select ${PUBLIC_ID} as id, s.created_at, s.last_seen_at, s.ip, s.user_agent
     from sessions s join users u on u.id = s.user_id
     where s.user_id = $1 and ${LIVES}
     order by s.created_at desc, s.token_hash`,
  takes: ['int8', 'timestamptz', 'int4', 'int4', 'int4', 'int4'],
  gives: {
    id: 'text',
    created_at: 'timestamptz',
    last_seen_at: 'timestamptz',
    ip: 'text?',
    user_agent: 'text?',
  },
})

/** Whether a person's session lives, or a visitor's, which lasts as long as the application. */
export const selectWhetherLives = statement({
  text: `select exists (select from sessions s join users u on u.id = s.user_id where s.token_hash = $1 and ${LIVES})
       or exists (select from applicant_sessions s join applicants a on a.user_id = s.user_id
         where s.token_hash = $1 and a.expires_at > $2) as lives`,
  takes: ['text', 'timestamptz', 'int4', 'int4', 'int4', 'int4'],
  gives: { lives: 'bool' },
})

export const selectPublicId = statement({
  text: `select ${PUBLIC_ID} as id from sessions where token_hash = $1`,
  takes: ['text'],
  gives: { id: 'text' },
})

export const deleteSessionsOfUser = statement({
  text: `delete from sessions where user_id = $1 and ($2::text is null or ${PUBLIC_ID} = $2)
       and ($3::text is null or ${PUBLIC_ID} <> $3) returning token_hash`,
  takes: ['int8', 'text?', 'text?'],
  gives: { token_hash: 'text' },
})

export const updateLastSeen = statement({
  text: 'update sessions set last_seen_at = greatest(last_seen_at, $2) where token_hash = any($1::text[])',
  takes: ['text[]', 'timestamptz'],
})

export const deleteSession = statement({
  text: 'delete from sessions where token_hash = $1',
  takes: ['text'],
})

export const insertSession = statement({
  text: `insert into sessions (token_hash, user_id, auth_time, created_at, last_seen_at, expires_at, ip, user_agent, has_second_factor)
         values ($1, $2, $3, $4, $4, $5, $6, $7, $8)`,
  takes: ['text', 'int8', 'timestamptz', 'timestamptz', 'timestamptz', 'text?', 'text?', 'bool'],
})

const CALLER = { is_stale: 'bool', user_agent: 'text?', caller: as<CallerRow['caller']>('json') } as const

export const selectCallers = statement({
  name: 'callers-of-sessions',
  text: CALLERS,
  takes: ['text[]', 'timestamptz', 'int4', 'int4', 'int4', 'int4'],
  gives: CALLER,
})

export const selectCountedCallers = statement({
  name: 'counted-callers-of-sessions',
  text: COUNTED_CALLERS,
  takes: ['text[]', 'timestamptz', 'int4', 'int4', 'int4', 'int4', 'text[]', 'int8[]'],
  gives: { place: 'int4', ...CALLER, points: 'int4', expire: 'int8!' },
})

export const selectVisitors = statement({
  name: 'callers-of-applicants',
  text: APPLICANTS,
  takes: ['text[]', 'timestamptz'],
  gives: { caller: as<CallerRow['caller']>('json') },
})

/** Compares without case for ASCII letters only. */
export const lockAddress = statement({
  text: `select pg_advisory_xact_lock(hashtextextended('applicant:' || lower($1::text collate "C"), 0))`,
  takes: ['text'],
  gives: { pg_advisory_xact_lock: 'void' },
})
