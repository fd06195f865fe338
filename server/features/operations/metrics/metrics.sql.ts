import { OPEN_STATES } from '#contract/verification/case-states.ts'
import { DEAD_LETTERS } from '#server/model/jobs/jobs.sql.ts'
import { as, statement } from '#server/platform/database/statement.ts'

/** Waiting emails are counted up to here; more is no worse. */
const MOST_MAILS = 100_000

const IS_OPEN = `state in (${OPEN_STATES.map((state) => `'${state}'`).join(', ')})`

export const selectWhetherQueuesMade = statement({
  text: "select to_regclass('pgboss.queue') is not null as is_made",
  gives: { is_made: 'bool' },
})

export const selectQueues = statement({
  text: `select q.name, q.ready_count::int as waiting, q.active_count::int as active, q.failed_count::int as failed,
           (select created_on from pgboss.job j
            where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now()
            order by j.priority desc, j.created_on limit 1) as "oldestAt"
         from pgboss.queue q where q.name not like '\\_\\_pgboss%' and q.name <> '${DEAD_LETTERS}'`,
  gives: { name: 'text', waiting: 'int4', active: 'int4', failed: 'int4', oldestAt: 'timestamptz?' },
})

export const selectWaitingMails = statement({
  text: `select (select count(*)::int from (select from mails where status = 'queued' limit ${MOST_MAILS}) capped) as waiting,
           (select created_at from mails where status = 'queued' order by id limit 1) as "oldestAt"`,
  gives: { waiting: 'int4', oldestAt: 'timestamptz?' },
})

export const countOpenCases = statement({
  text: `select kind, state, case when due_at is null then 'none' when due_at < $1 then 'overdue' else 'kept' end as promise,
           count(*)::int as cases
         from cases where ${IS_OPEN} group by 1, 2, 3`,
  takes: ['timestamptz'],
  gives: { kind: 'text', state: 'text', promise: as<'kept' | 'overdue' | 'none'>('text'), cases: 'int4' },
})

export const countClosedCases = statement({
  text: `select kind, state, count(*)::int as cases from cases where not (${IS_OPEN}) group by 1, 2`,
  gives: { kind: 'text', state: 'text', cases: 'int4' },
})

export const selectListsInForce = statement({
  text: 'select source, published_on as "publishedOn" from sanctions_lists where retired_at is null order by source',
  gives: { source: 'text', publishedOn: 'text' },
})
