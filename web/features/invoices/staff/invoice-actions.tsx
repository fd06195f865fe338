import { Link } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import type { AdminInvoice } from '#contract/invoices/billing-admin.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { ActionDialog } from './action-dialog.tsx'
import { EntryDialog } from './entry-dialog.tsx'
import { ENTRY_TEXT, type EntryKind, possibleEntries } from './entry-text.ts'
import { ACTIONS, type InvoiceAction, possibleActions } from './invoice-commands.ts'

/** What can be done to an invoice as it stands, each after a question. */
export function InvoiceActions({ invoice }: { invoice: AdminInvoice }) {
  const [asked, setAsked] = useState<InvoiceAction | null>(null)
  const [entry, setEntry] = useState<EntryKind | null>(null)
  const entries = possibleEntries(invoice)
  return (
    <div className="flex flex-wrap gap-3">
      {entries.map((kind) => (
        <Button key={kind} onClick={() => setEntry(kind)}>
          {ENTRY_TEXT[kind].label}
        </Button>
      ))}
      {possibleActions(invoice).map((action) => (
        <Fragment key={action}>
          {action === 'delete' ? (
            <Link className={buttonClass()} to="/admin/invoices/$id/edit" params={{ id: invoice.id }}>
              Edit draft
            </Link>
          ) : null}
          <Button
            variant={ACTIONS[action].danger ? 'danger' : action === 'finalise' ? 'primary' : 'secondary'}
            onClick={() => setAsked(action)}
          >
            {ACTIONS[action].label}
          </Button>
        </Fragment>
      ))}
      {asked ? (
        // The question stays when the invoice turns out to have changed: it says so.
        <ActionDialog key={asked} invoice={invoice} action={asked} onClose={() => setAsked(null)} />
      ) : null}
      {entry ? (
        <EntryDialog key={entry} invoice={invoice} kind={entry} onClose={() => setEntry(null)} />
      ) : null}
    </div>
  )
}
