import { roleGives } from '#server/model/access/caller-query.ts'
import { isColleague } from '#server/model/people/beginners.ts'
import { statement } from '#server/platform/database/statement.ts'
import { IS_OPEN } from './queue-filter.ts'

const SHOWN = 10

export const lockClaimant = statement({
  text: "select pg_advisory_xact_lock(hashtextextended('claim-next:' || $1, 0))",
  takes: ['text'],
  gives: { pg_advisory_xact_lock: 'void' },
})

export const countClaimed = statement({
  text: `select count(*)::int as n from cases c where state = 'in_review' and claimed_by = $1 and claimed_at > $2
       and not exists (select from pending_decisions p where p.case_id = c.id)`,
  takes: ['int8', 'timestamptz'],
  gives: { n: 'int4' },
})

export const selectLapsedClaims = statement({
  text: `select c.id, c.claimed_by as by, c.claimed_at as since from cases c
       join users u on u.id = c.claimed_by and u.disabled_at is null
       where c.state = 'in_review' and c.claimed_at <= $3 and c.claimed_at > $4 and c.id > $1
       order by c.id limit $2`,
  takes: ['int8', 'int8', 'timestamptz', 'timestamptz'],
  gives: { id: 'int8', by: 'int8!', since: 'timestamptz!' },
})

export const selectLatestActivity = statement({
  text: `select e.id, e.at, e.type, e.actor_kind, e.actor_id, e.after->'approval' as approval, u.id as person, c.kind,
       case when c.kind = 'business' and u.issuer <> $2 then b.legal_name end as company
     from events e left join cases c on c.id = e.case_id
       join users u on u.id = coalesce(c.user_id, e.user_id) and u.issuer <> $1
       left join business_profiles b on b.user_id = u.id
     where e.type in ('user.created', 'case.submitted', 'case.approved', 'case.returned', 'case.rejected')
       and not (e.type = 'user.created' and ${isColleague('e.user_id')})
     order by e.at desc, e.id desc limit ${SHOWN}`,
  takes: ['text', 'text'],
  gives: {
    id: 'int8',
    at: 'timestamptz',
    type: 'text',
    actor_kind: 'text',
    actor_id: 'int8?',
    approval: 'jsonb?',
    person: 'int8',
    kind: 'text?',
    company: 'text?',
  },
})

/** Of accounts that are still there, as the list of users has them. */
export const countSignUps = statement({
  text: `select to_char(e.created_at at time zone 'Europe/London', 'YYYY-MM-DD') as day, count(*)::int as n
     from search_entries e where e.kind = 'person' and not e.is_erased and e.created_at >= $1 and not ${isColleague('e.user_id')}
     group by 1`,
  takes: ['timestamptz'],
  gives: { day: 'text', n: 'int4' },
})

export const selectReviewers = statement({
  text: `select u.id, u.name, u.auth0_email as "auth0Email", u.email_verified as "emailVerified" from users u
     where ${roleGives('$1')} and u.disabled_at is null and u.suspended_at is null order by u.name, u.id`,
  takes: ['text[]'],
  gives: { id: 'int8', name: 'text?', auth0Email: 'text?', emailVerified: 'bool' },
})

export const selectStopped = statement({
  text: `select count(distinct m.case_id) filter (where ${IS_OPEN})::int as stopped, min(m.found_at) as oldest,
       count(*) filter (where m.proposed_by = $1)::int as proposed
     from screening_matches m join cases c on c.id = m.case_id
     where m.state = 'open' and m.ended_at is null and c.user_id <> $1
       and ($2::bool or not exists (select from users u where u.id = c.user_id and u.issuer = 'erased'))`,
  takes: ['int8', 'bool'],
  gives: { stopped: 'int4', oldest: 'timestamptz?', proposed: 'int4' },
})

export const selectOpenRequests = statement({
  text: `select 'complaint' as kind, count(*)::int as n, min(due_at) as due from complaints where state <> 'closed'
     union all select 'erasure', count(*)::int, min(due_at) from erasure_requests where state = 'requested'`,
  takes: [],
  gives: { kind: 'text', n: 'int4', due: 'timestamptz?' },
})

export const countInvoices = statement({
  text: `select count(*) filter (where status = 'open')::int as open, count(*) filter (where status = 'draft')::int as draft,
       count(*) filter (where status = 'open' and due_at < $1)::int as overdue,
       min(due_at) filter (where status = 'open' and due_at < $1) as since
     from invoices where status in ('open', 'draft')`,
  takes: ['timestamptz'],
  gives: { open: 'int4', draft: 'int4', overdue: 'int4', since: 'timestamptz?' },
})

export const countWaitingChanges = statement({
  text: "select count(*)::int as n from account_changes where state = 'open'",
  takes: [],
  gives: { n: 'int4' },
})

/** An address that was changed since bounces no more. */
export const selectBounced = statement({
  text: `select u.id, max(m.bounced_at) as at from mails m join users u on u.id = m.user_id
     where m.bounced_at >= $1 and lower(m.to_address) in (lower(u.email), lower(u.auth0_email))
     group by u.id order by at desc, u.id limit $2`,
  takes: ['timestamptz', 'int8'],
  gives: { id: 'int8', at: 'timestamptz!' },
})

export const countWeeks = statement({
  text: `select to_char(greatest(date_trunc('week', decided_at at time zone 'Europe/London'), $3::text::timestamp), 'YYYY-MM-DD') as week,
       count(*)::int as decided, count(*) filter (where decided_at <= waited_since + $4::int4 * interval '1 hour')::int as kept
     from first_decisions where decided_at >= $1 and decided_at < $2 group by 1 order by 1`,
  takes: ['timestamptz', 'timestamptz', 'text', 'int4'],
  gives: { week: 'text', decided: 'int4', kept: 'int4' },
})

export const selectDecisions = statement({
  text: `select decided_at as at, decided_at <= waited_since + $3::int4 * interval '1 hour' as kept
     from first_decisions where decided_at >= $1 and decided_at < $2 order by decided_at, event_id`,
  takes: ['timestamptz', 'timestamptz', 'int4'],
  gives: { at: 'timestamptz', kept: 'bool' },
})

export const countSignals = statement({
  text: `select to_char(day, 'YYYY-MM') as month, signal, version::int as version,
       coalesce(sum(n) filter (where look = 'look_closer'), 0)::int as warned,
       coalesce(sum(n) filter (where look = 'look_closer' and decision <> 'accepted'), 0)::int as right,
       coalesce(sum(n) filter (where look = 'agrees'), 0)::int as agreed,
       coalesce(sum(n) filter (where look = 'agrees' and decision <> 'accepted'), 0)::int as missed
     from (
       select day, n, split_part(name, '.', 2) as signal, split_part(name, '.', 3) as version,
         split_part(name, '.', 4) as look, split_part(name, '.', 5) as decision
       from kept_figures where starts_with(name, 'signal.') and day >= $1::text::date
       union all
       select (e.at at time zone 'Europe/London')::date, -1, s->>'name', s->>'version', s->>'look', s->>'decision'
       from events e cross join lateral jsonb_array_elements(e.after->'signals') s
       where e.user_id = $2 and e.type in ('case.approved', 'case.returned', 'case.rejected')
         and (e.at at time zone 'Europe/London')::date >= $1::text::date
         and s->>'look' in ('agrees', 'look_closer') and s->>'decision' in ('accepted', 'retry', 'final')
     ) counted group by 1, 2, 3 having sum(n) > 0 order by 1 desc, 2, 3`,
  takes: ['text', 'int8'],
  gives: {
    month: 'text',
    signal: 'text',
    version: 'int4',
    warned: 'int4',
    right: 'int4',
    agreed: 'int4',
    missed: 'int4',
  },
})
