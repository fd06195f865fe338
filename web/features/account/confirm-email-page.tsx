import { useMutation } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { api } from '#web/lib/api.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmailText } from '#web/ui/email-text.tsx'
import { Page } from '#web/ui/page.tsx'

/**
 * The page that a changed email's link leads to. Confirming takes a button, so that a mail scanner can't do it
 * (security R26).
 */
export function ConfirmEmailPage() {
  usePageTitle('Confirm your email')
  const { token } = useSearch({ from: '/app/account/confirm-email' })
  const confirm = useMutation({
    mutationFn: () => api('POST /api/user/confirm-email', { body: { token: token ?? '' } }),
    onSuccess: () => invalidate('GET /api/auth/user', 'GET /api/user/profile'),
  })
  return (
    <Page width="narrow">
      <h1 tabIndex={-1}>{confirm.isSuccess ? 'Email confirmed' : 'Confirm your email'}</h1>
      {confirm.isSuccess ? (
        <>
          <p className="mt-2 text-lead text-ink-2">
            From now on we’ll write to <EmailText address={confirm.data.email} />.
          </p>
          <Link className={buttonClass('primary', 'md', false, 'mt-6')} to="/profile">
            Go to your profile
          </Link>
        </>
      ) : (
        <>
          <p className="mt-2 text-lead text-ink-2">
            Confirm that this address is yours and we’ll write to you there.
          </p>
          {confirm.isError ? (
            <Banner kind="error" title="Your address wasn’t confirmed" live className="mt-5">
              {confirm.error.message}
            </Banner>
          ) : null}
          <div className="mt-6 flex flex-wrap gap-3">
            <Button
              variant="primary"
              busy={confirm.isPending}
              busyLabel="Confirming..."
              onClick={() => confirm.mutate()}
            >
              Confirm email address
            </Button>
            <Link className={buttonClass()} to="/profile" search={{ tab: 'edit' }}>
              Change the address
            </Link>
          </div>
        </>
      )}
    </Page>
  )
}
