import type { BusinessProfile } from '#contract/onboarding/business.ts'
import { excessOwnership, percentText } from '#domain/business/shares.ts'
import { Banner } from '#web/ui/banner.tsx'

/** What a reviewer has to find out about shares of more than 100 % in total (onboarding, Shares). */
export function OwnershipExcess({
  company: { beneficialOwners },
  className,
}: {
  company: Pick<BusinessProfile, 'beneficialOwners'>
  className?: string
}) {
  const excess = excessOwnership(
    beneficialOwners.map(({ ownership_percent: ownershipPercent, held_through: heldThrough }) => ({
      ownershipPercent,
      heldThrough,
    })),
  )
  if (!excess) return null
  return (
    <Banner kind="warning" title={`${percentText(excess.total)}% in total`} className={className}>
      That can be right, because some shares are held through others. Check how they add up.
    </Banner>
  )
}
