import { useNavigate, useSearch } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { IfMay } from '#web/lib/may.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { ClientDialog } from './client-dialog.tsx'
import { ClientTable } from './client-table.tsx'
import { SearchBar } from './search-bar.tsx'

/** Whom invoices are written to (choices §7). */
export function ClientsPage() {
  usePageTitle('Clients')
  const { name } = useSearch({ from: '/admin-shell/admin/clients' })
  const navigate = useNavigate()
  const [isCreating, setCreating] = useState(false)
  const show = (next: string) =>
    void navigate({ to: '/admin/clients', search: { name: next || undefined }, resetScroll: false })
  return (
    <Page width="wide">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <h1 tabIndex={-1}>Clients</h1>
        <IfMay capability="clients.write">
          <Button variant="primary" onClick={() => setCreating(true)}>
            <Plus className="i" />
            New client
          </Button>
        </IfMay>
      </div>
      <Card aria-label="Clients">
        <SearchBar label="Name" value={name} onSearch={show} />
        <ClientTable name={name} onClear={() => show('')} />
      </Card>
      {isCreating ? (
        <ClientDialog
          onClose={() => setCreating(false)}
          onSaved={({ id }) => void navigate({ to: '/admin/clients/$id', params: { id: String(id) } })}
        />
      ) : null}
    </Page>
  )
}
