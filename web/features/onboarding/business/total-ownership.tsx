import { useFormContext } from 'react-hook-form'
import { percentText, totalOwnership } from '#domain/business/ownership.ts'
import { classNames } from '#web/ui/class-names.ts'
import type { BusinessValues } from './form-values.ts'

const WHOLE = 10_000

/** What the shares add up to so far: "62.5% of 100%". */
export function TotalOwnership() {
  const { watch } = useFormContext<BusinessValues>()
  const total = totalOwnership(watch('beneficialOwners'))
  const isTooMuch = total > WHOLE
  return (
    <p className={classNames('total', isTooMuch && 'bad')} role="status">
      <span>Total ownership</span>
      <b>{percentText(total)}% of 100%</b>
    </p>
  )
}
