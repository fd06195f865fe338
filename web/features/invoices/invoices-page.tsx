import { useNavigate, useSearch } from '@tanstack/react-router'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/lib/paths.ts'
import { InvoicesPanel } from '#web/parts/invoices/invoices-panel.tsx'
import { Page } from '#web/ui/page.tsx'

/** The invoices on a page of their own. */
export function InvoicesPage() {
  usePageTitle('Invoices')
  const { invoice } = useSearch({ from: '/app/account/invoices' })
  const navigate = useNavigate()
  // Without a new entry: Back from the checkout comes to an address that says which invoice was being paid.
  const show = (id: string | undefined) =>
    navigate({ to: paths.invoices(), search: { invoice: id }, replace: true, resetScroll: false })
  return (
    <Page>
      <h1 className="sr-only" tabIndex={-1}>
        Invoices
      </h1>
      <InvoicesPanel paying={invoice} onPaying={show} />
    </Page>
  )
}
