import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  type AnyRoute,
  type AnyRouter,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { createElement, type ReactElement, type ReactNode } from 'react'
import { vi } from 'vitest'
import type { RoleName } from '#contract/roles.ts'
import { capabilitiesOf } from '#domain/roles/held-roles.ts'
import { queryClient } from './query-client.ts'
import { sessionQuery } from './session.ts'

/**
 * Stands in for the browser's other windows in a test; what is returned has one of them say that something changed there, once the
 * page listens, which it does a moment after it is drawn.
 */
export function stubOtherWindows(): () => Promise<void> {
  const channels = new Set<EventTarget>()
  vi.stubGlobal(
    'BroadcastChannel',
    class extends EventTarget {
      constructor() {
        super()
        channels.add(this)
      }
      close() {
        channels.delete(this)
      }
    },
  )
  return async () => {
    await vi.waitUntil(() => channels.size > 0, 10_000)
    for (const channel of channels) channel.dispatchEvent(new Event('message'))
  }
}

type Drawn = () => ReactNode

interface Around {
  /** The address that is open. */
  at?: string
  /** The id of the layout route that the pages stand below, where they ask for their own route by it. */
  shell?: string
  /** What is drawn around every page, with their place in it. */
  frame?: Drawn
  /** What is read before anything is drawn. */
  loader?: () => Promise<void>
  client?: QueryClient
}

/** What `pages` draws with a router and the queries around it: at every address, or by path where it asks for its route. */
export function routed(pages: Drawn | Record<string, Drawn>, around: Around = {}): ReactElement {
  return withQueries(testRouter(pages, around), around)
}

/** Draws `pages` as `routed` does. Returns the router. */
export function renderRouted(pages: Drawn | Record<string, Drawn>, around: Around = {}): AnyRouter {
  const router = testRouter(pages, around)
  render(withQueries(router, around))
  return router
}

function testRouter(
  pages: Drawn | Record<string, Drawn>,
  { at = '/', shell, frame, loader }: Around,
): AnyRouter {
  const isAlone = typeof pages === 'function'
  const root: AnyRoute = createRootRoute({
    component: isAlone ? pages : frame,
    loader,
    notFoundComponent: () => null,
  })
  const layout: AnyRoute | undefined = shell
    ? createRoute({ getParentRoute: () => root, id: shell })
    : undefined
  const children = Object.entries(isAlone ? {} : pages).map(([path, component]) =>
    createRoute({ getParentRoute: () => layout ?? root, path, component }),
  )
  return createRouter({
    routeTree: root.addChildren(layout ? [layout.addChildren(children)] : children),
    history: createMemoryHistory({ initialEntries: [at] }),
  })
}

function withQueries(router: AnyRouter, { client = queryClient }: Around): ReactElement {
  const provider = createElement(RouterProvider, { router: router as never })
  return createElement(QueryClientProvider, { client }, provider)
}

/** Signs in a member of staff with these roles in a component test, as far as pages ask what they may do. */
export function signInStaff(...roles: RoleName[]): void {
  const user = { id: 900, name: 'Rita Moss', is_staff: true, roles, may: capabilitiesOf(roles) }
  queryClient.setQueryData(sessionQuery.queryKey, { isAuthenticated: true, user } as never)
}
