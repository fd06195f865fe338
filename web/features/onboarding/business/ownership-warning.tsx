import { excessOwnership, percentText, WHOLE } from '#domain/business/shares.ts'
import { Banner } from '#web/ui/banner.tsx'
import type { OwnerValues } from './form-values.ts'

/** What to do about shares of more than 100 % in total, which may be right (onboarding, Shares). */
export function OwnershipWarning({ owners, live }: { owners: readonly OwnerValues[]; live?: boolean }) {
  const excess = excessOwnership(owners)
  if (!excess) return null
  return (
    <Banner
      kind="warning"
      title={`The shares come to ${percentText(excess.total)}%`}
      live={live}
      className="mt-4"
    >
      {excess.direct <= WHOLE
        ? 'That can be right, because some are held through others. Our reviewer will check how they add up.'
        : 'Shares held directly can’t come to more than 100%. Check them, or name the companies, trusts or people they are held through under “Held Through”.'}
    </Banner>
  )
}
