import { useNavigate } from '@tanstack/react-router'
import { paths } from '#web/lib/paths.ts'
import { InvoicesPanel } from '#web/parts/invoices/invoices-panel.tsx'

/** One's invoices; who pays one comes back from the checkout to the invoices' own page. */
export function InvoicesTab() {
  const navigate = useNavigate()
  const follow = async (id: string | undefined) => {
    if (id) await navigate({ to: paths.invoices(), search: { invoice: id } })
  }
  return <InvoicesPanel paying={undefined} onPaying={follow} />
}
