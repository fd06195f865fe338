import type { ReactNode } from 'react'
import { INVOICES_TAB } from '#contract/invoices/invoice-values.ts'
import { isTrustedPaymentLink } from '#domain/invoices/payment-state.ts'
import { Button } from '#web/ui/button.tsx'
import { type ButtonSize, buttonLook } from '#web/ui/button-class.ts'
import { toast } from '#web/ui/toast.ts'

/**
 * Opens a link of an invoice in a new tab. A link that is missing or leads elsewhere than to us or to the payment provider
 * says that it is not available (account-admin §8, security R32).
 */
export function InvoiceLink({
  href,
  unavailable,
  label,
  size = 'md',
  square,
  children,
}: {
  href: string | null
  /** What the toast says where there is no link. */
  unavailable: string
  /** What it does, where it has no visible words. */
  label?: string
  size?: ButtonSize
  /** For an icon alone. */
  square?: boolean
  children: ReactNode
}) {
  if (href && isTrustedPaymentLink(href, window.location.origin)) {
    return (
      <a
        className={buttonLook('secondary', size, square ? 'square' : 'words')}
        href={href}
        target="_blank"
        rel="noreferrer"
        aria-label={label}
      >
        {children}
        {label ? null : <span className="sr-only">(opens in a new tab)</span>}
      </a>
    )
  }
  return (
    <Button
      size={size}
      square={square}
      aria-label={label}
      onClick={() => toast({ kind: 'error', title: 'Error', description: unavailable })}
    >
      {children}
    </Button>
  )
}

/** Where a person's invoices are, as a link or a navigation takes it; `invoice` is the one whose payment is to show. */
export function invoicesPlace(invoice?: string) {
  return { to: '/profile', search: { tab: INVOICES_TAB, invoice } } as const
}
