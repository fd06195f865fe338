import { ACCOUNT_REFUSALS, type AccountRefusal } from '#contract/sign-in/auth.ts'

export interface ErrorPageText {
  status: number
  title: string
  lead: string
  /** Whether signing in again is what helps. */
  offersLogin: boolean
  /** What to ask support for, where only support can help; its address follows. */
  askSupport?: string
}

const REFUSALS: Readonly<Record<AccountRefusal, Pick<ErrorPageText, 'title' | 'lead' | 'askSupport'>>> = {
  'account-suspended': {
    title: 'Your account is suspended',
    lead: 'You can’t sign in for now. Your data is kept.',
    askSupport: 'To find out why or to have it restored, email',
  },
  'account-closed': {
    title: 'Your account is closed',
    lead: 'You can’t sign in with it any more.',
    askSupport: 'If you think this is a mistake, email',
  },
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized - Please login to access this page',
  403: "Forbidden - You don't have permission to access this page",
  404: 'Page Not Found',
  500: 'Internal Server Error',
  502: 'Bad Gateway - Authentication Service Unavailable',
  503: 'Service Unavailable',
}

const DEFAULT_STATUS = 404
const SIGN_IN_TEXT = /auth|login/i

/**
 * Title, sentence and way out for a status and a message as they stand in the address (account-admin §2 and §8, Error
 * page).
 */
export function errorText(rawStatus: string | undefined, message: string | undefined): ErrorPageText {
  const status = /^\d{3}$/.test(rawStatus ?? '') ? Number(rawStatus) : DEFAULT_STATUS
  const refusal = status === 403 ? ACCOUNT_REFUSALS.find((key) => key === message) : undefined
  if (refusal) return { status, ...REFUSALS[refusal], offersLogin: false }
  const isAboutAuth = SIGN_IN_TEXT.test(message ?? '')
  return {
    status,
    title: TITLES[status] ?? 'Something went wrong',
    lead: leadOf(status, isAboutAuth),
    offersLogin: status === 502 || isAboutAuth,
  }
}

function leadOf(status: number, isAboutAuth: boolean): string {
  if (isAboutAuth) return 'There was a problem with the authentication process. Please try logging in again.'
  if (status === 404)
    return 'The page you are looking for might have been removed, had its name changed, or is temporarily unavailable.'
  if (status === 502)
    return 'We are having trouble connecting to the authentication service. This may be temporary.'
  return "We're having some technical difficulties. Please try again later or contact support if the problem persists."
}
