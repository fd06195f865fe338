import { z } from 'zod'

/**
 * The parameters that Stripe's published OpenAPI description allows in these requests, as far as a client for
 * invoices needs them; any other is refused there, and here.
 */
const Whole = z
  .string()
  .regex(/^-?\d+$/)
  .transform(Number)
const Yes = z.enum(['true', 'false']).transform((value) => value === 'true')
const Metadata = z.record(z.string().max(40), z.string().max(500))
const Currency = z.string().regex(/^[a-z]{3}$/)

const Customer = z.strictObject({
  name: z.string().max(256).optional(),
  email: z.email().max(512).optional(),
  address: z
    .strictObject({
      line1: z.string().optional(),
      line2: z.string().optional(),
      country: z
        .string()
        .regex(/^[A-Z]{2}$/)
        .optional(),
    })
    .optional(),
  metadata: Metadata.optional(),
})

const TaxId = z.strictObject({ type: z.string().regex(/^[a-z_]+$/), value: z.string() })

const TaxAmount = z.strictObject({
  amount: Whole,
  taxable_amount: Whole,
  tax_rate_data: z.strictObject({
    display_name: z.string().max(50),
    description: z.string().optional(),
    inclusive: Yes,
    percentage: z.string().regex(/^\d+(\.\d{1,4})?$/),
  }),
})

const Line = z.strictObject({
  description: z.string().max(500),
  quantity: Whole,
  price_data: z.strictObject({
    currency: Currency,
    unit_amount: Whole,
    tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']),
    product_data: z.strictObject({ name: z.string().max(250) }),
  }),
  tax_amounts: z.array(TaxAmount).max(10).optional(),
})
export type LineRequest = z.output<typeof Line>

const Nothing = z.strictObject({})

export const STRIPE_REQUESTS = {
  'POST /v1/customers': Customer.extend({ tax_id_data: z.array(TaxId).max(5).optional() }),
  'POST /v1/customers/:id': Customer,
  'GET /v1/customers/:id/tax_ids': z.strictObject({ limit: Whole.default(10) }),
  'POST /v1/customers/:id/tax_ids': TaxId,
  'DELETE /v1/customers/:id/tax_ids/:tax': Nothing,
  'GET /v1/invoices': z.strictObject({
    customer: z.string().optional(),
    limit: Whole.pipe(z.number().min(1).max(100)).default(10),
    starting_after: z.string().optional(),
  }),
  'POST /v1/invoices': z.strictObject({
    customer: z.string(),
    collection_method: z.literal('send_invoice'),
    auto_advance: Yes,
    currency: Currency,
    due_date: Whole,
    pending_invoice_items_behavior: z.enum(['exclude', 'include']),
    metadata: Metadata.optional(),
    description: z.string().max(1500).optional(),
    custom_fields: z
      .array(z.strictObject({ name: z.string().max(40), value: z.string().max(140) }))
      .max(4)
      .optional(),
  }),
  'GET /v1/invoices/:id': Nothing,
  'DELETE /v1/invoices/:id': Nothing,
  'POST /v1/invoices/:id/add_lines': z.strictObject({ lines: z.array(Line).max(250) }),
  'POST /v1/invoices/:id/finalize': z.strictObject({ auto_advance: Yes }),
  'POST /v1/invoices/:id/pay': z.strictObject({ paid_out_of_band: z.literal('true') }),
  'POST /v1/invoices/:id/void': Nothing,
  'POST /v1/invoices/:id/mark_uncollectible': Nothing,
  'GET /v1/events': z.strictObject({
    limit: Whole.default(10),
    starting_after: z.string().optional(),
    created: z.strictObject({ gte: Whole }).optional(),
    types: z.array(z.string()).max(20).optional(),
  }),
  'GET /v1/events/:id': Nothing,
} as const

export type StripeRoute = keyof typeof STRIPE_REQUESTS
