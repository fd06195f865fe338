import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { DraftFields } from '#contract/invoices/admin-invoices.ts'
import { InvoiceStatus } from '#contract/invoices/invoices.ts'
import { MAX_AMOUNT } from '#contract/money.ts'
import { invoiceAfter, invoiceRefusal } from '#domain/invoices/invoice-machine.ts'
import { invoiceTotals, lineTotals } from '#domain/invoices/invoice-totals.ts'
import { changeAsking, findInvoice, lockInvoice } from '#server/model/invoices/invoices.ts'
import { clients, type InvoiceRow, invoiceLines, invoices, projects } from '#server/model/schema/invoices.ts'
import { recordAct, type StaffAct } from '#server/model/staff/staff-act.ts'
import type { Db } from '#server/platform/database/database.ts'
import { onceByKey, requireSame } from '#server/platform/database/once-by-key.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Services } from '#server/services.ts'

/**
 * Creates a draft invoice and returns its id; the same key again returns the same one. Throws VALIDATION_ERROR
 * for a missing client or project, and INVALID_STATE if the key was used for another invoice.
 */
export async function draftInvoice(
  services: Services,
  act: StaffAct,
  fields: DraftFields,
  key?: string,
): Promise<string> {
  return onceByKey(
    () => findDrafted(services.database.db, fields, key),
    () => writeDraft(services, act, fields, key),
  )
}

async function findDrafted(
  db: Db,
  fields: DraftFields,
  key: string | undefined,
): Promise<string | undefined> {
  if (!key) return undefined
  const [row] = await db.select().from(invoices).where(eq(invoices.requestKey, key))
  if (!row) return undefined
  // If it was changed since, it is still the one that was requested.
  if (row.version === 1) requireSame(row, columnsOf(fields, row.projectName))
  return row.id
}

async function writeDraft(
  services: Services,
  act: StaffAct,
  fields: DraftFields,
  key: string | undefined,
): Promise<string> {
  const at = services.now()
  const id = randomUUID()
  await services.database.transaction(async (tx) => {
    const columns = columnsOf(fields, await requireParties(tx, fields))
    await tx.insert(invoices).values({
      ...columns,
      id,
      requestKey: key,
      provider: services.invoicing.kind,
      status: 'draft',
      version: 1,
      datedAt: at,
      createdAt: at,
      updatedAt: at,
    })
    await writeLines(tx, id, fields)
    await recordAct(tx, act, { at, type: 'invoice.drafted', subject: `invoice:${id}`, after: fields })
  })
  return id
}

/** Replaces a draft's content. Throws NOT_FOUND, VALIDATION_ERROR, INVALID_STATE once issued, STALE_VERSION. */
export async function changeDraft(
  services: Services,
  act: StaffAct,
  id: string,
  { version, ...fields }: DraftFields & { version: number },
): Promise<void> {
  const at = services.now()
  await releaseDraft(services, id)
  await services.database.transaction(async (tx) => {
    const row = await lockInvoice(tx, id)
    requireDraft(row, version)
    const columns = columnsOf(fields, await requireParties(tx, fields))
    await tx
      .update(invoices)
      .set({ ...columns, version: row.version + 1, updatedAt: at })
      .where(eq(invoices.id, id))
    await tx.delete(invoiceLines).where(eq(invoiceLines.invoiceId, id))
    await writeLines(tx, id, fields)
    await recordAct(tx, act, { at, type: 'invoice.changed', subject: `invoice:${id}`, after: fields })
  })
}

/** Deletes a draft; the ledger records that it existed. Throws NOT_FOUND, and INVALID_STATE once issued. */
export async function deleteDraft(services: Services, act: StaffAct, id: string): Promise<void> {
  const at = services.now()
  await releaseDraft(services, id)
  await services.database.transaction(async (tx) => {
    const row = await lockInvoice(tx, id)
    const status = InvoiceStatus.parse(row.status)
    if (invoiceAfter(status, 'delete') === null)
      throw new AppError('INVALID_STATE', invoiceRefusal(status, 'delete'))
    await tx.delete(invoices).where(eq(invoices.id, id))
    await recordAct(tx, act, {
      at,
      type: 'invoice.deleted',
      subject: `invoice:${id}`,
      before: { clientId: row.clientId, total: row.total, currency: row.currency },
    })
  })
}

/**
 * Removes what an issue that failed half-way has left of a draft at its provider, so that it may be changed
 * again; if it was issued after all, records that. Throws NOT_FOUND and PROVIDER_FAILED.
 */
async function releaseDraft(services: Services, id: string): Promise<void> {
  const { database, invoicing } = services
  const row = await findInvoice(database.db, id)
  if (row.status !== 'draft' || !row.providerRef) return
  if (!(await invoicing.withdraw(row))) {
    await changeAsking(services, id, { actor: { kind: 'system' } })
    return
  }
  await database.db
    .update(invoices)
    .set({ providerRef: null, issueAttempt: row.issueAttempt + 1 })
    .where(and(eq(invoices.id, id), eq(invoices.status, 'draft'), eq(invoices.providerRef, row.providerRef)))
}

/**
 * Throws INVALID_STATE once an invoice is issued, and STALE_VERSION for a draft that has changed since it was
 * read.
 */
export function requireDraft(row: InvoiceRow, version: number): void {
  if (row.status !== 'draft')
    throw new AppError('INVALID_STATE', 'This invoice has been issued and can no longer be changed.')
  if (row.version !== version)
    throw new AppError(
      'STALE_VERSION',
      'Someone else changed this draft after you opened it. Your changes weren’t saved.',
      { conflict: { version: row.version } },
    )
}

function columnsOf(fields: DraftFields, projectName: string | null) {
  const { subtotal, tax, total } = totalsOf(fields)
  return {
    clientId: fields.client_id,
    projectId: fields.project_id ?? null,
    projectName,
    currency: fields.currency,
    subtotal,
    tax,
    total,
    amountDue: total,
    memo: fields.memo || null,
    dueOn: fields.due_on ?? null,
    taxPoint: fields.tax_point ?? null,
    // In pounds there is only one amount.
    vatGbp: fields.currency === 'gbp' ? null : (fields.vat_gbp ?? null),
  }
}

/** Throws VALIDATION_ERROR for a total beyond an invoice's limit. */
function totalsOf(fields: DraftFields) {
  const totals = invoiceTotals(fields.lines.map(pricedLine))
  if (totals.total <= MAX_AMOUNT) return totals
  const sentence = 'The total is over the limit for one invoice. Split it into several.'
  throw new AppError('VALIDATION_ERROR', sentence, { fields: { lines: sentence } })
}

function pricedLine(line: DraftFields['lines'][number]) {
  return { quantity: line.quantity, unitAmount: line.unit_amount, taxRate: line.tax_rate }
}

async function writeLines(tx: Db, invoiceId: string, fields: DraftFields): Promise<void> {
  if (fields.lines.length === 0) return
  await tx.insert(invoiceLines).values(
    fields.lines.map((line, index) => {
      const { net, tax } = lineTotals(pricedLine(line))
      return { invoiceId, position: index + 1, description: line.description, ...pricedLine(line), net, tax }
    }),
  )
}

/** Returns the project's name, if there is one. Throws VALIDATION_ERROR for a missing client or project. */
async function requireParties(tx: Db, fields: DraftFields): Promise<string | null> {
  const [client] = await tx.select({ id: clients.id }).from(clients).where(eq(clients.id, fields.client_id))
  if (!client) throw unknown('client_id', 'Choose a client from the list.')
  if (fields.project_id == null) return null
  const [project] = await tx
    .select({ name: projects.name })
    .from(projects)
    .where(and(eq(projects.id, fields.project_id), eq(projects.clientId, fields.client_id)))
  if (!project) throw unknown('project_id', 'Choose one of this client’s projects.')
  return project.name
}

function unknown(field: string, sentence: string): AppError {
  return new AppError('VALIDATION_ERROR', sentence, { fields: { [field]: sentence } })
}
