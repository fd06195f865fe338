import { formatNumber } from '#web/lib/numbers.ts'
import '#web/styles/invoices.css'
import { formatMoney } from '#contract/money.ts'
import { taxRateText } from '#domain/invoices/invoice-totals.ts'
import { DataTable, Td, Th } from '#web/ui/data-table.tsx'

interface Line {
  description: string
  quantity: number
  unit_amount: number
  tax_rate: number
  net: number
}

/** What an invoice is for, line by line. */
export function InvoiceTable({ lines, currency }: { lines: readonly Line[]; currency: string }) {
  return (
    <div className="inv-l">
      <DataTable
        caption="What this invoice is for"
        head={
          <>
            <Th>Description</Th>
            <Th>Quantity</Th>
            <Th>Unit price</Th>
            <Th>VAT</Th>
            <Th>Amount</Th>
          </>
        }
      >
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a paper never move
          <tr key={index}>
            <Td head className="wrap-anywhere">
              {line.description}
            </Td>
            <Td label="Quantity">{formatNumber(line.quantity)}</Td>
            <Td label="Unit price">{formatMoney(line.unit_amount, currency)}</Td>
            <Td label="VAT">{taxRateText(line.tax_rate)}</Td>
            <Td label="Amount">{formatMoney(line.net, currency)}</Td>
          </tr>
        ))}
      </DataTable>
    </div>
  )
}

interface Sums {
  currency: string
  subtotal: number
  taxes: readonly { tax_rate: number; net: number; tax: number }[]
  total: number
  /** The VAT in pence, of an invoice in another currency. */
  vatGbp?: number | null
  /** What is still to be paid, where that is less. */
  due?: number | undefined
}

/** The sums under the lines: before tax, tax by rate, and all together. */
export function InvoiceSums({ currency, subtotal, taxes, total, vatGbp = null, due }: Sums) {
  const money = (amount: number) => formatMoney(amount, currency)
  return (
    <dl className="inv-s">
      <dt>Subtotal</dt>
      <dd>{money(subtotal)}</dd>
      {taxes.map(({ tax_rate, net, tax }) => (
        <div key={tax_rate} className="contents">
          <dt>
            VAT {taxRateText(tax_rate)} on {money(net)}
          </dt>
          <dd>{money(tax)}</dd>
        </div>
      ))}
      <dt className="total">Total</dt>
      <dd className="total">{money(total)}</dd>
      {vatGbp === null ? null : (
        <>
          <dt>Total VAT in pounds</dt>
          <dd>{formatMoney(vatGbp, 'gbp')}</dd>
        </>
      )}
      {due === undefined ? null : (
        <>
          <dt>Still due</dt>
          <dd>{money(due)}</dd>
        </>
      )}
    </dl>
  )
}
