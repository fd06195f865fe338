import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { LINE_TEXT_MAX, MAX_LINES } from '#contract/invoices/invoice-values.ts'
import { currencyDecimals, formatMoney } from '#contract/money.ts'
import { invoiceTotals, lineTotals } from '#domain/invoices/invoice-totals.ts'
import { InvoiceSums } from '#web/shared/invoices/invoice-table.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { ErrorText } from '#web/ui/field.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { type DraftValues, newLine, pricedLine } from './draft-values.ts'

const ADD = 'draft-add-line'

/** A draft's lines, and its totals by the rules that apply when it is issued. */
export function DraftLines() {
  const { control, getValues, formState } = useFormContext<DraftValues>()
  const { fields, append, remove } = useFieldArray({ control, name: 'lines' })
  const problem = formState.errors.lines?.root?.message ?? formState.errors.lines?.message
  const handleAdd = () =>
    append(newLine(getValues('lines').at(-1)), { focusName: `lines.${fields.length}.description` })
  const handleRemove = (index: number) => {
    remove(index)
    // The focused button has been removed.
    requestAnimationFrame(() => focusField(ADD))
  }
  return (
    <Card aria-labelledby="draft-lines" className="mt-6">
      <CardHeader id="draft-lines" title="Lines" />
      <CardBody>
        {fields.length === 0 ? (
          <p className="text-ink-2">No lines yet. An invoice needs at least one before it is finalised.</p>
        ) : (
          <div className="grid gap-5">
            {fields.map(({ id }, index) => (
              <Line key={id} index={index} onRemove={() => handleRemove(index)} />
            ))}
          </div>
        )}
        {problem ? (
          <div role="alert">
            <ErrorText>{problem}</ErrorText>
          </div>
        ) : null}
        {fields.length < MAX_LINES ? (
          <Button id={ADD} className="mt-5" onClick={handleAdd}>
            <Plus />
            {fields.length === 0 ? 'Add a line' : 'Add another line'}
          </Button>
        ) : null}
        <Totals />
      </CardBody>
    </Card>
  )
}

function Line({ index, onRemove }: { index: number; onRemove: () => void }) {
  const { register, control, formState } = useFormContext<DraftValues>()
  const [line, currency] = useWatch({ control, name: [`lines.${index}`, 'currency'] })
  const errors = formState.errors.lines?.[index]
  const priced = line && pricedLine(line, currency)
  const isWhole = currencyDecimals(currency) === 0
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)_96px_148px_84px_132px_auto] items-start gap-x-4 gap-y-3 border-b border-line pb-5 max-xl:grid-cols-[1fr_1fr_1fr] max-phone:grid-cols-[1fr_1fr] [&_label]:text-sm/5">
      <legend className="sr-only">Line {index + 1}</legend>
      <TextField
        label="Description"
        compact
        autoComplete="off"
        maxLength={LINE_TEXT_MAX}
        fieldClassName="mt-0 max-xl:col-span-full"
        error={errors?.description?.message}
        {...register(`lines.${index}.description`)}
      />
      <TextField
        label="Quantity"
        compact
        autoComplete="off"
        inputMode="numeric"
        fieldClassName="mt-0"
        error={errors?.quantity?.message}
        {...register(`lines.${index}.quantity`)}
      />
      <TextField
        label={`Unit price (${currency.toUpperCase()})`}
        compact
        autoComplete="off"
        inputMode={isWhole ? 'numeric' : 'decimal'}
        fieldClassName="mt-0"
        error={errors?.unit_amount?.message}
        {...register(`lines.${index}.unit_amount`)}
      />
      <TextField
        label="Tax (%)"
        compact
        autoComplete="off"
        inputMode="decimal"
        fieldClassName="mt-0"
        error={errors?.tax_rate?.message}
        {...register(`lines.${index}.tax_rate`)}
      />
      <p className="text-right text-card tabular-nums wrap-anywhere max-xl:col-span-2 max-xl:text-left max-phone:col-span-1">
        <span className="block text-sm/5 font-semibold">Amount</span>
        <span className="block pt-3.5 leading-6 max-xl:pt-0.5">
          {priced ? formatMoney(lineTotals(priced).net, currency) : 'Not yet known'}
        </span>
      </p>
      <Button
        variant="tertiary"
        size="sm"
        className="mt-6.5 max-xl:mt-0 max-xl:self-end max-xl:justify-self-end max-phone:col-span-full max-phone:-ml-2.5 max-phone:justify-self-start"
        aria-label={`Remove line ${index + 1} ${line?.description ?? ''}`.trim()}
        onClick={onRemove}
      >
        <Trash2 className="size-4" />
        Remove
      </Button>
    </fieldset>
  )
}

/** The totals of the complete lines; announced once typing pauses, because it is a status. */
function Totals() {
  const { control } = useFormContext<DraftValues>()
  const [lines, currency] = useWatch({ control, name: ['lines', 'currency'] })
  const priced = lines.flatMap((line) => pricedLine(line, currency) ?? [])
  const { subtotal, total, taxes } = invoiceTotals(priced)
  const missing = lines.length - priced.length
  return (
    <div role="status" aria-label="Totals" className="mt-5">
      <InvoiceSums
        currency={currency}
        subtotal={subtotal}
        taxes={taxes.map(({ taxRate, net, tax }) => ({ tax_rate: taxRate, net, tax }))}
        total={total}
      />
      {missing > 0 ? (
        <p className="mt-2 text-right text-sm text-ink-3">
          Without {missing === 1 ? 'the line that is' : `the ${missing} lines that are`} not complete yet.
        </p>
      ) : null}
    </div>
  )
}
