import { useMutation, useQuery } from '@tanstack/react-query'
import BookmarkPlus from 'lucide-react/icons/bookmark-plus'
import X from 'lucide-react/icons/x'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { ViewedList } from '#contract/review/saved-views.ts'
import { api } from '#web/lib/api.ts'
import { endpointQuery, invalidate } from '#web/lib/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { toast } from '#web/ui/toast.ts'
import type { ViewSearch } from './name-view.tsx'

// Loaded when a view is named: the first administration page loads without it.
const NameView = lazyPart(() => import('./name-view.tsx'), 'NameView')

interface LinkProps {
  activeOptions: { exact: true }
  className: string
  'aria-current': 'true' | undefined
  children: ReactNode
}

type Props = {
  list: ViewedList
  /** The URL's current parameters. */
  search: ViewSearch
  /** The views that everyone has. */
  standard: readonly { name: string; search: ViewSearch }[]
  link: (search: ViewSearch, props: LinkProps) => ReactNode
}

/** A list's views, standard and personal, each a URL; the current one can be saved under a name. */
export function SavedViews({ list, search, standard, link }: Props) {
  const { data } = useQuery(endpointQuery('GET /api/admin/views', { query: { list } }))
  const [isNaming, setNaming] = useState(false)
  const nav = useRef<HTMLElement>(null)
  const [named, setNamed] = useState('')
  const own = data?.views ?? []
  const views: readonly { name: string; search: ViewSearch }[] = [...standard, ...own]
  const now = filtersKey(search)
  const saved = own.find((view) => filtersKey(view.search) === now)
  const isNew = saved?.name === named
  useEffect(() => {
    if (!isNew) return
    // The field has been removed, and the control next to it deletes the view, so the view's link takes the focus.
    nav.current?.querySelector<HTMLElement>('a[aria-current]')?.focus()
    setNamed('')
  }, [isNew])
  const handleSaved = (name: string) => {
    setNaming(false)
    setNamed(name)
  }
  const isKnown = saved !== undefined || standard.some((view) => filtersKey(view.search) === now)
  const remove = useMutation({
    mutationFn: (id: number) => api('DELETE /api/admin/views/:id', { params: { id } }),
    onSuccess: () => invalidate('GET /api/admin/views'),
    onError: (error) =>
      toast({ kind: 'error', title: 'The view was not deleted', description: error.message }),
  })
  return (
    <nav
      ref={nav}
      aria-label="Views"
      className="flex flex-wrap items-center gap-1 border-b border-line px-5 py-2 max-[860px]:px-3"
    >
      {views.map((view) => (
        <span key={view.name} className="contents">
          {link(view.search, {
            // The link's own marking needs an exact match; otherwise a view without filters would always be
            // current.
            activeOptions: { exact: true },
            className:
              classNames(
                // A block, because a flex container ends a long name without its dots.
                'inline-block max-w-64 truncate rounded-full px-3 text-sm/9 font-medium no-underline',
                filtersKey(view.search) === now
                  ? 'bg-brand-soft text-brand-ink outline outline-brand/40 -outline-offset-1'
                  : 'text-ink-2 hover:bg-sunken hover:text-ink',
              ) ?? '',
            'aria-current': filtersKey(view.search) === now ? 'true' : undefined,
            children: view.name,
          })}
        </span>
      ))}
      {saved ? (
        <IconButton
          size="sm"
          variant="tertiary"
          label={`Delete the view “${saved.name}”`}
          icon={<X />}
          busy={remove.isPending}
          onClick={() => remove.mutate(saved.id)}
        />
      ) : null}
      {isKnown || isNaming ? null : (
        <Button size="sm" variant="tertiary" onClick={() => setNaming(true)}>
          <BookmarkPlus />
          Save this view
        </Button>
      )}
      {isNaming && !isKnown ? (
        <Suspense>
          <NameView
            list={list}
            search={search}
            own={own}
            onSaved={handleSaved}
            onCancel={() => setNaming(false)}
          />
        </Suspense>
      ) : null}
    </nav>
  )
}

/** A key that is the same for the same filters, in any order of the URL's parameters. */
function filtersKey(search: ViewSearch): string {
  return Object.entries(search)
    .filter(([, value]) => value)
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join('&')
}
