import { z } from 'zod'
import type { AdminInvoice, DraftFields } from '#contract/invoices/admin-invoices.ts'
import { LINE_TEXT_MAX, MAX_LINES, MAX_QUANTITY, MEMO_MAX } from '#contract/invoices/invoice-values.ts'
import { currencyDecimals, INVOICE_CURRENCIES, MAX_AMOUNT } from '#contract/money.ts'
import { invoiceTotals, type PricedLine } from '#domain/invoices/invoice-totals.ts'
import { amountText, parseAmount, parseQuantity, parseTaxRate } from '#domain/invoices/money-input.ts'
import { londonDate } from '#domain/plain-date.ts'
import { formatNumber } from '#web/lib/numbers.ts'
import { isDateEmpty, isoFromParts, partsFromIso } from '#web/ui/date-parts.ts'

/** A draft as typed: all text, with the server's field names, so that its refusals find their fields. */
const Typed = z.object({
  client_id: z.string(),
  project_id: z.string(),
  currency: z.string(),
  due_on: z.object({ day: z.string(), month: z.string(), year: z.string() }),
  tax_point: z.object({ day: z.string(), month: z.string(), year: z.string() }),
  vat_gbp: z.string(),
  memo: z.string(),
  lines: z.array(
    z.object({
      description: z.string(),
      quantity: z.string(),
      unit_amount: z.string(),
      tax_rate: z.string(),
    }),
  ),
})
export type DraftValues = z.infer<typeof Typed>
type LineValues = DraftValues['lines'][number]

/** The same, refused while the draft can't be saved; what issuing it also needs is checked then. */
export const InvoiceDraftForm = Typed.superRefine((values, context) => {
  for (const { path, message } of problemsOf(values)) context.addIssue({ code: 'custom', path, message })
})

/** The first line's initial rate: the standard rate of VAT in the UK, in percent. */
const STANDARD_RATE = '20'

/** Returns another line, with the tax rate of the one before it. */
export function newLine(before?: LineValues): LineValues {
  return { description: '', quantity: '1', unit_amount: '', tax_rate: before?.tax_rate ?? STANDARD_RATE }
}

/** Returns an editor's initial values: those of an invoice, or empty ones. */
export function draftValues(invoice?: AdminInvoice, clientId?: number): DraftValues {
  if (!invoice)
    return {
      client_id: clientId ? String(clientId) : '',
      project_id: '',
      currency: INVOICE_CURRENCIES[0],
      due_on: partsFromIso(null),
      tax_point: partsFromIso(null),
      vat_gbp: '',
      memo: '',
      lines: [newLine()],
    }
  return {
    client_id: String(invoice.client_id),
    project_id: invoice.project_id === null ? '' : String(invoice.project_id),
    currency: invoice.currency,
    due_on: partsFromIso(invoice.due_on),
    tax_point: partsFromIso(invoice.tax_point),
    vat_gbp: invoice.vat_gbp === null ? '' : amountText(invoice.vat_gbp, 'gbp'),
    memo: invoice.memo ?? '',
    lines: invoice.lines.map((line) => ({
      description: line.description,
      quantity: formatNumber(line.quantity),
      unit_amount: amountText(line.unit_amount, invoice.currency),
      tax_rate: String(line.tax_rate / 100),
    })),
  }
}

/** Returns a line with its price calculated, or null if it isn't complete enough. */
export function pricedLine(line: LineValues, currency: string): PricedLine | null {
  const quantity = parseQuantity(line.quantity)
  const unitAmount = parseAmount(line.unit_amount, currency)
  const taxRate = parseTaxRate(line.tax_rate)
  if (quantity === null || unitAmount === null || taxRate === null) return null
  return { quantity, unitAmount, taxRate }
}

/** Returns the draft for these values. Throws if they are invalid; the form is checked before. */
export function draftFields(values: DraftValues): DraftFields {
  const currency = INVOICE_CURRENCIES.find((code) => code === values.currency)
  if (!currency) throw new Error(`${values.currency} is no currency of the list`)
  return {
    client_id: Number(values.client_id),
    project_id: values.project_id === '' ? null : Number(values.project_id),
    currency,
    due_on: isoFromParts(values.due_on),
    tax_point: isoFromParts(values.tax_point),
    vat_gbp: currency === 'gbp' || values.vat_gbp.trim() === '' ? null : parseAmount(values.vat_gbp, 'gbp'),
    memo: values.memo.trim() || null,
    lines: values.lines.map((line) => {
      const priced = pricedLine(line, values.currency)
      if (!priced) throw new Error('A line of a checked form is complete')
      const { quantity, unitAmount, taxRate } = priced
      return { description: line.description.trim(), quantity, unit_amount: unitAmount, tax_rate: taxRate }
    }),
  }
}

interface Problem {
  path: (string | number)[]
  message: string
}

function problemsOf(values: DraftValues): Problem[] {
  const problems: Problem[] = []
  const at = (message: string, ...path: (string | number)[]) => problems.push({ path, message })
  if (values.client_id === '') at('Choose a client from the list', 'client_id')
  const due = isoFromParts(values.due_on)
  if (!isDateEmpty(values.due_on) && due === null)
    at('Enter a real date, or leave it empty for now', 'due_on')
  if (due !== null && due < londonDate(new Date()))
    at('This date has passed. Enter today or a later date, or leave it empty for now', 'due_on')
  if (!isDateEmpty(values.tax_point) && isoFromParts(values.tax_point) === null)
    at('Enter a real date, or leave it empty', 'tax_point')
  if (
    values.currency !== 'gbp' &&
    values.vat_gbp.trim() !== '' &&
    parseAmount(values.vat_gbp, 'gbp') === null
  )
    at('Enter an amount, like 1,250.00', 'vat_gbp')
  if (values.memo.trim().length > MEMO_MAX) at(`Use ${MEMO_MAX} characters or fewer`, 'memo')
  for (const [index, line] of values.lines.entries())
    for (const [name, message] of Object.entries(lineProblems(line, values.currency)))
      at(message, 'lines', index, name)
  if (values.lines.length > MAX_LINES) at(`An invoice has ${MAX_LINES} lines at most`, 'lines')
  else if (isTooLarge(values))
    at('The total is over the limit for one invoice. Split it into several.', 'lines')
  return problems
}

function lineProblems(line: LineValues, currency: string): Partial<LineValues> {
  const example = currencyDecimals(currency) === 0 ? '1,250' : '1,250.00'
  const description = line.description.trim()
  return {
    ...(description === '' && { description: 'Say what this line is for' }),
    ...(description.length > LINE_TEXT_MAX && { description: `Use ${LINE_TEXT_MAX} characters or fewer` }),
    ...(parseQuantity(line.quantity) === null && {
      quantity: `Enter a whole number from 1 to ${formatNumber(MAX_QUANTITY)}`,
    }),
    ...(parseAmount(line.unit_amount, currency) === null && {
      unit_amount: `Enter an amount, like ${example}`,
    }),
    ...(parseTaxRate(line.tax_rate) === null && { tax_rate: 'Enter a rate from 0 to 100' }),
  }
}

function isTooLarge(values: DraftValues): boolean {
  const lines = values.lines.flatMap((line) => pricedLine(line, values.currency) ?? [])
  return invoiceTotals(lines).total > MAX_AMOUNT
}
