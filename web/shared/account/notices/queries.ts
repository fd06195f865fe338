import { type Answer, api, type Input } from '#web/lib/api.ts'
import { invalidate, listQuery, queryClient } from '#web/lib/query-client.ts'

const KEY = 'GET /api/notices'
const MINUTE_MS = 60_000
// Defined here and not in the contract, whose file has the endpoints' schemas: every page would load them.
const NOTICES_PER_PAGE = 10

export type ListedNotice = Answer<typeof KEY>['notices'][number]

/** The notices, newest first, page by page. Refetched on focus, and every two minutes while the page is visible. */
export const noticesQuery = {
  ...listQuery(KEY, { query: { limit: NOTICES_PER_PAGE } }),
  staleTime: MINUTE_MS,
  refetchInterval: 2 * MINUTE_MS,
}

/** Marks one notice as read, or all up to one, and updates the bell's count immediately. */
export async function markAsRead(which: Input<'POST /api/notices/read'>['body']): Promise<void> {
  const { unread, urgent } = await api('POST /api/notices/read', { body: which })
  const isMeant = ({ id }: ListedNotice) => ('id' in which ? id === which.id : id <= which.upTo)
  queryClient.setQueryData(noticesQuery.queryKey, (data) =>
    data
      ? {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            unread,
            urgent,
            notices: page.notices.map((notice) => (isMeant(notice) ? { ...notice, isRead: true } : notice)),
          })),
        }
      : data,
  )
  await invalidate(KEY)
}
