import { useMutation } from '@tanstack/react-query'
import { useCompany } from '#web/lib/company.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'

interface LinkConfirmationProps {
  /** Empty if the mail program has cut the link off. */
  token: string
  title: string
  /** What the button will do, and what it won't. */
  text: string
  confirmLabel: string
  busyLabel: string
  failedTitle: string
  done: { title: string; text: string }
  onConfirm: (token: string) => Promise<unknown>
}

/**
 * The page that an email's unsubscribe or stop link leads to. Confirming takes a button: following a link
 * changes nothing (security R26).
 */
export function LinkConfirmation(props: LinkConfirmationProps) {
  const { token, title, text, confirmLabel, busyLabel, failedTitle, done, onConfirm } = props
  usePageTitle(confirmLabel)
  const confirm = useMutation({ mutationFn: onConfirm })
  if (!token) return <IncompleteLink />
  return (
    <Page width="narrow">
      <div className="max-w-[720px]">
        <h1 tabIndex={-1}>{confirm.isSuccess ? done.title : title}</h1>
        {confirm.isSuccess ? (
          <p className="mt-3 text-lead text-ink-2" role="status">
            {done.text}
          </p>
        ) : (
          <>
            <p className="mt-3 text-lead text-ink-2">{text}</p>
            {confirm.isError ? (
              <Banner kind="error" title={failedTitle} live className="mt-5">
                {confirm.error.message}
              </Banner>
            ) : null}
            <Button
              variant="primary"
              size="lg"
              className="mt-7"
              busy={confirm.isPending}
              busyLabel={busyLabel}
              onClick={() => confirm.mutate(token)}
            >
              {confirmLabel}
            </Button>
          </>
        )}
      </div>
    </Page>
  )
}

function IncompleteLink() {
  const { supportEmail } = useCompany()
  return (
    <Page width="narrow">
      <h1 tabIndex={-1}>This link is not complete</h1>
      <p className="mt-3 text-lead text-ink-2">Copy all of it from the email, or write to {supportEmail}.</p>
    </Page>
  )
}
