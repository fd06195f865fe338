import type { ReactNode } from 'react'
import { INVOICES_TAB } from '#contract/invoices/invoice-values.ts'
import { isTrustedPaymentLink } from '#domain/invoices/payment-state.ts'
import { Button } from '#web/ui/button.tsx'
import { type ButtonSize, buttonLook } from '#web/ui/button-class.ts'
import { toast } from '#web/ui/toast.ts'

/**
 * Opens an invoice's link in a new tab. If it is missing, or leads anywhere except to us or the payment
 * provider, a toast says that it isn't available (account-admin §8.1, security R32).
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
  /** The toast's text if there is no link. */
  unavailable: string
  /** Its action, if it has no visible text. */
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

/** The place of a person's invoices, for a link or navigation; `invoice` is the one whose payment to show. */
export function invoicesPlace(invoice?: string) {
  return { to: '/profile', search: { tab: INVOICES_TAB, invoice } } as const
}
