import type { InvoiceRow } from '#server/model/schema/billing.ts'
import { type Change, type InvoiceFacts, type ProviderInvoice, StaleReading } from './invoicing.ts'
import { factsOf } from './own-invoicing.ts'

/**
 * Makes a row what its provider says, unless the row has changed since the provider was asked: then the answer may be the
 * older one. What is a draft there is still ours alone.
 */
export function changeTo(known: Pick<InvoiceRow, 'version'>, invoice: ProviderInvoice): Change {
  return async (_tx, row) => {
    if (row.version !== known.version) throw new StaleReading()
    return copiedFacts(row, invoice)
  }
}

/** What a row should say by its provider's word. */
export function copiedFacts(row: InvoiceRow, { facts }: ProviderInvoice): InvoiceFacts {
  if (facts.status === 'draft') return factsOf(row)
  return { ...facts, projectName: facts.projectName ?? row.projectName }
}
