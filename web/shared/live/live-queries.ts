import { focusManager, type Query } from '@tanstack/react-query'
import type { LiveMessage, LiveTopic } from '#contract/live/live.ts'
import type { EndpointKey } from '#web/lib/api.ts'
import { whenUnchanging } from '#web/lib/own-changes.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { sessionQuery } from '#web/lib/session.ts'

/** What is read again when something of a topic has changed. What is being typed is in none of these answers. */
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
  queue: ['GET /api/admin/queue', 'GET /api/staff/home', 'GET /api/admin/users'],
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

/** Lists of everyone's are read again no more often than this, however much happens. */
const GAP_MS: Readonly<Partial<Record<LiveTopic, number>>> = { queue: 2_000, billing: 2_000 }
/** Pages that hear the same do not all ask in one moment. */
const SPREAD_MS = 250

const nextAt = new Map<LiveTopic, number>()
const waiting = new Map<LiveTopic, ReturnType<typeof setTimeout>>()

/** Marks as stale what a message says has changed, and reads again what is shown of it. */
export function readAgain(message: LiveMessage): void {
  if ('everything' in message) {
    for (const topic of EVERY_TOPIC) void invalidate(topic, null)
    return
  }
  for (const topic of message.topics) {
    // A change that was made here is told as well, and its own answer shows it already.
    if (topic === 'person') void whenUnchanging().then(() => invalidate(topic, new Set(message.people)))
    else readSoon(topic)
  }
}

/**
 * The session is over: pages of the administration look at once, and lock. The others keep what is typed in them, and find out with
 * the next thing they ask.
 */
export function readSessionAgain(): void {
  const isAdministration = window.location.pathname.startsWith('/admin')
  void queryClient.invalidateQueries({
    queryKey: sessionQuery.queryKey,
    refetchType: isAdministration ? refetched() : 'none',
  })
}

/** Returns whether an answer, by its key, is of a topic and of one of these people; null is everyone. */
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

/** A page that is locked or hidden asks nothing; it reads what is stale when someone is back at it. */
function refetched(): 'active' | 'none' {
  return focusManager.isFocused() ? 'active' : 'none'
}
