import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import IdCard from 'lucide-react/icons/id-card'
import type { AdminUserDetail } from '#contract/directory/admin-users.ts'
import { DOC_TYPE_LABELS } from '#contract/documents/documents.ts'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { CASE_KINDS } from '#contract/verification/case-states.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import { caseBadge } from '#domain/standing/case-badges.ts'
import { UserActivityTab } from '#web/features/audit/user-activity-tab.tsx'
import { SupportTab } from '#web/features/directory/support/support-tab.tsx'
import { UndeliveredMails } from '#web/features/directory/undelivered-mails.tsx'
import { UserInformation } from '#web/features/directory/user-information.tsx'
import { UserInvitations } from '#web/features/invitations/user-invitations.tsx'
import { BusinessTab, CaseDetails, CaseEvents, CaseNotes } from '#web/features/review/business-tab.tsx'
import { CaseQuery } from '#web/features/review/case-query.tsx'
import { DecisionCard } from '#web/features/review/decision-card.tsx'
import { DocumentPane } from '#web/features/review/document-pane.tsx'
import { StatusControl, statusOf } from '#web/features/review/status-control.tsx'
import { allowedOf, mayDo } from '#web/lib/may.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useUser } from '#web/lib/session.ts'
import { caseLink } from '#web/shared/cases/use-claim-next.ts'
import { PersonEmail } from '#web/shared/directory/person-email.tsx'
import { reviewCaseQuery, userQuery } from '#web/shared/directory/queries.ts'
import { UserNotLoaded } from '#web/shared/directory/user-not-loaded.tsx'
import { ScreeningCard } from '#web/shared/screening/screening-card.tsx'
import { BackLink } from '#web/shared/shell/back-link.tsx'
import { profileLines } from '#web/shared/verification/answer-lines.tsx'
import { FAMILY_CLASS } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Split, Stack } from '#web/ui/layout.tsx'
import { Page } from '#web/ui/page.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { BADGE_ICONS } from '#web/ui/standing-badge.tsx'
import { TabPanel, Tabs } from '#web/ui/tabs.tsx'

/** Each with the capability it requires. */
const TABS = [
  { value: 'information', label: 'User Information', takes: 'people.read' },
  { value: 'kyc', label: 'KYC Details', takes: 'cases.read' },
  { value: 'business', label: 'Business Details', takes: 'cases.read' },
  { value: 'invites', label: 'Email & Invites', takes: 'invitations.read' },
  { value: 'support', label: 'Support', takes: 'support.read' },
  { value: 'activity', label: 'Activity', takes: 'people.history' },
] as const
type UserTab = (typeof TABS)[number]['value']

/**
 * One user for administration: who they are, and the checks of them and their company (account-admin §2.13).
 */
export function AdminUserPage() {
  const params = useParams({ from: '/admin-shell/admin/users/$id' })
  const id = Number(params.id)
  const query = useQuery({ ...userQuery(id), enabled: Number.isInteger(id) })
  const { data } = query
  // Reviewers often have several of them open side by side.
  const who =
    data && (data.data.name ?? data.data.business_profile?.legal_name ?? data.data.email ?? `User ${id}`)
  usePageTitle(who ? `${who}: User Verification Details` : 'User Verification Details')
  return (
    <Page width="wide" className="pt-6">
      <BackLink to="/admin/dashboard">Back to users</BackLink>
      {data ? (
        <UserDetail key={id} user={data.data} />
      ) : (
        <>
          <h1 className="mt-2 mb-5" tabIndex={-1}>
            User Verification Details
          </h1>
          {query.isError || !query.isEnabled ? (
            <section>
              <h2 className="sr-only">User</h2>
              <UserNotLoaded
                query={query}
                title="Error Loading User"
                message="Could not load user details. Please try again."
              />
            </section>
          ) : (
            <LoadingRegion label="Loading user details" className="grid gap-4">
              <Skeleton width={320} height={20} />
              <Skeleton height={44} />
              <Skeleton height={320} />
            </LoadingRegion>
          )}
        </>
      )}
    </Page>
  )
}

function UserDetail({ user }: { user: AdminUserDetail }) {
  const search = useSearch({ from: '/admin-shell/admin/users/$id' })
  const navigate = useNavigate()
  const me = useUser()
  // The server shows what is retained of an erased person to those who may read it.
  const isClosed = user.is_erased && !mayDo(me, 'people.erased')
  const tabs = allowedOf(me, TABS).filter(({ takes }) => !(isClosed && takes === 'cases.read'))
  const tab = tabs.find(({ value }) => value === search.tab)?.value ?? 'information'
  const markOf = (value: UserTab) =>
    value === 'kyc' ? (
      <KycStatusMark userId={user.id} kind="consumer" hasProfile={user.kyc_profile !== null} />
    ) : value === 'business' ? (
      <KycStatusMark userId={user.id} kind="business" hasProfile={user.business_profile !== null} />
    ) : undefined
  const select = (value: UserTab) =>
    navigate({
      to: '.',
      search: (current) => ({ ...current, tab: value === 'information' ? undefined : value }),
      replace: true,
      resetScroll: false,
    })
  const review = (kind: CaseKind, at: { line?: string; ask?: string } = {}) =>
    navigate(caseLink({ userId: user.id, kind }, at))
  const email = user.email ?? user.auth0_email
  return (
    <>
      <div className="mt-2 mb-5 flex flex-wrap items-end justify-between gap-6">
        <div className="min-w-0">
          <h1 tabIndex={-1}>User Verification Details</h1>
          <p className="mt-1 text-ink-2">
            <b className="font-semibold text-ink">
              {user.name ?? user.business_profile?.legal_name ?? 'Not set'}
            </b>{' '}
            · <span className="tabular-nums">ID {user.id}</span>
            {email ? (
              <>
                {' '}
                · <PersonEmail person={{ email, email_confirmed: user.email_confirmed }} />
              </>
            ) : null}{' '}
            {user.is_erased ? <Chip>Erased</Chip> : null} {user.is_suspended ? <Chip>Suspended</Chip> : null}{' '}
            {user.legal_hold ? <Chip>On legal hold</Chip> : null}{' '}
            {user.erasure_due_at ? <Chip>Asked to be deleted</Chip> : null}
          </p>
        </div>
        <div className="flex flex-wrap gap-x-6 gap-y-3 max-sm:w-full max-sm:*:w-full">
          {CASE_KINDS.map((kind) => {
            const status = statusOf(user, kind)
            return status && mayDo(me, 'cases.lead') && !user.is_erased ? (
              <StatusControl
                key={kind}
                userId={user.id}
                kind={kind}
                status={status}
                onReview={(at) => void review(kind, at)}
              />
            ) : null
          })}
        </div>
      </div>
      {user.is_erased ? (
        <Banner kind="info" title="This account was erased" className="mb-5">
          {isClosed
            ? 'Only super admins and auditors can open what we must keep.'
            : 'You can read what we must keep. No one can change it, but super admins still decide on screening matches.'}
        </Banner>
      ) : null}
      <UndeliveredMails mails={user.undelivered_mails} />
      <Tabs
        label="User detail"
        value={tab}
        onValueChange={(value) => void select(value)}
        items={tabs.map((tab) => ({ ...tab, mark: markOf(tab.value) }))}
      >
        <TabPanel value="information">
          <UserInformation user={user} />
        </TabPanel>
        <TabPanel value="kyc">
          <KycTab user={user} />
        </TabPanel>
        <TabPanel value="business">
          <BusinessTab user={user} />
        </TabPanel>
        <TabPanel value="invites">
          <UserInvitations userId={user.id} />
        </TabPanel>
        <TabPanel value="support">
          <SupportTab userId={user.id} name={user.name ?? email ?? `User ${user.id}`} />
        </TabPanel>
        <TabPanel value="activity">
          <UserActivityTab userId={user.id} name={user.name ?? email ?? `user ${user.id}`} />
        </TabPanel>
      </Tabs>
    </>
  )
}

/** A tab's status as an icon, with text for screen readers. */
function KycStatusMark({
  userId,
  kind,
  hasProfile,
}: {
  userId: number
  kind: CaseKind
  hasProfile: boolean
}) {
  const { data } = useQuery({ ...reviewCaseQuery(userId, kind), enabled: hasProfile })
  if (hasProfile && !data) return null
  const { family, icon, label } = caseBadge(data?.case?.state ?? null, 'staff')
  const Icon = BADGE_ICONS[icon]
  return (
    <span className={classNames(FAMILY_CLASS[family], 'flex text-(--c-solid)')}>
      <Icon />
      <span className="sr-only"> {label}</span>
    </span>
  )
}

/** A user's identity check: documents next to the data, the decision, and the history. */
function KycTab({ user }: { user: AdminUserDetail }) {
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
      {(reviewCase) => (
        <Split sides="record">
          {reviewCase ? <DocumentPane key={reviewCase.id} userId={user.id} reviewCase={reviewCase} /> : null}
          <Stack>
            <SubmittedDetails profile={profile} reviewCase={reviewCase} />
            {reviewCase ? <ScreeningCard userId={user.id} kind="consumer" /> : null}
            {reviewCase ? <DecisionCard userId={user.id} reviewCase={reviewCase} /> : null}
            {reviewCase ? <CaseNotes userId={user.id} reviewCase={reviewCase} /> : null}
            {reviewCase ? <CaseEvents events={reviewCase.events} /> : null}
          </Stack>
        </Split>
      )}
    </CaseQuery>
  )
}

type Props = { profile: NonNullable<AdminUserDetail['kyc_profile']>; reviewCase: ReviewCase | null }

/** The applicant's answers. */
function SubmittedDetails({ profile, reviewCase }: Props) {
  return (
    <CaseDetails
      id="submitted-details"
      title="Submitted details"
      reviewCase={reviewCase}
      createdAt={profile.created_at}
      rows={[
        ...profileLines(profile, 'staff'),
        { label: 'Document type', value: DOC_TYPE_LABELS[profile.doc_type] },
      ]}
    />
  )
}
