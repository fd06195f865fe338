import { focusManager, type Query } from '@tanstack/react-query'
import type { LiveMessage, LiveTopic } from '#contract/live/live.ts'
import type { EndpointKey } from '#web/lib/api.ts'
import { whenUnchanging } from '#web/lib/own-changes.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { sessionQuery } from '#web/lib/session.ts'

/** The answers to refetch when something in a topic has changed. None of them contains anything being typed. */
const ANSWERS_OF: Readonly<Record<LiveTopic, readonly EndpointKey[]>> = {
  standing: [
    'GET /api/home',
    'GET /api/auth/user',
    'GET /api/auth/profile',
    'GET /api/user/profile',
    'GET /api/user/type',
    'GET /api/verification/status',
    'GET /api/onboarding/consumer/case',
    'GET /api/onboarding/business/case',
    'GET /api/onboarding/business/profile',
    'GET /api/onboarding/kyc-profile-by-user/:id',
    'GET /api/documents',
    'GET /api/documents/former',
    'GET /api/certifications/user',
    'GET /api/certifications/check',
  ],
  notices: ['GET /api/notices'],
  invoices: ['GET /api/home', 'GET /api/invoices', 'GET /api/invoices/:id/payment', 'GET /api/client'],
  exports: ['GET /api/data/exports'],
  queue: [
    'GET /api/admin/queue',
    'GET /api/admin/queue/decisions',
    'GET /api/staff/home',
    'GET /api/admin/users',
  ],
  person: [
    'GET /api/admin/users/:id',
    'GET /api/admin/users/:id/kyc-case',
    'GET /api/admin/users/:id/readings',
    'GET /api/admin/users/:id/events',
    'GET /api/admin/users/:id/screening',
    'GET /api/admin/users/:id/sessions',
    'GET /api/admin/users/:id/support',
  ],
  billing: [
    'GET /api/admin/invoices',
    'GET /api/admin/invoices/:id',
    'GET /api/admin/clients',
    'GET /api/admin/clients/:id',
  ],
}
const EVERY_TOPIC = Object.keys(ANSWERS_OF) as LiveTopic[]

/** The minimum time between refetches of shared lists, in milliseconds, however many changes there are. */
const GAP_MS: Readonly<Partial<Record<LiveTopic, number>>> = { queue: 2_000, billing: 2_000 }
/** Spreads the refetches of pages that receive the same message, in milliseconds. */
const SPREAD_MS = 250

const nextAt = new Map<LiveTopic, number>()
const waiting = new Map<LiveTopic, ReturnType<typeof setTimeout>>()

/** Marks everything a message says has changed as stale, and refetches what is shown of it. */
export function readAgain(message: LiveMessage): void {
  if ('everything' in message) {
    for (const topic of EVERY_TOPIC) void invalidate(topic, null)
    return
  }
  for (const topic of message.topics) {
    // A change made on this page is reported too, although its own response already shows it.
    if (topic === 'person') void whenUnchanging().then(() => invalidate(topic, new Set(message.people)))
    else readSoon(topic)
  }
}

/**
 * Handles the end of the session: administration pages check immediately, and lock. Others keep what was typed,
 * and notice on their next request.
 */
export function readSessionAgain(): void {
  const isAdministration = window.location.pathname.startsWith('/admin')
  void queryClient.invalidateQueries({
    queryKey: sessionQuery.queryKey,
    refetchType: isAdministration ? refetched() : 'none',
  })
}

/** Whether a query belongs to a topic and to one of these people; null means everyone. */
function isOf(topic: LiveTopic, people: ReadonlySet<number> | null, queryKey: readonly unknown[]): boolean {
  const [name, input] = queryKey as [EndpointKey, { params?: { id?: unknown } } | undefined]
  if (!ANSWERS_OF[topic].includes(name)) return false
  return topic !== 'person' || people === null || people.has(Number(input?.params?.id))
}

function readSoon(topic: LiveTopic): void {
  if (waiting.has(topic)) return
  const gap = GAP_MS[topic]
  const wait = gap ? Math.max(Math.random() * SPREAD_MS, (nextAt.get(topic) ?? 0) - Date.now()) : 0
  const timer = setTimeout(() => {
    waiting.delete(topic)
    if (gap) nextAt.set(topic, Date.now() + gap)
    void invalidate(topic, null)
  }, wait)
  waiting.set(topic, timer)
}

function invalidate(topic: LiveTopic, people: ReadonlySet<number> | null): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey }: Query) => isOf(topic, people, queryKey),
    refetchType: refetched(),
  })
}

/** A locked or hidden page sends no requests; it refetches stale data when someone returns to it. */
function refetched(): 'active' | 'none' {
  return focusManager.isFocused() ? 'active' : 'none'
}
