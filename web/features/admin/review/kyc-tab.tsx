import IdCard from 'lucide-react/icons/id-card'
import type { AdminUserDetail } from '#contract/admin-users.ts'
import { useMay } from '#web/lib/may.tsx'
import { ScreeningCard } from '#web/parts/screening/screening-card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { CaseEvents } from './case-events.tsx'
import { CaseNotes } from './case-notes.tsx'
import { CaseQuery } from './case-query.tsx'
import { DecisionCard } from './decision-card.tsx'
import { SelectedDates } from './document-dates.tsx'
import { DocumentPane } from './document-pane.tsx'
import { SubmittedDetails } from './submitted-details.tsx'
import type { VerdictDraftsState } from './use-verdict-drafts.ts'

/** The identity check of a user: documents beside the data, the decision, and all that happened (account-admin §2). */
export function KycTab({ user, drafts }: { user: AdminUserDetail; drafts: VerdictDraftsState }) {
  const mayWork = useMay('cases.work')
  const { kyc_profile: profile } = user
  if (!profile) {
    return (
      <section>
        <h2 className="sr-only">KYC Details</h2>
        <EmptyState card icon={IdCard} title="User has not submitted KYC information yet" />
      </section>
    )
  }
  return (
    <CaseQuery userId={user.id} kind="consumer" label="KYC details">
      {(one) => (
        <div className="ud">
          {one ? <DocumentPane key={one.id} userId={user.id} one={one} /> : null}
          <div className="col">
            <SubmittedDetails profile={profile} one={one} />
            {one && mayWork ? <SelectedDates one={one} /> : null}
            {one ? <ScreeningCard userId={user.id} kind="consumer" /> : null}
            {one ? <DecisionCard userId={user.id} one={one} drafts={drafts} /> : null}
            {one ? <CaseNotes userId={user.id} one={one} /> : null}
            {one ? <CaseEvents events={one.events} /> : null}
          </div>
        </div>
      )}
    </CaseQuery>
  )
}
