import { eq } from 'drizzle-orm'
import type { AdminInvoice } from '#contract/invoices/admin-invoices.ts'
import { endOfDueDay } from '#domain/invoices/invoice-dates.ts'
import { londonDate, parsePlainDate } from '#domain/plain-date.ts'
import type { OpenedClient } from '#server/model/invoices/clients.ts'
import { partiesOf, partiesToStore } from '#server/model/invoices/invoice-paper.ts'
import {
  changeInvoice,
  countingFailures,
  findInvoice,
  linesOf,
  lockInvoice,
} from '#server/model/invoices/invoices.ts'
import {
  type ClientRow,
  clients,
  type InvoiceLineRow,
  type InvoiceRow,
  invoices,
  projects,
} from '#server/model/schema/invoices.ts'
import { arePaymentsFrozen, holdOffFreezing } from '#server/model/screening/freezes.ts'
import { recordAct, type StaffAct } from '#server/model/staff/staff-act.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Services } from '#server/services.ts'
import { findClient, NO_INVOICE } from './clients.ts'
import { requireDraft } from './drafts.ts'
import { requireOtherClient } from './own-client.ts'

/**
 * Issues a draft in the version that was seen: it gets its number and its parties' current details, and its
 * client is told. Idempotent once issued. Throws NOT_FOUND, FORBIDDEN for one's own client, VALIDATION_ERROR
 * with what the draft is missing, INVALID_STATE, STALE_VERSION and PROVIDER_FAILED.
 */
export async function finaliseInvoice(
  services: Services,
  act: StaffAct,
  id: string,
  version: number,
): Promise<void> {
  const { database, invoicing } = services
  const { db } = database
  const row = await findInvoice(db, id)
  await requireOtherClient(db, act, row.clientId)
  if (row.status === 'open') return
  requireDraft(row, version)
  const lines = await linesOf(db, id)
  const client = await findClient(db, row.clientId)
  const obstacle = issueObstacle(services, client, await arePaymentsFrozen(db, services.config, client.id))
  if (obstacle) throw new AppError('INVALID_STATE', obstacle.reason)
  const dueAt = requireComplete(row, lines, services)
  const change = await countingFailures(db, row, async () =>
    invoicing.issue({
      row,
      lines,
      dueAt,
      customerRef: await customerOf(services, client, row.issueAttempt),
      projectName: await projectNameOf(db, row.projectId),
      taxNumber: client.taxNumber,
      storeRef: (ref) => tieToProvider(services, act, row, ref),
    }),
  )
  await database.transaction(async (tx) => {
    await holdOffFreezing(tx, client.id)
    const locked = await lockInvoice(tx, id)
    // It was issued at the same moment, or its provider has reported it already.
    if (locked.status !== 'draft') return
    requireDraft(locked, version)
    // What Stripe has issued by now is a fact.
    const isFrozen = invoicing.kind === 'ledger' && (await arePaymentsFrozen(tx, services.config, client.id))
    const late = issueObstacle(services, client, isFrozen)
    if (late) throw new AppError('INVALID_STATE', late.reason)
    const issue = {
      parties: await partiesToStore(tx, id, partiesOf(services.config, client)),
      provider: invoicing.kind,
      taxPoint: locked.taxPoint ?? londonDate(services.now()),
    }
    await tx.update(invoices).set(issue).where(eq(invoices.id, id))
    await changeInvoice(services, tx, { ...locked, ...issue }, change, act)
  })
}

/**
 * Stores the provider's id of an invoice that is about to be issued there, and who had it issued: if the
 * process ends now, the provider's events complete the rest. Throws STALE_VERSION if the draft has changed
 * meanwhile.
 */
function tieToProvider(services: Services, act: StaffAct, known: InvoiceRow, ref: string): Promise<void> {
  return services.database.transaction(async (tx) => {
    const locked = await lockInvoice(tx, known.id)
    if (locked.providerRef === ref) return
    requireDraft(locked, known.version)
    await tx
      .update(invoices)
      .set({ providerRef: ref, provider: services.invoicing.kind })
      .where(eq(invoices.id, known.id))
    await recordAct(tx, act, {
      at: services.now(),
      type: 'invoice.issue_begun',
      subject: `invoice:${known.id}`,
      after: { providerRef: ref },
    })
  })
}

/**
 * Why no invoice can be issued to this client, naming what must be added; null if one can. A VAT invoice names
 * its seller and its customer's address (VAT Regulations 1995, regulation 14); Stripe's invoices state what
 * Stripe's account says. None can be issued to a client whose payments are frozen, and no more than that is
 * said (law §3.4).
 */
export function issueObstacle(
  { invoicing, config }: Pick<Services, 'invoicing' | 'config'>,
  client: Pick<ClientRow, 'name' | 'address'>,
  isFrozen: boolean,
): AdminInvoice['cannot_issue'] {
  if (isFrozen) return { reason: NO_INVOICE, lacks: 'clearance' }
  if (invoicing.kind !== 'ledger') return null
  const { missing } = config.invoicing
  const names = missing.length < 2 ? missing[0] : `${missing.slice(0, -1).join(', ')} and ${missing.at(-1)}`
  if (names) {
    const them = missing.length === 1 ? 'it' : 'them'
    const reason = `Invoices can't be issued yet: a VAT invoice needs ${names}. Ask the people who run this server to set ${them}.`
    return { reason, lacks: 'settings' }
  }
  if (!client.address) {
    const reason = `A VAT invoice needs the client’s address. Add it to ${client.name}, then issue the invoice.`
    return { reason, lacks: 'address' }
  }
  return null
}

/** When a draft will be due. Throws VALIDATION_ERROR naming everything it is missing. */
function requireComplete(
  row: InvoiceRow,
  lines: InvoiceLineRow[],
  { invoicing, now }: Pick<Services, 'invoicing' | 'now'>,
): Date {
  const today = londonDate(now())
  const day = row.dueOn === null ? null : parsePlainDate(row.dueOn)
  const fields: Record<string, string> = {}
  if (lines.length === 0) fields.lines = 'Add at least one line.'
  else if (row.total === 0) fields.lines = 'The total is zero. Enter an amount.'
  if (!day) fields.due_on = 'Enter a due date.'
  else if (day < today) fields.due_on = 'The due date has passed. Enter today or a later date.'
  if (row.taxPoint && row.taxPoint > today)
    fields.tax_point = 'The date of supply is still to come. Leave it empty, and it will be the day of issue.'
  if (invoicing.kind === 'ledger' && row.currency !== 'gbp' && row.tax > 0 && !row.vatGbp)
    fields.vat_gbp = 'Enter the VAT in pounds: an invoice in another currency has to state it.'
  const [first] = Object.values(fields)
  if (!day || first) throw new AppError('VALIDATION_ERROR', first ?? '', { fields })
  return endOfDueDay(day)
}

/** The client's id at the provider, which is told the client's current details; created and stored the first time. */
async function customerOf(services: Services, client: OpenedClient, attempt: number): Promise<string | null> {
  const { id, name, billingEmail: email, address, country, taxNumber, stripeCustomerId: ref } = client
  const known = await services.invoicing.customer({
    ...{ clientId: id, ref, name, email, address, country, taxNumber, attempt },
  })
  if (known && known !== ref)
    await services.database.db.update(clients).set({ stripeCustomerId: known }).where(eq(clients.id, id))
  return known
}

async function projectNameOf(db: Db, projectId: number | null): Promise<string | null> {
  if (projectId === null) return null
  const [project] = await db.select({ name: projects.name }).from(projects).where(eq(projects.id, projectId))
  return project?.name ?? null
}
