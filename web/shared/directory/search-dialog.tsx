import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  type UseComboboxPropGetters,
  type UseComboboxState,
  type UseComboboxStateChangeOptions,
  useCombobox,
} from 'downshift'
import { Fragment, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { BadgeLook } from '#contract/badge.ts'
import type { FoundCompany, FoundInvoice, FoundPerson } from '#contract/directory/search.ts'
import { FOUND_OF_EACH } from '#contract/directory/search-limits.ts'
import { caseReference } from '#domain/cases/case-reference.ts'
import { isolated } from '#domain/isolated.ts'
import { caseBadge } from '#domain/standing/case-badges.ts'
import type { Answer } from '#web/lib/api.ts'
import { useMay } from '#web/lib/may.tsx'
import type { PlainPath } from '#web/lib/page-address.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { invoiceLook } from '#web/shared/invoices/invoice-badges.tsx'
import { currentShortcuts, type Shortcut } from '#web/shared/shell/use-shortcuts.ts'
import { Button } from '#web/ui/button.tsx'
import { matchingOptions } from '#web/ui/combobox-match.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { keyName } from '#web/ui/key-name.ts'
import { Name } from '#web/ui/name.tsx'
import { StandingBadge } from '#web/ui/standing-badge.tsx'
import { TextField, type TextFieldProps } from '#web/ui/text-field.tsx'
import { UnconfirmedMark } from './person-email.tsx'

/** The search starts after typing has paused for this many milliseconds. */
const PAUSE_MS = 150

type AdminPage = PlainPath extends infer Path ? (Path extends `/admin/${infer Page}` ? Page : never) : never

/** An administration page that the person may see. */
export type PagePlace = { id: AdminPage; label: string }

type Props = { onClose: () => void; pages: readonly PagePlace[] }

/**
 * Finds people, companies and invoices while typing, administration pages, and the shortcuts of the page behind
 * it. Arrows select, Enter opens or runs, Esc closes.
 */
export function SearchDialog({ open, title, ...props }: Props & { open: boolean; title: string }) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? undefined : props.onClose())}
      title={title}
      className="mt-[8vh] self-start"
      initialFocus={field}
    >
      <SearchField ref={field} {...props} />
    </Dialog>
  )
}

function SearchField({ ref, onClose, pages }: Props & { ref: RefObject<HTMLInputElement | null> }) {
  const [typed, setTyped] = useState('')
  // With an empty search nothing is selected, so that Enter does nothing.
  const [marked, setMarked] = useState(-1)
  // A list open from the start takes the focus before the dialog has stored the previous one, so nothing could
  // be restored.
  const [hadFocus, setHadFocus] = useState(false)
  const [shortcuts] = useState(() => currentShortcuts().filter(({ key }) => key !== '/'))
  const mayFindPeople = useMay('people.find')
  const { q, query } = useFound(typed.trim())
  const navigate = useNavigate()
  const found = query.data && q && !query.error ? foundGroups(query.data, q, pages) : []
  const groups = [...found, ...commandGroups(typed, pages, shortcuts)]
  const options = groups.flatMap((group) => group.options)
  // The results may still be those of a shorter search.
  const isCurrent = q === typed.trim() && !query.isPlaceholderData
  const { getInputProps, getMenuProps, getItemProps } = useCombobox<FoundOption>({
    items: options,
    isOpen: hadFocus && options.length > 0,
    inputValue: typed,
    selectedItem: null,
    highlightedIndex: Math.min(marked, options.length - 1),
    defaultHighlightedIndex: 0,
    itemToString: (option) => option?.title ?? '',
    itemToKey: (option) => option?.id,
    getItemId: (index) => options[index]?.id ?? '',
    onHighlightedIndexChange: ({ highlightedIndex }) => setMarked(highlightedIndex),
    onSelectedItemChange: ({ selectedItem }) => {
      if (!selectedItem) return
      onClose()
      // After the focus has been restored, because the action may move it.
      if (selectedItem.shortcut) requestAnimationFrame(selectedItem.shortcut.run)
      if (selectedItem.place) void navigate(selectedItem.place)
    },
    stateReducer: (state, change) => openOnPurpose(state, change, isCurrent),
    // jsdom has no scrolling.
    scrollIntoView: (element) => element?.scrollIntoView?.({ block: 'nearest' }),
  })
  return (
    <>
      <TextField
        {...getInputProps<TextFieldProps>({
          label: mayFindPeople ? 'Name, company, email, phone or number' : 'Name or number',
          ref,
          type: 'search',
          spellCheck: false,
          maxLength: 200,
          onFocus: () => setHadFocus(true),
          onChange: ({ currentTarget }) => {
            setTyped(currentTarget.value)
            setMarked(currentTarget.value.trim() ? 0 : -1)
          },
          // The label alone names it.
          'aria-labelledby': undefined,
        })}
      />
      <p role="status" className="my-3 text-ink-2 wrap-anywhere">
        {statusText(q, query)}
      </p>
      {q && query.error ? (
        <Button onClick={() => void query.refetch()} busy={query.isFetching} busyLabel="Trying again...">
          Try again
        </Button>
      ) : null}
      <div {...getMenuProps({ 'aria-label': 'Found' })} className="max-h-[50vh] overflow-y-auto">
        {groups.map((group) => (
          <FoundGroupList
            key={group.label}
            group={group}
            propsOf={(option) => getItemProps({ item: option, index: options.indexOf(option) })}
          />
        ))}
      </div>
    </>
  )
}

const Change = useCombobox.stateChangeTypes

/**
 * Returns the list's state changes: only arrow keys select a line, and Enter opens it only if the results match
 * the typed text.
 */
function openOnPurpose(
  state: UseComboboxState<FoundOption>,
  { type, changes }: UseComboboxStateChangeOptions<FoundOption>,
  isCurrent: boolean,
): Partial<UseComboboxState<FoundOption>> {
  switch (type) {
    case Change.ItemMouseMove:
    case Change.MenuMouseLeave:
    case Change.InputBlur:
      return state
    case Change.InputKeyDownEnter:
      return isCurrent ? changes : state
    default:
      return changes
  }
}

function FoundGroupList({
  group,
  propsOf,
}: {
  group: FoundGroup
  propsOf: (option: FoundOption) => ReturnType<UseComboboxPropGetters<FoundOption>['getItemProps']>
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own.
    <div role="group" aria-label={group.label}>
      <p className="px-3 pt-2 pb-1 text-sm/5 font-semibold text-ink-3" aria-hidden="true">
        {group.label}
      </p>
      {group.options.map((option) => (
        <div
          key={option.id}
          {...propsOf(option)}
          className="flex min-h-12 cursor-pointer items-center justify-between gap-x-3 gap-y-1 rounded-1 px-3 py-1.5 hover:bg-sunken aria-selected:bg-brand-soft aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-brand max-rail:flex-wrap"
        >
          <span className="grid min-w-0 wrap-anywhere">
            <b className="font-semibold">
              <Name>{option.title}</Name>
            </b>
            {option.detail ? <span className="text-sm/5 text-ink-2">{option.detail}</span> : null}
          </span>
          {option.badge ? <StandingBadge badge={option.badge} /> : null}
          {option.shortcut ? <Kbd>{keyName(option.shortcut.key)}</Kbd> : null}
        </div>
      ))}
    </div>
  )
}

/** The results for the text once typing pauses; the lines shown stay while others load. */
function useFound(typed: string) {
  const [q, setQ] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const query = useQuery({
    ...endpointQuery('GET /api/admin/search', { query: { q } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  return { q, query }
}

function statusText(q: string, { data, error, isFetching }: ReturnType<typeof useFound>['query']): string {
  if (!q) return 'Type any part of a name, in any order, or choose a page or a command. Accents don’t matter.'
  if (error) return error.message
  if (!data) return 'Searching…'
  const counts = [data.people.length, data.companies.length, data.invoices.length]
  const count = counts.reduce((sum, each) => sum + each)
  if (count === 0) return isFetching ? 'Searching…' : `Nothing you have access to matches “${q}”.`
  if (data.isNear) return `Nothing matches “${q}” exactly. Similar spellings:`
  const said = counts.some((each) => each >= FOUND_OF_EACH)
    ? `Showing the closest ${count}`
    : `${count} found`
  return `${said}. Use the arrow keys, then Enter.`
}

/** One result: its link and its text. */
interface FoundOption {
  id: string
  /** Its link; null for an action on the page behind. */
  place:
    | { to: `/admin/${'users' | 'clients' | 'invoices'}/$id`; params: { id: string } }
    | { to: `/admin/${AdminPage}` }
    | { to: '/admin/dashboard'; search: { q: string } }
    | null
  shortcut?: Shortcut
  title: string
  detail: ReactNode
  badge: BadgeLook | null
}

interface FoundGroup {
  label: string
  options: FoundOption[]
}

/** The results, in the groups the list shows; empty groups are omitted. */
function foundGroups(
  found: Answer<'GET /api/admin/search'>,
  q: string,
  pages: readonly PagePlace[],
): FoundGroup[] {
  const mayBeMore = found.people.length >= FOUND_OF_EACH && pages.some(({ id }) => id === 'dashboard')
  return [
    {
      label: 'People',
      options: [...found.people.map(personOption), ...(mayBeMore ? [allPeopleOption(q)] : [])],
    },
    { label: 'Companies', options: found.companies.map(companyOption) },
    { label: 'Invoices', options: found.invoices.map(invoiceOption) },
  ].filter(({ options }) => options.length > 0)
}

/** The pages and commands that match the typed text; all of them if it is empty. */
function commandGroups(
  typed: string,
  pages: readonly PagePlace[],
  shortcuts: readonly Shortcut[],
): FoundGroup[] {
  const goTo = pages.map(({ id, label }) => ({
    id: `page-${id}`,
    place: { to: `/admin/${id}` } as const,
    title: label,
  }))
  const act = shortcuts.map((shortcut, index) => ({
    id: `command-${index}`,
    place: null,
    shortcut,
    title: shortcut.label,
  }))
  const options = (commands: readonly Pick<FoundOption, 'id' | 'place' | 'shortcut' | 'title'>[]) => {
    const named = commands.map(({ id, title }) => ({ value: id, label: title }))
    const meant = new Set(matchingOptions(named, typed).map(({ value }) => value))
    return commands
      .filter(({ id }) => meant.has(id))
      .map((command) => ({ ...command, detail: null, badge: null }))
  }
  return [
    { label: 'Pages', options: options(goTo) },
    { label: 'On this page', options: options(act) },
  ].filter((group) => group.options.length > 0)
}

function personOption(person: FoundPerson): FoundOption {
  const { id, name, email, email_confirmed, case_id, state, is_erased } = person
  return {
    id: `person-${id}`,
    place: { to: '/admin/users/$id', params: { id: String(id) } },
    title: name ?? email ?? `User ${id}`,
    detail: joined(
      name ? email : null,
      email && !email_confirmed ? <UnconfirmedMark person={person} /> : null,
      `ID ${id}`,
      case_id && caseReference(case_id),
      is_erased && 'Erased',
    ),
    badge: state && caseBadge(state, 'staff'),
  }
}

/** What there is of these, with a dot between them. */
function joined(...parts: ReactNode[]): ReactNode {
  return parts.filter(Boolean).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one line never move.
    <Fragment key={place}>
      {place > 0 ? ' · ' : null}
      {part}
    </Fragment>
  ))
}

/** Links to the list of users, which includes those omitted here. */
function allPeopleOption(q: string): FoundOption {
  return {
    id: 'all-people',
    place: { to: '/admin/dashboard', search: { q } },
    title: `All users with “${q}”`,
    detail: null,
    badge: null,
  }
}

function companyOption({ kind, id, name, number, case_id, state }: FoundCompany): FoundOption {
  return {
    id: `${kind}-${id}`,
    place: { to: `/admin/${kind === 'client' ? 'clients' : 'users'}/$id`, params: { id: String(id) } },
    title: name,
    detail: kind === 'client' ? 'Client' : joined(number, case_id && caseReference(case_id)),
    badge: state && caseBadge(state, 'staff'),
  }
}

function invoiceOption({ id, number, client_name, status }: FoundInvoice): FoundOption {
  return {
    id: `invoice-${id}`,
    place: { to: '/admin/invoices/$id', params: { id } },
    title: number,
    detail: `${isolated(client_name)} · ${invoiceLook(status).label}`,
    badge: null,
  }
}
