import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState } from 'react'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { formatDate, formatTime } from '#web/lib/dates.ts'
import { useMay } from '#web/lib/may.tsx'
import { eventNote } from '#web/shared/cases/reason-labels.ts'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { NoteForm } from '../note-form.tsx'

type Props = { userId: number; reviewCase: ReviewCase; onClose: () => void }

const PART_NAMES: Readonly<Record<StoryPart, string>> = { all: 'All', notes: 'Notes', files: 'Files' }
const NOTHING: Readonly<Record<StoryPart, string>> = {
  all: 'Nothing has happened yet.',
  notes: 'No notes yet.',
  files: 'No file was sent or opened yet.',
}

/** Notes and history over the comparison; the evidence stays visible. */
export function DeskDrawer({ userId, reviewCase, onClose }: Props) {
  const drawer = useRef<HTMLElement>(null)
  const [part, setPart] = useState<StoryPart>('all')
  const mayWork = useMay('cases.work')
  useEffect(() => drawer.current?.focus(), [])
  const days = caseStory(reviewCase, part)
  return (
    <section
      ref={drawer}
      role="dialog"
      aria-label="Notes and history"
      tabIndex={-1}
      className="absolute inset-y-0 right-0 row-[1/2] z-10 max-[73.75rem]:row-auto w-[432px] max-w-full overflow-auto border-l border-line bg-surface shadow-3 max-[85rem]:w-[400px]"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <div className="sticky top-0 z-10 flex min-h-14 items-center gap-2 border-b border-line bg-surface pr-2 pl-5">
        <h2 className="flex-1 text-[1.0625rem] leading-6 font-semibold">Notes and history</h2>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a row of tools. */}
        <span role="group" aria-label="Show" className="inline-flex rounded-2 bg-sunken p-0.5">
          {STORY_PARTS.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === part}
              className={classNames(
                'h-8 cursor-pointer rounded-chip border-0 px-2.5 text-sm font-medium',
                each === part
                  ? 'bg-surface text-ink shadow-1 outline outline-line'
                  : 'bg-transparent text-ink-2',
              )}
              onClick={() => setPart(each)}
            >
              {PART_NAMES[each]}
            </button>
          ))}
        </span>
        <IconButton label="Close notes and history" icon={<X />} onClick={onClose} />
      </div>
      <div className="px-5 pt-3 pb-6">
        {mayWork && reviewCase.mayDecide ? <NoteForm userId={userId} reviewCase={reviewCase} /> : null}
        {days.length === 0 ? <p className="mt-4 text-sm text-ink-2">{NOTHING[part]}</p> : null}
        {days.map(({ day, entries }) => (
          <section key={day} aria-label={day}>
            <h3 className="mt-4 mb-1.5 text-xs/4.5 font-medium text-ink-3">{day}</h3>
            <ol>
              {entries.map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </ol>
          </section>
        ))}
      </div>
    </section>
  )
}

const DOTS: Readonly<Record<StoryEntry['kind'], string>> = {
  note: 'bg-yellow-solid',
  sent: 'bg-blue-solid',
  good: 'bg-green-solid',
  asked: 'bg-red-solid',
  file: 'bg-ink-3',
  other: 'bg-ink-3',
}

function Entry({ entry: { at, who, title, text, kind } }: { entry: StoryEntry }) {
  return (
    <li className="relative pb-2.5 pl-6 text-[.84375rem] leading-4.75 before:absolute before:top-4 before:bottom-0 before:left-[3.5px] before:w-px before:bg-line last:before:hidden">
      <span
        aria-hidden="true"
        className={classNames(
          'absolute top-[6px] left-0 size-2 rounded-full forced-colors:bg-[CanvasText]',
          DOTS[kind],
        )}
      />
      <span className="flex gap-3">
        <span className="min-w-0 flex-1 wrap-anywhere">
          <b className="font-semibold">{title}</b>
          <span className="block text-ink-2">{who}</span>
        </span>
        <time dateTime={at} className="text-[.8125rem] text-ink-3 tabular-nums">
          {formatTime(at)}
        </time>
      </span>
      {text ? (
        <p
          className={classNames(
            'mt-1 rounded-2 px-2.5 py-1.5 whitespace-pre-line wrap-anywhere',
            kind === 'note' ? 'bg-yellow-bg text-yellow-ink' : 'bg-sunken text-ink-2',
          )}
        >
          {text}
        </p>
      ) : null}
    </li>
  )
}

const STORY_PARTS = ['all', 'notes', 'files'] as const
type StoryPart = (typeof STORY_PARTS)[number]

/** An event of a case, or a colleague's note about it. */
interface StoryEntry {
  id: string
  at: string
  who: string
  title: string
  /** A reviewer's note, or a decision's further text. */
  text: string | null
  kind: 'note' | 'sent' | 'good' | 'asked' | 'file' | 'other'
}

const KINDS: Readonly<Record<string, StoryEntry['kind']>> = {
  'case.submitted': 'sent',
  'case.approved': 'good',
  'case.proposed': 'good',
  'case.returned': 'asked',
  'case.rejected': 'asked',
  'case.proposal_declined': 'asked',
  'case.proposal_cancelled': 'asked',
}

/** Identifies the looks of one person at one document on one day; every other event is alone. */
function looksOf({ id, at, actor, look }: ReviewCase['events'][number]): string {
  return look ? `${formatDate(at)} ${actor} ${look.document}` : `event ${id}`
}

function looksText(looks: ReviewCase['events']): string {
  return looks
    .toReversed()
    .map(({ at, look }) => `${formatTime(at)} ${look?.text ?? ''}`)
    .join('\n')
}

/**
 * Returns a case's notes and history in one list, day by day, latest first. A note is shown by its text, not by
 * the audit log's event.
 */
export function caseStory(
  { events, notes }: Pick<ReviewCase, 'events' | 'notes'>,
  part: StoryPart,
): { day: string; entries: StoryEntry[] }[] {
  const looks = Map.groupBy(events, looksOf)
  const happened = events
    .filter((event) => event.type !== 'case.note_added' && looks.get(looksOf(event))?.at(-1) === event)
    .map((event): StoryEntry => {
      const all = event.look ? looks.get(looksOf(event)) : undefined
      return {
        id: `event ${event.id}`,
        at: event.at,
        who: event.actor,
        ...(event.look && all && all.length > 1
          ? { title: event.look.title, text: looksText(all) }
          : { title: event.title, text: eventNote(event) }),
        kind: event.type.startsWith('document.') ? 'file' : (KINDS[event.type] ?? 'other'),
      }
    })
  const written = notes.map(
    ({ id, at, author, text }): StoryEntry => ({
      id: `note ${id}`,
      at,
      who: author,
      title: 'Left a note',
      text,
      kind: 'note',
    }),
  )
  const entries = [...happened.toReversed(), ...written]
    .filter(({ kind }) => part === 'all' || kind === (part === 'notes' ? 'note' : 'file'))
    .sort((a, b) => b.at.localeCompare(a.at))
  return [...Map.groupBy(entries, ({ at }) => formatDate(at))].map(([day, of]) => ({ day, entries: of }))
}
