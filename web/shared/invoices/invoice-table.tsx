import { formatMoney } from '#contract/money.ts'
import { taxRateText } from '#domain/invoices/invoice-totals.ts'
import { formatNumber } from '#web/lib/numbers.ts'
import { DataTable, Td, Th } from '#web/ui/data-table.tsx'

interface Line {
  description: string
  quantity: number
  unit_amount: number
  tax_rate: number
  net: number
}

export function InvoiceTable({ lines, currency }: { lines: readonly Line[]; currency: string }) {
  return (
    // Numbers align in the table. On phones its rows are cards, which the surrounding card already pads.
    <div className="mt-6 tabular-nums max-rail:[&_tr]:px-0 rail:[&_:is(th,td):not(:first-child)]:text-right">
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

const TOTAL = 'mt-0.5 border-t border-line pt-2 text-[1.0625rem]/6 font-[640] text-ink'

interface Sums {
  currency: string
  subtotal: number
  taxes: readonly { tax_rate: number; net: number; tax: number }[]
  total: number
  /** The VAT in pence, for an invoice in another currency. */
  vatGbp?: number | null
  /** What is still to be paid, if less than the total. */
  due?: number | undefined
}

/** The sums under the lines: before tax, tax by rate, and the total. */
export function InvoiceSums({ currency, subtotal, taxes, total, vatGbp = null, due }: Sums) {
  const money = (amount: number) => formatMoney(amount, currency)
  return (
    <dl className="mt-4 ml-auto grid max-w-100 grid-cols-[1fr_auto] gap-y-1.5 text-card tabular-nums [&_dd]:pl-6 [&_dd]:text-right">
      <dt className="text-ink-3">Subtotal</dt>
      <dd>{money(subtotal)}</dd>
      {taxes.map(({ tax_rate, net, tax }) => (
        <div key={tax_rate} className="contents">
          <dt className="text-ink-3">
            VAT {taxRateText(tax_rate)} on {money(net)}
          </dt>
          <dd>{money(tax)}</dd>
        </div>
      ))}
      <dt className={TOTAL}>Total</dt>
      <dd className={TOTAL}>{money(total)}</dd>
      {vatGbp === null ? null : (
        <>
          <dt className="text-ink-3">Total VAT in pounds</dt>
          <dd>{formatMoney(vatGbp, 'gbp')}</dd>
        </>
      )}
      {due === undefined ? null : (
        <>
          <dt className="text-ink-3">Still due</dt>
          <dd>{money(due)}</dd>
        </>
      )}
    </dl>
  )
}
