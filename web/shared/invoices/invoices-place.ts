import { INVOICES_TAB } from '#contract/invoices/billing.ts'

/** Where a person's invoices are, as a link or a navigation takes it; `invoice` is the one whose payment is to show. */
export function invoicesPlace(invoice?: string) {
  return { to: '/profile', search: { tab: INVOICES_TAB, invoice } } as const
}
