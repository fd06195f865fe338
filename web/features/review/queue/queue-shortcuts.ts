import { useMutation } from '@tanstack/react-query'
import type { QueueRow } from '#contract/review/review-queue.ts'
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { invalidate } from '#web/lib/query-client.ts'
import type { Shortcut } from '#web/shared/shell/shortcut.ts'
import { toast } from '#web/ui/toast.ts'

/** What every row's link carries, so that the keys find the rows in their order. */
export const ROW_LINK = 'data-case'

type Acts = Pick<Ownership, 'claim' | 'release'> & {
  rows: readonly QueueRow[]
  claimNext: () => void
  toggle: (id: number) => void
  mayWork: boolean
  /** Whether cases may be selected, to be assigned. */
  mayAssign: boolean
}

/** The keys of the queue, as far as one may use them. J and K move the focus itself, so that Enter opens the case and screen readers follow. */
export function queueShortcuts({
  rows,
  claimNext,
  toggle,
  claim,
  release,
  mayWork,
  mayAssign,
}: Acts): Shortcut[] {
  const onFocused = (act: (row: QueueRow) => void) => () => {
    const row = rows.find(({ id }) => id === focusedCase())
    if (row) act(row)
  }
  return [
    ...(mayWork ? [{ key: 'n', label: 'Claim the next case and open it', run: claimNext }] : []),
    { key: 'j', label: 'Next case of the list', run: () => move(1) },
    { key: 'k', label: 'Case before it', run: () => move(-1) },
    ...(mayWork
      ? [
          { key: 'c', label: 'Claim the case in focus', run: onFocused(claim) },
          { key: 'r', label: 'Give back the case in focus', run: onFocused(release) },
        ]
      : []),
    ...(mayAssign
      ? [{ key: 'x', label: 'Select the case in focus', run: onFocused(({ id }) => toggle(id)) }]
      : []),
  ]
}

function rowLinks(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`[${ROW_LINK}]`)]
}

function focusedLink(): HTMLElement | null {
  return document.activeElement?.closest('tr')?.querySelector<HTMLElement>(`[${ROW_LINK}]`) ?? null
}

function focusedCase(): number {
  return Number(focusedLink()?.getAttribute(ROW_LINK))
}

function move(by: 1 | -1): void {
  const links = rowLinks()
  const focused = focusedLink()
  const place = focused ? links.indexOf(focused) : -1
  const next = place === -1 ? (by === 1 ? 0 : links.length - 1) : place + by
  links[Math.min(Math.max(next, 0), links.length - 1)]?.focus()
}

export interface Ownership {
  claim: (row: QueueRow) => void
  release: (row: QueueRow) => void
  /** The case that is being claimed or given back. */
  busyId: number | undefined
}

/** Claims a case of the list, or gives it back. */
export function useOwnership(): Ownership {
  const { mutate, variables, isPending } = useMutation({
    mutationFn: ({ row, way }: { row: QueueRow; way: 'claim' | 'release' }) => {
      const input = { params: { id: row.userId }, body: { kind: row.kind } }
      return way === 'claim'
        ? api('POST /api/admin/users/:id/kyc-claim', input)
        : api('POST /api/admin/users/:id/kyc-release', input)
    },
    onError: (error, { way }) =>
      toast({
        kind: 'error',
        title: way === 'claim' ? 'The case wasn’t claimed' : 'The case wasn’t given back',
        description: whyNot(error),
      }),
    // Also after a refusal: someone else has it, and the list should say so.
    onSettled: () => invalidate('GET /api/admin/queue', 'GET /api/admin/users/:id/kyc-case'),
  })
  return {
    claim: (row) => mutate({ row, way: 'claim' }),
    release: (row) => mutate({ row, way: 'release' }),
    busyId: isPending ? variables.row.id : undefined,
  }
}

function whyNot(error: Error): string {
  const holder = error instanceof ApiError ? error.body.conflict?.claimedBy : undefined
  return holder ? `${holder} is working on it.` : error.message
}
