import { Link } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import type { AdminInvoice } from '#contract/billing-admin.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { ActionDialog } from './action-dialog.tsx'
import { ACTIONS, type InvoiceAction, possibleActions } from './invoice-commands.ts'

/** What can be done to an invoice as it stands, each after a question. */
export function InvoiceActions({ invoice }: { invoice: AdminInvoice }) {
  const [asked, setAsked] = useState<InvoiceAction | null>(null)
  return (
    <div className="flex flex-wrap gap-3">
      {possibleActions(invoice.status).map((action) => (
        <Fragment key={action}>
          {action === 'delete' ? (
            <Link className={buttonClass()} to={paths.adminDraft(invoice.id)}>
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
    </div>
  )
}
