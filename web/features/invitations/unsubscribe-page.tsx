import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { api } from '#web/lib/api.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'

/** Where the unsubscribe link of an invitation leads. A button confirms: following a link changes nothing (security R26). */
export function UnsubscribePage() {
  usePageTitle('Unsubscribe')
  const { token = '' } = useSearch({ from: '/app/unsubscribe' })
  const unsubscribe = useMutation({
    mutationFn: () => api('POST /api/mail/unsubscribe/:token', { params: { token } }),
  })
  return (
    <Page width="narrow">
      <div className="max-w-[720px]">
        <h1 tabIndex={-1}>
          {unsubscribe.isSuccess ? 'You are unsubscribed' : 'Unsubscribe from invitations'}
        </h1>
        {unsubscribe.isSuccess ? (
          <p className="lead mt-3" role="status">
            We will send no more invitations to this address. You can still create an account at any time.
          </p>
        ) : (
          <>
            <p className="lead mt-3">
              We will send no more invitations to the address that this email came to. Emails about an account
              of yours are not affected.
            </p>
            {unsubscribe.isError ? (
              <Banner kind="error" title="You are not unsubscribed yet" live className="mt-5">
                {unsubscribe.error.message}
              </Banner>
            ) : null}
            <Button
              variant="primary"
              size="lg"
              className="mt-7"
              busy={unsubscribe.isPending}
              busyLabel="Unsubscribing..."
              onClick={() => unsubscribe.mutate()}
            >
              Unsubscribe
            </Button>
          </>
        )}
      </div>
    </Page>
  )
}
