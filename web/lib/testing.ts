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
 * Simulates the browser's other windows in a test; the returned function has one of them report a change, once
 * the page listens, which is a moment after it is rendered.
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
  /** The current path. */
  at?: string
  /** The id of the layout route above the pages, if they look up their route by it. */
  shell?: string
  /** Rendered around every page, with the page inside. */
  frame?: Drawn
  /** Runs before anything is rendered. */
  loader?: () => Promise<void>
  client?: QueryClient
}

/** `pages` with a router and queries around them: at every path, or by path if the page looks up its route. */
export function routed(pages: Drawn | Record<string, Drawn>, around: Around = {}): ReactElement {
  return withQueries(testRouter(pages, around), around)
}

/** Renders `pages` as `routed` does. Returns the router. */
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

/** Signs in a member of staff with these roles in a component test, as far as pages check their capabilities. */
export function signInStaff(...roles: RoleName[]): void {
  const user = { id: 900, name: 'Rita Moss', is_staff: true, roles, may: capabilitiesOf(roles) }
  queryClient.setQueryData(sessionQuery.queryKey, { isAuthenticated: true, user } as never)
}
