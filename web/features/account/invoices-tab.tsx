import { useNavigate, useSearch } from '@tanstack/react-router'
import { InvoicesPanel } from '#web/shared/invoices/invoices-panel.tsx'
import { invoicesPlace } from '#web/shared/invoices/invoices-place.ts'

/** The invoices of the person's client; the address says which one is being paid. */
export function InvoicesTab() {
  const { invoice } = useSearch({ from: '/app/account/profile' })
  const navigate = useNavigate()
  // Without a new entry: Back from the checkout comes to the address that says which invoice was being paid.
  const show = (id: string | undefined) =>
    navigate({ ...invoicesPlace(id), replace: true, resetScroll: false })
  return <InvoicesPanel paying={invoice} onPaying={show} />
}
