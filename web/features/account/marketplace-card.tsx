import { useId } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/chip.tsx'

/** The marketplace is closed for everyone (account-admin §6). */
export function MarketplaceCard() {
  const reasonId = useId()
  return (
    <Card padded aria-labelledby="marketplace" className="soon">
      <div>
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="h3" id="marketplace">
            Marketplace
          </h2>
          <Chip>Coming soon</Chip>
        </div>
        <p className="mt-1 text-card text-ink-2" id={reasonId}>
          Verified environmental assets with clear provenance. It opens to verified accounts.
        </p>
      </div>
      <Button disabled aria-describedby={reasonId}>
        Open marketplace
      </Button>
    </Card>
  )
}
