import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'
import type { Leaf as LeafOf, LeafState, OwnLine } from '#contract/verification/leaf.ts'
import { DrawnLeaf } from '#web/shared/verification/leaf/leaf.tsx'
import { LeafGlyph } from '#web/shared/verification/leaf/leaf-glyph.tsx'
import { TaskLink } from '#web/shared/verification/step-link.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/card.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { type KeyValue, KeyValueList } from '#web/ui/key-value-list.tsx'
import { StandingBadge } from '#web/ui/standing-badge.tsx'

const MEANINGS: readonly [LeafState, string][] = [
  ['to_do', 'nothing yet'],
  ['ready', 'saved, not sent'],
  ['with_us', 'our team is checking'],
  ['checked', 'nothing more to do'],
  ['given', 'needs no check'],
  ['approved', 'as part of your verification'],
  ['expiring', 'runs out soon'],
  ['look_again', 'needs a new try'],
]

/** The leaf with its list: each line by colour, shape and text; clicking a row opens the line. */
export function LeafCard({ leaf, isFirstSight }: { leaf: LeafOf; isFirstSight: boolean }) {
  const [opened, setOpened] = useState<string | null>(null)
  const { lines, count, reference, saved } = leaf
  const marked =
    lines.find(({ state }) => needsAttention(state)) ?? lines.find(({ state }) => state === 'to_do')
  const line = lines.find(({ key }) => key === opened)
  return (
    <Card className="overflow-hidden" aria-labelledby="your-verification">
      <div className="flex min-h-14 items-center gap-3 border-b border-line px-6 max-rail:min-h-[52px] max-rail:px-4">
        <div className="flex items-center gap-x-3 max-rail:grid max-rail:py-2">
          <h2 className="text-h3" id="your-verification">
            Your verification
          </h2>
          {saved ? (
            <span className="text-xs text-ink-3 tabular-nums">{saved}</span>
          ) : reference ? (
            <span className="text-xs text-ink-3 max-rail:hidden">
              Application ID <span className="mono">{reference}</span>
            </span>
          ) : null}
        </div>
        <span className="ml-auto text-right text-sm whitespace-nowrap text-ink-2 tabular-nums max-rail:whitespace-normal">
          <b className="font-semibold text-ink">{count.figure}</b> {count.words}
        </span>
      </div>
      <div className="relative pt-2 pb-5 max-rail:py-1">
        <DrawnLeaf
          lines={lines}
          size="ledger"
          isFirstSight={isFirstSight}
          className="pointer-events-none absolute top-2 left-2 max-rail:hidden"
        />
        <ol className="relative">
          {lines.map((each) => (
            <Row
              key={each.key}
              line={each}
              isMarked={needsAttention(each.state) || each === marked}
              onOpen={() => setOpened(each.key)}
            />
          ))}
        </ol>
      </div>
      <Legend lines={lines} />
      <LineDialog line={line} storedFor={leaf.storedFor} onClose={() => setOpened(null)} />
    </Card>
  )
}

function Row({ line, isMarked, onOpen }: { line: OwnLine; isMarked: boolean; onOpen: () => void }) {
  const attention = needsAttention(line.state)
  return (
    <li className="group relative">
      {isMarked ? (
        <span
          aria-hidden="true"
          className={classNames(
            'absolute inset-y-0.5 right-2 left-[388px] rounded-2 max-rail:inset-x-1.5 max-rail:inset-y-[3px]',
            attention ? 'bg-yellow-bg/70' : 'bg-brand-soft/60',
          )}
        />
      ) : null}
      <button
        type="button"
        className="relative grid h-12 w-full grid-cols-[392px_minmax(0,1fr)_auto_20px] items-center gap-x-3 pr-5 text-left hover:[&_b]:underline max-rail:h-auto max-rail:min-h-[58px] max-rail:grid-cols-[42px_minmax(0,1fr)_auto_16px] max-rail:gap-x-2.5 max-rail:pr-3 max-rail:pl-4 max-rail:py-2 max-[340px]:grid-cols-[42px_minmax(0,1fr)_16px]"
        onClick={onOpen}
      >
        <LeafGlyph state={line.state} className="rail:hidden" />
        <span className="min-w-0 rail:col-start-2 rail:pl-2">
          <b className="block truncate text-card leading-4.5 font-semibold max-rail:text-base max-rail:whitespace-normal">
            {line.label}
          </b>
          <span
            className={classNames(
              'line-clamp-2 text-xs/3.5 text-balance rail:pb-0.5 max-rail:line-clamp-none max-rail:text-[.84375rem] max-rail:leading-4.5',
              attention ? 'font-medium text-yellow-ink' : 'text-ink-3',
            )}
          >
            {line.detail}
          </span>
        </span>
        <span className="max-[340px]:col-start-2 max-[340px]:row-start-2 max-[340px]:mt-1">
          <StandingBadge badge={line.badge} />
        </span>
        <ChevronRight className="size-4 text-ink-3 max-[340px]:col-start-3 max-[340px]:row-start-1" />
      </button>
      <span
        aria-hidden="true"
        className="absolute right-5 bottom-0 left-[400px] h-px bg-line group-last:hidden max-rail:right-4 max-rail:left-[68px]"
      />
    </li>
  )
}

/** A legend of the shapes shown. */
function Legend({ lines }: { lines: readonly OwnLine[] }) {
  const states = MEANINGS.filter(([state]) => lines.some((line) => line.state === state))
  return (
    <ul
      aria-label="Key"
      className="flex flex-wrap items-center gap-x-5 gap-y-1.5 border-t border-line bg-sunken/50 px-6 py-3 text-xs text-ink-2 max-rail:px-4"
    >
      {states.map(([state, meaning]) => (
        <li key={state} className="inline-flex items-center gap-[7px]">
          <LeafGlyph state={state} />
          <span>
            <b className="font-semibold text-ink">{wordsOf(lines, state)}</b> {meaning}
          </span>
        </li>
      ))}
    </ul>
  )
}

function wordsOf(lines: readonly OwnLine[], state: LeafState): string {
  return [...new Set(lines.filter((line) => line.state === state).map(({ badge }) => badge.label))].join(', ')
}

function needsAttention(state: LeafState): boolean {
  return state === 'look_again' || state === 'expiring' || state === 'rejected'
}

/** One line's details: what was provided, who looked and when, how long it is stored, and what can be changed. */
function LineDialog({
  line,
  storedFor,
  onClose,
}: {
  line: OwnLine | undefined
  storedFor: string
  onClose: () => void
}) {
  return (
    <Dialog
      open={line !== undefined}
      onOpenChange={(open) => (open ? undefined : onClose())}
      size="sm"
      title={line?.label}
      footer={
        line?.change.href && line.change.action ? (
          <TaskLink className={buttonClass('primary')} href={line.change.href}>
            {line.change.action}
          </TaskLink>
        ) : null
      }
    >
      {line ? <Content line={line} storedFor={storedFor} /> : null}
    </Dialog>
  )
}

function Content({ line, storedFor }: { line: OwnLine; storedFor: string }) {
  const items: KeyValue[] = [{ label: 'Status', value: <StandingBadge badge={line.badge} /> }]
  const given = line.given ?? line.leftBlank
  if (given) items.push({ label: line.state === 'given' ? 'Details' : 'You gave', value: given })
  if (line.checked) items.push({ label: 'Checked', value: line.checked })
  return (
    <>
      <KeyValueList items={items} />
      {line.reasons.map(({ wrong, remedy }) => (
        <p key={wrong} className="mt-4 rounded-2 bg-yellow-bg px-3.5 py-3 text-card text-yellow-ink">
          {wrong} {remedy}
        </p>
      ))}
      <p className="mt-4 text-ink-2">{line.change.text}</p>
      {line.mistakeHref ? (
        <p className="mt-2">
          <a className="inline-block py-1" href={line.mistakeHref}>
            I think this is a mistake
          </a>
        </p>
      ) : null}
      {line.given ? <p className="mt-2 text-sm text-ink-3">{storedFor}</p> : null}
    </>
  )
}
