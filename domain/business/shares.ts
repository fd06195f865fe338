import { OWNERSHIP_THRESHOLD_PERCENT, SHARE_TOO_SMALL } from '#contract/onboarding/business-people.ts'
import { isBlank, type OwnerFields } from './business-fields.ts'

/** 100 % in hundredths of a percent. */
export const WHOLE = 10_000
const THRESHOLD = OWNERSHIP_THRESHOLD_PERCENT * 100

/** Returns a share in whole hundredths of a percent, as typed or parsed; null if it is not a valid number. */
export function ownershipHundredths(percent: string | number | null | undefined): number | null {
  const text = String(percent ?? '')
    .replace(/[\s%]/g, '')
    .replace(',', '.')
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(text)) return null
  const [whole = '', part = ''] = text.split('.')
  return Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

/** Returns hundredths for display: 3750 is 37.5, 2500 is 25. */
export function percentText(hundredths: number): string {
  return String(hundredths / 100)
}

/** Returns the problem of one share, or null (choices §4.6: 25.00 is enough). */
export function shareProblem(percent: string | number | null | undefined): string | null {
  if (isBlank(percent)) return 'Enter the ownership as a percentage, like 37.5'
  const hundredths = ownershipHundredths(percent)
  if (hundredths === null) return 'Enter the ownership with no more than two decimals, like 37.5'
  if (hundredths < THRESHOLD) return SHARE_TOO_SMALL
  return hundredths > WHOLE ? 'Ownership cannot be more than 100%' : null
}

type Holding = Pick<OwnerFields, 'ownershipPercent' | 'heldThrough'>

/** Returns the sum of all shares in hundredths; invalid ones count as 0. */
export function totalOwnership(owners: readonly Holding[]): number {
  return owners.reduce((total, owner) => total + (ownershipHundredths(owner.ownershipPercent) ?? 0), 0)
}

/**
 * Returns the total of shares that come to more than 100 %, in hundredths, and how much of it is held directly; null if
 * they don't. It may be right, because a share that is held through others counts for each of its holders; what is held
 * directly can't be more than 100 % (onboarding, Shares).
 */
export function excessOwnership(owners: readonly Holding[]): { total: number; direct: number } | null {
  const total = totalOwnership(owners)
  if (total <= WHOLE) return null
  return { total, direct: totalOwnership(owners.filter(({ heldThrough }) => isBlank(heldThrough))) }
}
