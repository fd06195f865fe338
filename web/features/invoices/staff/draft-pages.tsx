import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { AdminInvoice } from '#contract/invoices/admin-invoices.ts'
import { invoiceLabel } from '#domain/invoices/invoice-dates.ts'
import { mayDo } from '#web/lib/may.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useUser } from '#web/lib/session.ts'
import { BackLink } from '#web/shared/shell/back-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { DraftEditor } from './draft-editor.tsx'
import { NotLoaded } from './not-loaded.tsx'
import { invoiceQuery, rereadInvoice } from './queries.ts'

/** A new draft, for the client in the URL if there is one. */
export function NewDraftPage() {
  usePageTitle('New invoice')
  const { client } = useSearch({ from: '/admin-shell/admin/invoices/new' })
  return (
    <Frame title="New invoice" back={<BackLink to="/admin/invoices">Back to invoices</BackLink>}>
      <DraftEditor key={client} clientId={client} />
    </Frame>
  )
}

/** An existing draft. */
export function EditDraftPage() {
  usePageTitle('Edit draft')
  const { id } = useParams({ from: '/admin-shell/admin/invoices/$id/edit' })
  const query = useQuery({ ...invoiceQuery(id), refetchOnMount: 'always' })
  const latest = query.isFetchedAfterMount ? query.data?.invoice : undefined
  // Whatever happens to the draft meanwhile, the input is kept; saving over a newer version is refused.
  const [opened, setOpened] = useState<AdminInvoice>()
  if (latest && opened?.id !== latest.id) setOpened(latest)
  const invoice = opened?.id === id ? opened : undefined
  const loadTheirs = async () => {
    await rereadInvoice()
    setOpened(undefined)
  }
  return (
    <Frame
      title={invoice ? `Edit draft ${invoiceLabel(invoice)}` : 'Edit draft'}
      back={
        <BackLink to="/admin/invoices/$id" params={{ id }}>
          Back to the invoice
        </BackLink>
      }
    >
      {invoice ? (
        invoice.status === 'draft' ? (
          <DraftEditor
            key={`${id} ${invoice.version}`}
            invoice={invoice}
            onLoadTheirs={() => void loadTheirs()}
          />
        ) : (
          <EmptyState
            card
            title="This invoice has been issued"
            action={
              <Link to="/admin/invoices/$id" params={{ id }}>
                See the invoice
              </Link>
            }
          >
            It can no longer be changed.
          </EmptyState>
        )
      ) : (
        <NotLoaded query={query} what="invoice" />
      )}
    </Frame>
  )
}

function Frame({ title, back, children }: { title: string; back: ReactNode; children: ReactNode }) {
  const user = useUser()
  // Someone who has been signed out meanwhile keeps what they typed.
  const onlyReads = user && !mayDo(user, 'invoices.write')
  return (
    <Page width="wide" className="pt-6">
      {back}
      <h1 className="mt-2 mb-5" tabIndex={-1}>
        {title}
      </h1>
      {onlyReads ? (
        <EmptyState card title="Your role doesn’t include this page">
          You can read invoices, but not write them.
        </EmptyState>
      ) : (
        children
      )}
    </Page>
  )
}
