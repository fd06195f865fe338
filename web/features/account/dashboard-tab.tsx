import { AccountOverview } from './account-overview.tsx'
import { MarketplaceCard } from './marketplace-card.tsx'
import { PrivacyCard } from './privacy-card.tsx'
import type { Profile } from './queries.ts'
import { UserSummary } from './user-summary.tsx'

/** The four cards of the account's first tab (account-admin §2). */
export function DashboardTab({ profile }: { profile: Profile }) {
  return (
    <div className="ac-cards">
      <UserSummary profile={profile} />
      <div className="col">
        <AccountOverview profile={profile} />
        <MarketplaceCard />
        <PrivacyCard />
      </div>
    </div>
  )
}
