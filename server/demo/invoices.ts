import { and, eq } from 'drizzle-orm'
import { addDays, DAY_MS, londonDate } from '#domain/plain-date.ts'
import { attachUser } from '#server/features/invoices/staff/client-people.ts'
import { createClient } from '#server/features/invoices/staff/clients.ts'
import { recordPayment } from '#server/features/invoices/staff/commands.ts'
import { draftInvoice } from '#server/features/invoices/staff/drafts.ts'
import { finaliseInvoice } from '#server/features/invoices/staff/issue.ts'
import { createProject } from '#server/features/invoices/staff/projects.ts'
import { projectsOf } from '#server/model/invoices/clients.ts'
import { clients, invoiceLines, invoices } from '#server/model/schema/invoices.ts'
import type { StaffAct } from '#server/model/staff/staff-act.ts'
import type { Services } from '#server/services.ts'

interface DemoClient {
  /** Whose client it is. */
  email: string
  name: string
  address: string
  projects: string[]
}

const CLIENTS: readonly DemoClient[] = [
  {
    email: 'consumer@demo.example',
    name: 'Fernhill Partners',
    address: '8 Larkfield Road\nBristol BS99 1AA',
    projects: ['Glenmore Peatland', 'Tay Estuary Saltmarsh'],
  },
  {
    email: 'business@demo.example',
    name: 'Fjordkraft Holdings Ltd',
    address: '3 Quayside\nAberdeen AB99 1XY',
    projects: ['Cheviot Native Woodland'],
  },
]

interface DemoInvoice {
  client: string
  project?: string
  /** What it is for; identifies it after a start that was killed half-way. */
  what: string
  unitAmount: number
  taxRate: number
  currency: 'gbp' | 'eur' | 'jpy'
  /** Days ago. */
  issued: number
  stage: 'draft' | 'open' | 'paid'
}

/** In date order, so that the numbers follow it. All are due a fortnight after their issue. */
const INVOICES: readonly DemoInvoice[] = [
  {
    client: 'Fernhill Partners',
    project: 'Glenmore Peatland',
    what: 'Verification of 1,300 credits, Glenmore Peatland',
    unitAmount: 1_040_000,
    taxRate: 2000,
    currency: 'gbp',
    issued: 46,
    stage: 'paid',
  },
  {
    client: 'Fjordkraft Holdings Ltd',
    what: 'Registry access, one year',
    unitAmount: 55_000,
    taxRate: 0,
    currency: 'jpy',
    issued: 40,
    stage: 'paid',
  },
  {
    client: 'Fernhill Partners',
    project: 'Tay Estuary Saltmarsh',
    what: 'Baseline survey, Tay Estuary Saltmarsh',
    unitAmount: 98_375,
    taxRate: 2000,
    currency: 'gbp',
    issued: 24,
    stage: 'open',
  },
  {
    client: 'Fernhill Partners',
    project: 'Glenmore Peatland',
    what: 'Monitoring report, Glenmore Peatland',
    unitAmount: 354_167,
    taxRate: 2000,
    currency: 'gbp',
    issued: 4,
    stage: 'open',
  },
  {
    client: 'Fjordkraft Holdings Ltd',
    project: 'Cheviot Native Woodland',
    what: 'Feasibility study, Cheviot Native Woodland',
    unitAmount: 118_050,
    taxRate: 0,
    currency: 'eur',
    issued: 2,
    stage: 'open',
  },
  {
    client: 'Fernhill Partners',
    what: 'Onboarding workshop',
    unitAmount: 9_500,
    taxRate: 2000,
    currency: 'gbp',
    issued: 0,
    stage: 'draft',
  },
]

const TERM_DAYS = 14

/**
 * Seeds clients of the demo people with invoices of every kind, through staff's use cases. A start that was
 * killed half-way is resumed; what a visitor has changed since stays.
 */
export async function seedInvoices(
  services: Services,
  admin: number,
  seeded: ReadonlySet<string>,
): Promise<void> {
  // At a provider, demo invoices would be real ones.
  if (services.invoicing.kind !== 'ledger') return
  const act: StaffAct = {
    actor: { kind: 'staff', id: admin },
    origin: { requestId: 'demo', ip: undefined, userAgent: undefined },
  }
  for (const client of CLIENTS.filter(({ email }) => seeded.has(email)))
    await seedClient(services, act, client)
  for (const invoice of INVOICES) {
    const client = await findClient(services, invoice.client)
    if (client) await seedInvoice(services, act, client.id, invoice)
  }
}

async function findClient({ database }: Services, name: string) {
  const [known] = await database.db.select({ id: clients.id }).from(clients).where(eq(clients.name, name))
  return known
}

async function seedClient(services: Services, act: StaffAct, client: DemoClient): Promise<void> {
  const { db } = services.database
  const { name, email, address } = client
  const known = await findClient(services, name)
  const { id } =
    known ??
    (await createClient(services, act, {
      ...{ name, address, client_type: 'company' },
      ...{ billing_email: null, country: 'GB', tax_number: null, stripe_customer_id: null },
    }))
  const [started] = await db
    .select({ id: invoices.id })
    .from(invoices)
    .where(eq(invoices.clientId, id))
    .limit(1)
  if (started) return
  const held = new Set((await projectsOf(db, id)).map((project) => project.name))
  for (const project of client.projects.filter((name) => !held.has(name)))
    await createProject(services, act, id, {
      name: project,
      status: 'in_progress',
      project_description: null,
    })
  await attachUser(services, act, id, email)
}

/** Brings an invoice to its intended state; one that a visitor has taken further stays as it is. */
async function seedInvoice(
  services: Services,
  act: StaffAct,
  clientId: number,
  invoice: DemoInvoice,
): Promise<void> {
  const { db } = services.database
  const at = new Date(services.now().getTime() - invoice.issued * DAY_MS)
  // As if it were that day: numbers, dates and emails are as of then.
  const then: Services = { ...services, now: () => at }
  const id = (await findSeeded(services, clientId, invoice)) ?? (await draft(then, act, clientId, invoice))
  const [row] = await db.select().from(invoices).where(eq(invoices.id, id))
  if (row?.status === 'draft' && invoice.stage !== 'draft') await finaliseInvoice(then, act, id, row.version)
  if (invoice.stage === 'paid' && row?.status !== 'paid')
    await recordPayment({ ...services, now: () => new Date(at.getTime() + 9 * DAY_MS) }, act, id, {
      note: 'Bank transfer',
    })
}

async function findSeeded(
  { database }: Services,
  clientId: number,
  { what }: DemoInvoice,
): Promise<string | undefined> {
  const [found] = await database.db
    .select({ id: invoices.id })
    .from(invoices)
    .innerJoin(invoiceLines, eq(invoiceLines.invoiceId, invoices.id))
    .where(and(eq(invoices.clientId, clientId), eq(invoiceLines.description, what)))
  return found?.id
}

async function draft(then: Services, act: StaffAct, clientId: number, invoice: DemoInvoice): Promise<string> {
  const projects = await projectsOf(then.database.db, clientId)
  return draftInvoice(then, act, {
    client_id: clientId,
    project_id: projects.find(({ name }) => name === invoice.project)?.id ?? null,
    currency: invoice.currency,
    due_on: addDays(londonDate(then.now()), TERM_DAYS),
    memo: null,
    lines: [
      {
        description: invoice.what,
        quantity: 1,
        unit_amount: invoice.unitAmount,
        tax_rate: invoice.taxRate,
      },
    ],
  })
}
