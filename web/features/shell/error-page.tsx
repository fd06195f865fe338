import { Link, useLocation, useParams, useSearch } from '@tanstack/react-router'
import { MAINTENANCE_MESSAGE } from '#contract/maintenance.ts'
import { SIGN_IN_REFUSALS, type SignInRefusal } from '#contract/sign-in/sign-in-refusals.ts'
import { useCompany } from '#web/lib/company.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { ErrorPage as ErrorScreen } from '#web/ui/error-page.tsx'

const REFUSALS: Readonly<Record<SignInRefusal, Omit<ErrorPageText, 'status'>>> = {
  'account-suspended': {
    title: 'Your account is suspended',
    lead: 'You can’t sign in for now. Your data is kept.',
    askSupport: 'To find out why or to have it restored, email',
    offersLogin: false,
  },
  'account-closed': {
    title: 'Your account is closed',
    lead: 'You can’t sign in with it any more.',
    askSupport: 'If you think this is a mistake, email',
    offersLogin: false,
  },
  'provider-refused': {
    title: 'You weren’t signed in',
    lead: 'The sign-in service didn’t let you in. Your account with us wasn’t changed.',
    askSupport: 'To find out why, or if you think this is a mistake, email',
    offersLogin: true,
  },
  'provider-asks': {
    title: 'Please sign in again',
    lead: 'The sign-in service needs you to enter your details. Nothing was changed.',
    offersLogin: true,
  },
  'provider-busy': {
    title: 'Sign-in is busy',
    lead: 'The sign-in service can’t take you right now. Wait a few minutes, then try again.',
    askSupport: 'If it stays like this, email',
    offersLogin: true,
  },
  'provider-failed': {
    title: 'You weren’t signed in',
    lead: 'Something went wrong at the sign-in service. Nothing was changed. Please try again.',
    askSupport: 'If it happens again, email',
    offersLogin: true,
  },
}

const MAINTENANCE = {
  title: 'We’re doing maintenance',
  lead: 'You can’t sign in or make changes until we’re done. Nothing you saved is lost.',
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized - Please login to access this page',
  403: "Forbidden - You don't have permission to access this page",
  404: 'Page Not Found',
  429: 'Too Many Tries',
  500: 'Internal Server Error',
  502: 'Bad Gateway - Authentication Service Unavailable',
  503: 'Service Unavailable',
}

const DEFAULT_STATUS = 404
const SIGN_IN_TEXT = /auth|login/i

/**
 * `/error/:status?`: the status comes from the path, the route state or the query. The URL's message only
 * selects one of our own sentences and is never shown, because anyone can write a URL.
 */
export function RouteErrorPage() {
  const params = useParams({ from: '/app/error/{-$status}' })
  const search = useSearch({ from: '/app/error/{-$status}' })
  const state = useLocation({ select: (location) => location.state as { status?: unknown } })
  const text = errorText(params.status ?? statusOf(state.status) ?? search.status, search.message)
  usePageTitle(text.title)
  const { supportEmail } = useCompany()
  const home = (
    <Link className={buttonClass(text.offersLogin ? 'tertiary' : 'primary', 'lg')} to="/">
      Return to Homepage
    </Link>
  )
  return (
    <ErrorScreen
      code={String(text.status)}
      title={text.title}
      lead={text.lead}
      actions={
        text.offersLogin ? (
          <>
            <a className={buttonClass('primary', 'lg')} href="/api/auth/login">
              Try Login Again
            </a>
            {home}
          </>
        ) : (
          home
        )
      }
    >
      {text.askSupport ? (
        <p className="mt-3 max-w-[46ch] text-ink-2">
          {text.askSupport} <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
        </p>
      ) : null}
    </ErrorScreen>
  )
}

function statusOf(value: unknown): string | undefined {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : undefined
}

interface ErrorPageText {
  status: number
  title: string
  lead: string
  /** Whether signing in again helps. */
  offersLogin: boolean
  /** What to ask support about, if only support can help; the contact address follows it. */
  askSupport?: string
}

/**
 * Returns the title, sentence and links for a status and message from the URL (account-admin §2.1).
 */
export function errorText(rawStatus: string | undefined, message: string | undefined): ErrorPageText {
  const status = /^\d{3}$/.test(rawStatus ?? '') ? Number(rawStatus) : DEFAULT_STATUS
  if (message && isRefusal(message) && SIGN_IN_REFUSALS[message] === status)
    return { status, ...REFUSALS[message] }
  if (status === 503 && message === MAINTENANCE_MESSAGE) return { status, ...MAINTENANCE, offersLogin: false }
  const isAboutAuth = SIGN_IN_TEXT.test(message ?? '')
  return {
    status,
    title: TITLES[status] ?? 'Something went wrong',
    lead: leadOf(status, isAboutAuth),
    offersLogin: status === 502 || isAboutAuth,
  }
}

function isRefusal(message: string): message is SignInRefusal {
  return Object.hasOwn(REFUSALS, message)
}

function leadOf(status: number, isAboutAuth: boolean): string {
  if (isAboutAuth) return 'There was a problem with the authentication process. Please try logging in again.'
  if (status === 404)
    return 'The page you are looking for might have been removed, had its name changed, or is temporarily unavailable.'
  if (status === 429)
    return 'That was a lot of tries in a short time. Wait a few minutes, then try again. Everything you saved is kept.'
  if (status === 502)
    return 'We are having trouble connecting to the authentication service. This may be temporary.'
  return "We're having some technical difficulties. Please try again later or contact support if the problem persists."
}
