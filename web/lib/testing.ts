import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createElement, type ReactElement, type ReactNode } from 'react'
import { vi } from 'vitest'
import type { RoleName } from '#contract/roles.ts'
import { capabilitiesOf } from '#domain/roles/held-roles.ts'
import { queryClient } from './query-client.ts'
import { sessionQuery } from './session.ts'

/** Stands in for the browser's other windows in a test; what is returned has one of them say that something changed there. */
export function stubOtherWindows(): () => void {
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
  return () => {
    for (const channel of channels) channel.dispatchEvent(new Event('message'))
  }
}

/** What `component` draws, with a router around it at the address `at`, so that its links lead somewhere. */
export function routed(component: () => ReactNode, at = '/'): ReactElement {
  const router = createRouter({
    routeTree: createRootRoute({ component }),
    history: createMemoryHistory({ initialEntries: [at] }),
  })
  return createElement(RouterProvider, { router: router as never })
}

/** Signs in a member of staff with these roles in a component test, as far as pages ask what they may do. */
export function signInStaff(...roles: RoleName[]): void {
  const user = { id: 900, name: 'Rita Moss', is_staff: true, roles, may: capabilitiesOf(roles) }
  queryClient.setQueryData(sessionQuery.queryKey, { isAuthenticated: true, user } as never)
}
