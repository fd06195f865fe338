import { DECISION_OUTCOMES } from '#contract/review/decision-outcomes.ts'
import { type DecisionFilters, DecisionRow } from '#contract/review/decisions.ts'
import { type ApprovalBasis, CaseKind } from '#contract/verification/cases.ts'
import { spanOfDays } from '#domain/plain-date.ts'
import type { DecidedSignal } from '#domain/reading/decided-signals.ts'
import { fixedLabel } from '#server/model/cases/item-labels.ts'
import { ERASED_ISSUER } from '#server/model/people/erased-people.ts'
import { namesOf, unnamed } from '#server/model/people/names.ts'
import { ADDRESS_COLUMNS, ADDRESS_TYPES, shownEmail } from '#server/model/people/proven-email.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  isAfter,
  isStoredMoment,
  type Paging,
  pageOf,
  readCursor,
  sortPlace,
} from '#server/platform/database/keyset.ts'
import {
  as,
  type Bind,
  bindings,
  composed,
  type Row as RowOfColumns,
} from '#server/platform/database/statement.ts'
import type { Reader } from './queue-filter.ts'

export interface DecisionPage {
  decisions: DecisionRow[]
  count: number
  nextCursor: string | null
}

/**
 * The decisions that a figure of the staff home counts, latest first, from the same events (decision 060): each
 * decision once, however often its case was decided, or each item about which a signal said something. Throws
 * VALIDATION_ERROR for a cursor that isn't ours.
 */
export async function decisionPage(
  db: Db,
  filters: DecisionFilters,
  { limit, cursor }: Paging,
  reader: Reader,
): Promise<DecisionPage> {
  const place = cursor ? readCursor(cursor, isStoredMoment, (id) => /^\d{1,18}$/.test(id)) : undefined
  const { values, value } = bindings()
  const found = foundDecisions(filters, reader, value)
  const after = isAfter(place, { key: 'f.at', cast: 'timestamptz', id: 'f.id', order: 'desc' }, value)
  const { rows } = await composed(db, {
    text: `with found as materialized (${found}),
       page as materialized (select * from found f where ${after} order by f.at desc, f.id desc limit ${value(limit + 1)})
     select (select count(*)::int from found) as found, p.id, p.at::text as sort_key, p.at, p.type, p.approval, p.signal,
       case when p.actor_kind = 'staff' then p.actor_id end as decided_by, c.id as case_id, c.user_id, c.kind,
       case when c.kind = 'business' then b.legal_name else u.name end as name, u.issuer, ${ADDRESS_COLUMNS}
     from (values (1)) as always left join page p on true
       left join cases c on c.id = p.case_id left join users u on u.id = c.user_id
       left join business_profiles b on b.user_id = c.user_id
     order by p.at desc, p.id desc`,
    values,
    gives: ROW,
  })
  // With an empty page there is one row, with the count only.
  const decisions = rows.filter((row): row is typeof row & Row => row.id !== null)
  const { page, nextCursor } = pageOf(decisions, limit, sortPlace)
  return { decisions: await presented(db, page, reader), count: rows[0]?.found ?? 0, nextCursor }
}

const TYPES = DECISION_OUTCOMES.map((outcome) => `'case.${outcome}'`).join(', ')

/** Literal types rather than parameters, so that the planner recognises the index of milestones. */
function foundDecisions(filters: DecisionFilters, { reviewerId }: Reader, value: Bind): string {
  const { days, outcome, signal, version, look, refused } = filters
  const span = spanOfDays(days)
  const conditions = [
    `e.type in (${outcome ? `'case.${outcome}'` : TYPES})`,
    ...(span
      ? [`e.at >= ${value(span.from)}::timestamptz`, `e.at < ${value(span.to)}::timestamptz`]
      : ['false']),
  ]
  if (!signal)
    return `select e.id, e.at, e.type, e.actor_kind, e.actor_id, e.case_id, e.after->'approval' as approval, null::jsonb as signal
      from events e where ${conditions.join(' and ')}`
  conditions.push(
    `e.user_id is distinct from ${value(reviewerId)}::bigint`,
    `s.signal->>'name' = ${value(signal)}`,
    `s.signal->>'look' in (${look ? value(look) : "'agrees', 'look_closer'"})`,
    `s.signal->>'decision' in (${refused ? '' : "'accepted', "}'retry', 'final')`,
  )
  if (version) conditions.push(`s.signal->>'version' = ${value(String(version))}`)
  return `select e.id * 1000 + s.place as id, e.at, e.type, e.actor_kind, e.actor_id, e.case_id, e.after->'approval' as approval, s.signal
    from events e cross join lateral jsonb_array_elements(e.after->'signals') with ordinality as s (signal, place)
    where ${conditions.join(' and ')}`
}

const ROW = {
  found: 'int4',
  id: 'int8?',
  sort_key: 'text',
  at: 'timestamptz',
  type: 'text',
  approval: as<ApprovalBasis>('jsonb?'),
  signal: as<DecidedSignal>('jsonb?'),
  decided_by: 'int8?',
  case_id: 'int8?',
  user_id: 'int8?',
  kind: 'text?',
  name: 'text?',
  issuer: 'text?',
  ...ADDRESS_TYPES,
} as const
type Row = RowOfColumns<typeof ROW> & { id: string }

async function presented(
  db: Db,
  rows: readonly Row[],
  { reviewerId, withErased }: Reader,
): Promise<DecisionRow[]> {
  const deciders = rows.flatMap(({ decided_by }) => (decided_by === null ? [] : Number(decided_by)))
  const names = await namesOf(db, [...new Set(deciders)])
  return rows.map((row) => {
    const isOwn = Number(row.user_id) === reviewerId
    const by = row.decided_by === null ? null : Number(row.decided_by)
    const isNameless = row.issuer === ERASED_ISSUER && !withErased
    return {
      key: row.id,
      at: row.at.toISOString(),
      outcome: DecisionRow.shape.outcome.parse(row.type.slice('case.'.length)),
      approval: row.approval,
      // No one learns who decided about them (law §3.4).
      by: by === null || isOwn ? null : (names.get(by) ?? unnamed(by)),
      case:
        row.case_id === null
          ? null
          : {
              id: Number(row.case_id),
              userId: Number(row.user_id),
              kind: CaseKind.parse(row.kind),
              name: isNameless ? null : row.name,
              ...shownEmail(row),
              isOwn,
            },
      item: row.signal?.decision
        ? { label: fixedLabel(row.signal.item), decision: row.signal.decision }
        : null,
    }
  })
}
