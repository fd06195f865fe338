import {
  infiniteQueryOptions,
  QueryCache,
  QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query'
import { type Answer, api, callAddress, type EndpointKey, type Input } from './api.ts'
import { ApiError } from './api-error.ts'
import { firstAnswer } from './first-answers.ts'

const MINUTE_MS = 60_000
/** How long a component that mounts doesn't refetch what came with the page. */
const JUST_CAME_MS = 5_000

/** The app's query client with the specification's constants (account-admin §9.1). */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => {
      // The places after a list's first page are known by that page alone.
      if (error instanceof ApiError && error.fields.cursor)
        void queryClient.resetQueries({ queryKey, exact: true })
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 5 * MINUTE_MS,
      gcTime: 30 * MINUTE_MS,
      // A refusal stays a refusal: only an outage or a lost connection is worth one retry.
      retry: (count, error) =>
        count < 1 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
      refetchOnWindowFocus: true,
      refetchOnMount: ({ state: { dataUpdateCount, dataUpdatedAt, isInvalidated } }) =>
        dataUpdateCount > 0 || isInvalidated || Date.now() - dataUpdatedAt > JUST_CAME_MS,
    },
    mutations: {
      // Without a connection a change fails and says so; waiting for one would look like endless saving.
      networkMode: 'always',
      retry: (count, error) =>
        count < 1 && error instanceof ApiError && (error.status === 0 || error.status === 503),
    },
  },
})

/**
 * Query options of an endpoint. The key is its name, then its input, so that the name invalidates all of them.
 * What came with the page is available from the first frame.
 */
export function endpointQuery<K extends EndpointKey>(key: K, input?: Input<K>) {
  return queryOptions({
    queryKey: keyOf(key, input),
    queryFn: ({ signal }) => call<Answer<K>>(key, input, signal),
    initialData: () => firstAnswer<Answer<K>>(callAddress(key, input)),
  })
}

interface Paged {
  nextCursor: string | null
}
/** Endpoints with paged answers. */
type ListKey = { [K in EndpointKey]: Answer<K> extends Paged ? K : never }[EndpointKey]

/** The same for a list: the first page is requested without a cursor, each further one with the previous page's. */
export function listQuery<K extends ListKey>(key: K, input?: Input<K>) {
  type Page = Answer<K> & Paged
  const { query } = (input ?? {}) as { query?: object }
  return infiniteQueryOptions({
    queryKey: keyOf(key, input),
    queryFn: ({ pageParam: cursor, signal }) =>
      call<Page>(key, { ...input, query: { ...query, cursor } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    initialData: () => {
      const page = firstAnswer<Page>(callAddress(key, input))
      return page && { pages: [page], pageParams: [undefined] }
    },
  })
}

function keyOf(key: EndpointKey, input: object | undefined): QueryKey {
  return input === undefined ? [key] : [key, input]
}

/** Calls an endpoint whose types follow from its name, a type parameter here. */
function call<Answered>(key: EndpointKey, input: object | undefined, signal: AbortSignal): Promise<Answered> {
  return (api as (...call: unknown[]) => Promise<unknown>)(key, input, { signal }) as Promise<Answered>
}

/** Marks every cached answer of these endpoints as stale. */
export async function invalidate(...keys: EndpointKey[]): Promise<void> {
  await Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })))
}
