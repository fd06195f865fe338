import { eq } from 'drizzle-orm'
import type { ClientFields } from '#contract/invoices/client-fields.ts'
import type { AdminClient } from '#contract/invoices/clients.ts'
import { clientTaxRefusal } from '#domain/invoices/client-tax-number.ts'
import type { Config } from '#server/config.ts'
import { type OpenedClient, openClient, presentClient, taxPlace } from '#server/model/invoices/clients.ts'
import { ADDRESS_FIELDS, shownEmail } from '#server/model/people/proven-email.ts'
import { type ClientRow, clients, clientUsers } from '#server/model/schema/invoices.ts'
import { users } from '#server/model/schema/users.ts'
import { arePaymentsFrozen } from '#server/model/screening/freezes.ts'
import { recordAct, type StaffAct } from '#server/model/staff/staff-act.ts'
import type { Db } from '#server/platform/database/database.ts'
import { violatedConstraint } from '#server/platform/database/database-faults.ts'
import { onceByKey, requireSame } from '#server/platform/database/once-by-key.ts'
import { sealerFor } from '#server/platform/fields/stored-values.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Services } from '#server/services.ts'
import { ownClientRefusal } from './own-client.ts'

/** A client by its id. Throws NOT_FOUND. */
export async function findClient(db: Db, id: number): Promise<OpenedClient> {
  const [row] = await db.select().from(clients).where(eq(clients.id, id))
  if (!row) throw new AppError('NOT_FOUND', 'There is no such client.')
  return openClient(db, row)
}

/** All that is said about a client whose payments a confirmed match has frozen (law §3.4). */
export const NO_INVOICE = 'No invoice can be issued to this client right now. Ask an administrator.'

/** A client with its people and projects, for a reader. Throws NOT_FOUND. */
export async function readClient(db: Db, config: Config, id: number, readerId: number): Promise<AdminClient> {
  const row = await findClient(db, id)
  const people = await db
    .select({ id: users.id, name: users.name, ...ADDRESS_FIELDS })
    .from(clientUsers)
    .innerJoin(users, eq(users.id, clientUsers.userId))
    .where(eq(clientUsers.clientId, id))
    .orderBy(clientUsers.attachedAt, users.id)
  return {
    ...(await presentClient(db, row)),
    billing_email: row.billingEmail,
    address: row.address,
    country: row.country,
    tax_number: row.taxNumber,
    created_at: row.createdAt.toISOString(),
    cannot_invoice:
      (await ownClientRefusal(db, readerId, id)) ??
      ((await arePaymentsFrozen(db, config, id)) ? NO_INVOICE : null),
    people: people.map(({ id, name, ...addresses }) => ({ id, name, ...shownEmail(addresses) })),
  }
}

/**
 * Creates a client; the same key again returns the same one. Throws DUPLICATE_ENTRY if another client has this
 * name or Stripe customer, and INVALID_STATE if the key was used with other values.
 */
export async function createClient(
  services: Services,
  act: StaffAct,
  fields: ClientFields,
  key?: string,
): Promise<AdminClient> {
  const { db } = services.database
  requireTaxNumber(fields)
  const find = async () => {
    if (!key) return undefined
    const [row] = await db.select().from(clients).where(eq(clients.requestKey, key))
    if (!row) return undefined
    requireSame(openClient(db, row), { ...columnsOf(fields), taxNumber: fields.tax_number })
    return readClient(db, services.config, row.id, act.actor.id)
  }
  return onceByKey(find, () => insertClient(services, act, fields, key)).catch(refuseTaken)
}

async function insertClient(
  services: Services,
  act: StaffAct,
  fields: ClientFields,
  key: string | undefined,
): Promise<AdminClient> {
  const at = services.now()
  return services.database.transaction(async (tx) => {
    const [row] = await tx
      .insert(clients)
      .values({ ...columnsOf(fields), requestKey: key, createdAt: at, updatedAt: at })
      .returning()
    if (!row) throw new Error('An insert answers with its row')
    if (fields.tax_number)
      await tx
        .update(clients)
        .set(await sealedTax(tx, row.id, fields))
        .where(eq(clients.id, row.id))
    await recordAct(tx, act, {
      at,
      type: 'client.created',
      subject: `client:${row.id}`,
      after: plainlyOf(columnsOf(fields)),
    })
    await copyNewCustomer(services, tx, row.id, null, fields)
    return readClient(tx, services.config, row.id, act.actor.id)
  })
}

/** Throws VALIDATION_ERROR for a UK tax number that can't be right. */
function requireTaxNumber(fields: ClientFields): void {
  const message = clientTaxRefusal(fields)
  if (message) throw new AppError('VALIDATION_ERROR', message, { fields: { tax_number: message } })
}

/** Changes a client; issued invoices stay as they are. Throws NOT_FOUND, DUPLICATE_ENTRY and VALIDATION_ERROR. */
export async function updateClient(
  services: Services,
  act: StaffAct,
  id: number,
  fields: ClientFields,
): Promise<AdminClient> {
  const at = services.now()
  requireTaxNumber(fields)
  return services.database
    .transaction(async (tx) => {
      const before = await lockClient(tx, id)
      await tx
        .update(clients)
        .set({ ...columnsOf(fields), ...(await sealedTax(tx, id, fields)), updatedAt: at })
        .where(eq(clients.id, id))
      const after = { ...columnsOf(fields), taxNumber: fields.tax_number }
      const changed = (Object.keys(after) as (keyof typeof after)[]).filter(
        (field) => after[field] !== before[field],
      )
      await recordAct(tx, act, {
        at,
        type: 'client.changed',
        subject: `client:${id}`,
        before: plainlyOf(before),
        after: { changed, ...plainlyOf(after) },
      })
      await copyNewCustomer(services, tx, id, before.stripeCustomerId, fields)
      return readClient(tx, services.config, id, act.actor.id)
    })
    .catch(refuseTaken)
}

/** Locks a client until the transaction ends. Throws NOT_FOUND. */
export async function lockClient(tx: Db, id: number): Promise<OpenedClient> {
  const [row] = await tx.select().from(clients).where(eq(clients.id, id)).for('update')
  if (!row) throw new AppError('NOT_FOUND', 'There is no such client.')
  return openClient(tx, row)
}

/** Copies the invoices of a newly linked customer; until they are read, any list of them would be incomplete. */
async function copyNewCustomer(
  { invoicing, jobs }: Services,
  tx: Db,
  clientId: number,
  before: string | null,
  { stripe_customer_id: ref }: ClientFields,
): Promise<void> {
  if (invoicing.kind === 'ledger' || !ref || ref === before) return
  await tx.update(clients).set({ copiedAt: null }).where(eq(clients.id, clientId))
  await jobs.enqueue(tx, 'copy-invoices', { clientId })
}

function columnsOf(fields: ClientFields) {
  return {
    name: fields.name,
    clientType: fields.client_type,
    billingEmail: fields.billing_email,
    address: fields.address,
    country: fields.country,
    stripeCustomerId: fields.stripe_customer_id,
  }
}

/**
 * What the ledger records about a client. It is never emptied (security R58), and a client may be a person: of the
 * name, the addresses and the tax number it only records that they changed.
 */
function plainlyOf({
  clientType,
  country,
  stripeCustomerId,
}: Pick<ClientRow, 'clientType' | 'country' | 'stripeCustomerId'>) {
  return { clientType, country, stripeCustomerId }
}

async function sealedTax(tx: Db, id: number, fields: ClientFields): Promise<Pick<ClientRow, 'taxNumber'>> {
  const seal = await sealerFor(tx)
  return { taxNumber: seal.text(fields.tax_number, taxPlace(id)) }
}

const TAKEN: Readonly<Record<string, { field: string; sentence: string }>> = {
  clients_name: { field: 'name', sentence: 'There’s already a client with this name.' },
  clients_stripe_customer_id_unique: {
    field: 'stripe_customer_id',
    sentence: 'Another client already has this Stripe customer ID.',
  },
}

function refuseTaken(error: unknown): never {
  const taken = TAKEN[violatedConstraint(error) ?? '']
  if (!taken) throw error
  throw new AppError('DUPLICATE_ENTRY', taken.sentence, { fields: { [taken.field]: taken.sentence } })
}
