import Building from 'lucide-react/icons/building-2'
import type { AdminUserDetail } from '#contract/directory/admin-users.ts'
import { ScreeningCard } from '#web/shared/screening/screening-card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { CaseEvents } from './case-events.tsx'
import { CaseNotes } from './case-notes.tsx'
import { CaseQuery } from './case-query.tsx'
import { CompanyDetails } from './company-details.tsx'
import { CompanyOwners } from './company-owners.tsx'
import { CompanyRepresentatives } from './company-representatives.tsx'
import { CompanySettlement } from './company-settlement.tsx'
import { DecisionCard } from './decision-card.tsx'
import { SelectedDates } from './document-dates.tsx'
import { DocumentPane } from './document-pane.tsx'
import { hasDocuments } from './selected-document.ts'
import type { VerdictDraftsState } from './use-verdict-drafts.ts'

/** The check of a user's company: its data and its document, the decision, and all that happened (account-admin §2). */
export function BusinessTab({ user, drafts }: { user: AdminUserDetail; drafts: VerdictDraftsState }) {
  const { business_profile: company } = user
  if (!company) {
    return (
      <section>
        <h2 className="sr-only">Business Details</h2>
        <EmptyState card icon={Building} title="User has not submitted business information yet" />
      </section>
    )
  }
  return (
    <CaseQuery userId={user.id} kind="business" label="business details">
      {(reviewCase) => (
        <div className="ud">
          <div className="col">
            <CompanyDetails company={company} reviewCase={reviewCase} />
            <CompanyOwners company={company} />
            <CompanyRepresentatives company={company} />
            <CompanySettlement company={company} />
            {reviewCase && hasDocuments(reviewCase.items) ? (
              <DocumentPane key={reviewCase.id} userId={user.id} reviewCase={reviewCase} />
            ) : null}
          </div>
          {reviewCase ? (
            <div className="col">
              <SelectedDates reviewCase={reviewCase} />
              <ScreeningCard userId={user.id} kind="business" />
              <DecisionCard userId={user.id} reviewCase={reviewCase} drafts={drafts} />
              <CaseNotes userId={user.id} reviewCase={reviewCase} />
              <CaseEvents events={reviewCase.events} />
            </div>
          ) : null}
        </div>
      )}
    </CaseQuery>
  )
}
