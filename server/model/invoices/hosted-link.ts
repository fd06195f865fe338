import { createHash, randomBytes } from 'node:crypto'
import { eq, or, type SQL, sql } from 'drizzle-orm'
import { INVOICES_PATH } from '#contract/invoices/invoice-values.ts'
import { type InvoiceRow, invoices } from '#server/model/schema/invoices.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { FieldPlace } from '#server/platform/fields/field-cipher.ts'
import { openText, sealerFor } from '#server/platform/fields/stored-values.ts'

/**
 * The columns of a new link: its secret part, which the list of invoices and later mails show again, and what it is found by.
 * Of 256 random bits a hash needs no key, as of every other link (security R5).
 */
export async function newHostedLink(
  tx: Db,
  invoiceId: string,
): Promise<Pick<InvoiceRow, 'hostedToken' | 'hostedHash'>> {
  const token = randomBytes(32).toString('base64url')
  const seal = await sealerFor(tx)
  return { hostedToken: seal.text(token, placeOf(invoiceId)), hostedHash: hashOf(token) }
}

/** The invoice that a link leads to. One that a former release has issued has no hash before its token is encrypted. */
export function isHostedAt(token: string): SQL | undefined {
  return or(eq(invoices.hostedHash, hashOf(token)), sql`${invoices.hostedToken} = ${token}`)
}

/**
 * The path under which anyone who has the link reads an invoice, without signing in. A provider's page has links that
 * expire; the path to it does not (law §6.2).
 */
export function hostedPath(
  db: Db,
  { id, hostedToken, providerRef }: Pick<InvoiceRow, 'id' | 'hostedToken' | 'providerRef'>,
): string {
  const token = openText(db, hostedToken, placeOf(id))
  if (!token) return INVOICES_PATH
  return providerRef ? `/api/hosted-invoices/${token}/open` : `/invoice/${token}`
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

function placeOf(invoiceId: string): FieldPlace {
  return ['invoices', 'hosted_token', invoiceId]
}
