import { existsSync, readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { RISK_DISCLOSURE } from '#contract/certifications/risk-disclosure.ts'
import { getAuthUser } from '#contract/sign-in/auth.ts'

/** The URLs of a path of the client's router. */
export function addressPattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/\/\{-\$\w+\}/g, '(?:/[^/]+)?').replace(/\$\w+/g, '([^/]+)')}/?$`)
}

/**
 * The page shell for a URL: for pages that people wait for, it lists the scripts that the first ones would
 * otherwise request only once they run (performance P13). `file` is the build's list of those pages by path.
 */
export function pageShells(shell: string, file: string): (url: string) => string {
  const scripts: Record<string, string[]> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const shells = Object.entries(scripts).map(([path, names]) => {
    const links = names.map((name) => `<link rel="modulepreload" crossorigin href="/${name}">\n  `).join('')
    return { pattern: addressPattern(path), document: shell.replace('</head>', () => `${links}</head>`) }
  })
  return (url) => {
    const { pathname } = new URL(`http://page.invalid${url}`)
    return shells.find(({ pattern }) => pattern.test(pathname))?.document ?? shell
  }
}

type Session = z.output<typeof getAuthUser.answer>
/** What opens a page: the parameters of its path, its query, and the person. */
interface Opened {
  id: string
  kind: string
  /** Whether the URL filters a list, or opens another part than the first. */
  isNarrowed: boolean
  user: Session['user']
  /** Who fills in an application: the person, or a visitor. */
  personId: number | undefined
}

const NOTICES = '/api/notices?limit=10'

/** What the awaited pages request before their first heading shows, by path. */
const ASKED: readonly { pattern: RegExp; calls: (page: Opened) => string[] }[] = [
  { pattern: addressPattern('/'), calls: homeCalls },
  { pattern: addressPattern('/onboarding/consumer'), calls: onboardingCalls('consumer') },
  { pattern: addressPattern('/onboarding/business'), calls: onboardingCalls('business') },
  { pattern: addressPattern('/profile'), calls: profileCalls },
  { pattern: addressPattern('/verification'), calls: verificationCalls },
  { pattern: addressPattern('/admin/queue'), calls: listCalls('queue', ['/api/admin/reviewers']) },
  { pattern: addressPattern('/admin/dashboard'), calls: listCalls('users') },
  { pattern: addressPattern('/admin/users/$id/desk'), calls: deskCalls },
]

function homeCalls({ user }: Opened): string[] {
  if (!user) return []
  const own = user.is_staff
    ? ['/api/staff/home', '/api/staff/promise', '/api/staff/signals']
    : ['/api/home', '/api/invoices']
  return [NOTICES, ...own]
}

function profileCalls({ isNarrowed }: Opened): string[] {
  const dashboard = isNarrowed ? [] : ['/api/data/exports', '/api/invoices']
  return [NOTICES, '/api/user/profile', '/api/verification/status', ...dashboard]
}

function verificationCalls(): string[] {
  return [NOTICES, '/api/user/profile', '/api/verification/status', '/api/onboarding/consumer/case']
}

function listCalls(list: 'queue' | 'users', beside: readonly string[] = []) {
  return ({ isNarrowed }: Opened): string[] => [
    NOTICES,
    `/api/admin/views?list=${list}`,
    ...beside,
    ...(isNarrowed ? [] : [`/api/admin/${list}`]),
  ]
}

function onboardingCalls(kind: 'consumer' | 'business') {
  return ({ personId }: Opened) =>
    personId === undefined
      ? []
      : [
          `/api/onboarding/${kind}/case`,
          `/api/onboarding/${kind}/draft`,
          `/api/onboarding/lines?kind=${kind}`,
          '/api/documents',
          `/api/certifications/check?name=${RISK_DISCLOSURE.name}&userId=${personId}`,
          '/api/certifications/risk-disclosure',
        ]
}

function deskCalls({ id, kind }: Opened): string[] {
  const person = `/api/admin/users/${id}`
  return [NOTICES, person, `${person}/kyc-case?kind=${kind}`, `${person}/readings?kind=${kind}`]
}

/** What an answer depends on besides its URL. */
const PASSED_ON = ['cookie', 'host', 'user-agent', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']
/** A page waits no longer than this for answers that its scripts can request as well. */
const MOST_MS = 1_000

/**
 * The answers that a request's page asks for first, by URL (decision 097): each as its endpoint gives it to the
 * person who opens the page, without refused ones. Empty if the server doesn't answer itself in time.
 */
export async function pageAnswers(
  server: FastifyInstance,
  request: FastifyRequest,
): Promise<Record<string, unknown>> {
  const { pathname, searchParams } = new URL(`http://page.invalid${request.url}`)
  const signal = AbortSignal.timeout(MOST_MS)
  const headers = Object.fromEntries(
    PASSED_ON.flatMap((name) => (request.headers[name] ? [[name, request.headers[name]]] : [])),
  )
  const ask = async (url: string) => {
    const remoteAddress = request.socket.remoteAddress ?? ''
    const answer = await server.inject({ method: 'GET', url, headers, remoteAddress, signal })
    return answer.statusCode === 200 ? [[url, answer.json()] as const] : []
  }
  try {
    const who = await ask(getAuthUser.path)
    const session: Session | undefined = who[0]?.[1]
    if (!session) return {}
    const { user, applicant } = session
    const asked = ASKED.find(({ pattern }) => pattern.test(pathname))
    const page = {
      id: asked?.pattern.exec(pathname)?.[1] ?? '',
      kind: searchParams.get('kind') === 'business' ? 'business' : 'consumer',
      isNarrowed: searchParams.size > 0,
      user,
      personId: (user ?? applicant)?.id,
    }
    const calls = await Promise.all((asked?.calls(page) ?? []).map(ask))
    return Object.fromEntries([...who, ...calls.flat()])
  } catch (error) {
    request.log.warn({ err: error }, 'the page is sent without its first answers')
    return {}
  }
}
