import { Link } from '@tanstack/react-router'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Shield from 'lucide-react/icons/shield'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { memo, type ReactNode } from 'react'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import type { ScreeningOutcome } from '#contract/screening/sanctions.ts'
import type { CaseMatch } from '#contract/screening/screening.ts'
import type { LeafState } from '#contract/verification/leaf.ts'
import { caseReference } from '#domain/cases/case-reference.ts'
import { caseBadge } from '#domain/standing/case-badges.ts'
import { NEEDS_SECOND_PERSON, OUTCOME_LOOKS } from '#web/shared/screening/screening-outcomes.ts'
import { DrawnLeaf } from '#web/shared/verification/leaf/leaf.tsx'
import { LeafGlyph } from '#web/shared/verification/leaf/leaf-glyph.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Kbd } from '#web/ui/kbd.tsx'
import { Name } from '#web/ui/name.tsx'
import { StandingBadge } from '#web/ui/standing-badge.tsx'
import type { StatusLook } from '#web/ui/status-badge.tsx'
import { filtersOfList } from '../queue/filters.ts'
import { queueSearchOf } from '../queue/queue-address.ts'
import { type DeskLine, personRole, SCREENING } from './desk-lines.ts'
import { differencesText, lineMark } from './desk-text.ts'
import type { LineComparison } from './line-readings.ts'

type Props = {
  userId: number
  name: string
  /** Below the name: a person or a company, and what they want. */
  about: string
  reviewCase: ReviewCase
  lines: readonly DeskLine[]
  /** The list from which the case was opened. */
  list: string | undefined
  selected: string
  lookedAt: ReadonlySet<string>
  comparisons: ReadonlyMap<string, LineComparison>
  /** The sanctions screening of everyone in the case; null before the first one, undefined while unknown. */
  screened: ScreeningOutcome | null | undefined
  /** The screening match that an approval waits for. */
  match: CaseMatch | null
  onSelect: (key: string) => void
}

/** The case's owner, its leaf, and its lines, each a button that sets the stage and the comparison. */
export function DeskRail(props: Props) {
  const {
    userId,
    name,
    about,
    reviewCase,
    lines,
    list,
    selected,
    lookedAt,
    comparisons,
    screened,
    match,
    onSelect,
  } = props
  const groups = [...Map.groupBy(lines, ({ group }) => group)]
  const accepted = lines.filter(({ draft }) => draft.decision === 'accepted').length
  // Someone asked to confirm hasn't seen what the first reviewer accepted.
  const isToConfirm = reviewCase.proposal !== null && !reviewCase.proposal.isYours
  const differencesOf = (line: DeskLine) =>
    isToConfirm || line.draft.decision === 'pending' ? (comparisons.get(line.key)?.differences ?? 0) : 0
  const outcome = screened && OUTCOME_LOOKS[screened]
  const digits = new Map(lines.map(({ key }, index) => [key as string, index + 1]))
  return (
    <section
      aria-label="Lines of this case"
      className="relative flex min-h-0 flex-col overflow-auto border-line bg-surface min-[73.8125rem]:border-r max-[73.75rem]:border-b"
    >
      <div className="border-b border-line px-4 pt-0.5 pb-2 max-[73.75rem]:flex max-[73.75rem]:flex-wrap max-[73.75rem]:items-center max-[73.75rem]:gap-3">
        <nav aria-label="Breadcrumb" className="text-xs text-ink-3">
          <Link
            className="link inline-block py-1"
            to="/admin/queue"
            search={queueSearchOf(filtersOfList(list))}
          >
            Review queue
          </Link>
        </nav>
        <h1 tabIndex={-1} className="text-[1.125rem]/6 font-semibold wrap-anywhere">
          <Link
            className="inline-block text-ink no-underline hover:underline"
            to="/admin/users/$id"
            params={{ id: String(userId) }}
            search={{ tab: reviewCase.kind === 'consumer' ? 'kyc' : 'business' }}
          >
            <Name>{name}</Name>
          </Link>
        </h1>
        <p className="text-sm leading-4.5 text-ink-2">{about}</p>
        <div className="mt-1 flex flex-wrap gap-2 [&_.badge]:rounded-[13px] [&_.badge]:whitespace-normal">
          <Chip className="font-mono">{caseReference(reviewCase.id)}</Chip>
          <StandingBadge badge={caseBadge(reviewCase.state, 'staff')} />
        </div>
      </div>
      <div className="flex items-center gap-3 px-4 pt-2 max-[73.75rem]:hidden [@media(max-height:820px)]:pt-1">
        <RailLeaf
          lines={lines}
          size="compact"
          className="h-[72px] w-24 [@media(max-height:820px)]:h-[52px]"
        />
        <p className="text-xs text-ink-3">
          <b className="block text-[1.625rem] leading-8 font-semibold text-ink tabular-nums">
            {accepted}
            <span className="text-card font-medium text-ink-3"> of {lines.length}</span>
          </b>
          lines accepted
        </p>
      </div>
      <nav
        aria-label="Lines"
        data-shortcuts="all"
        className="relative pb-2 max-[73.75rem]:flex max-[73.75rem]:overflow-x-auto max-[73.75rem]:pb-0"
      >
        {groups.map(([group, grouped]) => (
          <div key={group} className="max-[73.75rem]:contents">
            <p className="px-4 pt-2 text-xs font-medium text-ink-3 max-[73.75rem]:sr-only [@media(max-height:820px)]:pt-1">
              {group}
            </p>
            <ol className="max-[73.75rem]:flex">
              {grouped.map((line) => (
                <RailLine
                  key={line.key}
                  id={line.key}
                  digit={digits.get(line.key) ?? 0}
                  label={line.label}
                  mark={[lineMark(line, lookedAt, differencesOf(line)), personRole(line.item)]
                    .filter(Boolean)
                    .join(' · ')}
                  differences={differencesOf(line)}
                  state={line.state}
                  isSelected={selected === line.key}
                  onSelect={onSelect}
                />
              ))}
            </ol>
          </div>
        ))}
        <div className="max-[73.75rem]:contents">
          <p className="px-4 pt-2 text-xs font-medium text-ink-3 max-[73.75rem]:sr-only [@media(max-height:820px)]:pt-1">
            Checks
          </p>
          <ol className="max-[73.75rem]:flex">
            <RailLine
              id={SCREENING}
              digit={lines.length + 1}
              label="Sanctions"
              mark={
                screened === undefined ? '' : outcome ? screeningMark(outcome, match) : 'Not screened yet'
              }
              isAlarming={match !== null || screened === 'confirmed'}
              isSelected={selected === SCREENING}
              onSelect={onSelect}
            >
              <ScreenedIcon outcome={screened} />
            </RailLine>
          </ol>
        </div>
      </nav>
    </section>
  )
}

/** How the screening went, and what an open match waits for if that is no first decision. */
function screeningMark({ label }: StatusLook, match: CaseMatch | null): string {
  return match?.proposal ? `${label}, ${NEEDS_SECOND_PERSON.toLowerCase()}` : label
}

/** A shield with a tick only if everyone was screened and no one is on a list. */
function ScreenedIcon({ outcome }: { outcome: Props['screened'] }) {
  if (outcome === 'clear') return <ShieldCheck className="size-4 text-green-ink" />
  if (!outcome || outcome === 'stale') return <Shield className="size-4 text-ink-2" />
  return <ShieldAlert className={`size-4 ${outcome === 'exposed' ? 'text-yellow-ink' : 'text-red-ink'}`} />
}

/** Finds a line's button, to keep the focus. */
export function railButton(key: string): HTMLElement | null {
  return document.getElementById(`line-${key}`)
}

const RailLeaf = memo(DrawnLeaf)

type LineProps = {
  id: string
  digit: number
  label: string
  mark: string
  /** How many of its values differ and await a verdict. */
  differences?: number
  /** Whether its note must be dealt with before anything else. */
  isAlarming?: boolean
  /** Its glyph; a check that isn’t an item has its icon as children. */
  state?: LeafState
  isSelected: boolean
  onSelect: (key: string) => void
  children?: ReactNode
}

/** Memoised, because each key on the desk renders the whole rail. */
const RailLine = memo(function RailLine({
  id,
  digit,
  label,
  mark,
  differences = 0,
  isAlarming = false,
  state,
  isSelected,
  onSelect,
  children,
}: LineProps) {
  const key = digit < 10 ? String(digit) : digit === 10 ? '0' : null
  const saysDifferences = differences > 0 && mark.includes(differencesText(differences))
  return (
    <li className="mx-2">
      <button
        type="button"
        id={`line-${id}`}
        // One Tab stop for all of them; the arrows move from line to line.
        tabIndex={isSelected ? 0 : -1}
        aria-current={isSelected || undefined}
        aria-keyshortcuts={key ?? undefined}
        className={classNames(
          'grid min-h-10 w-full cursor-pointer grid-cols-[20px_34px_minmax(0,1fr)_auto] items-center gap-x-2 rounded-2 border-0 px-2 py-0.5 text-left text-ink max-[73.75rem]:min-h-11 max-[73.75rem]:w-max max-[73.75rem]:grid-cols-[20px_34px_max-content_auto] max-[53.75rem]:grid-cols-[34px_max-content_auto] [@media(max-height:820px)]:min-h-9',
          isSelected
            ? 'bg-brand-soft outline outline-brand/45 -outline-offset-1'
            : 'bg-transparent hover:bg-sunken',
        )}
        onClick={() => onSelect(id)}
      >
        {key ? <Kbd className="text-ink-3">{key}</Kbd> : <span className="max-[53.75rem]:hidden" />}
        {state ? <LeafGlyph state={state} /> : children}
        <span className="min-w-0">
          <b className="line-clamp-2 text-left text-sm leading-4.5 font-semibold wrap-anywhere">
            <Name>{label}</Name>
          </b>
          <span
            className={classNames(
              'line-clamp-2 text-[.78125rem] leading-4',
              isAlarming ? 'text-red-ink' : saysDifferences ? 'text-yellow-ink' : 'text-ink-2',
            )}
          >
            {mark}
          </span>
        </span>
        {differences > 0 ? (
          <span className="text-yellow-ink" title={differencesText(differences)}>
            <CircleAlert className="size-4" />
            {saysDifferences ? null : <span className="sr-only">{differencesText(differences)}</span>}
          </span>
        ) : null}
      </button>
    </li>
  )
})
