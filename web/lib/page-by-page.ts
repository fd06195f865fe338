/** How a list is read on: the first page without a cursor, each other one with that of the page before it. */
export const PAGE_BY_PAGE = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor ?? undefined,
}
