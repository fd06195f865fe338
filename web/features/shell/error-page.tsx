import { Link, useLocation, useParams, useSearch } from '@tanstack/react-router'
import { useCompany } from '#web/lib/company.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { ErrorPage as ErrorScreen } from '#web/ui/error-page.tsx'
import { errorText } from './error-texts.ts'

/**
 * `/error/:status?`: the status comes from the path, the route state or the query. The message in the address only chooses
 * between sentences of ours; anyone can write an address, so none of it is shown.
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
