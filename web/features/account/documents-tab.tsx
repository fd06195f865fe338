import { useQuery } from '@tanstack/react-query'
import { Link, useBlocker } from '@tanstack/react-router'
import FileText from 'lucide-react/icons/file-text'
import { useState } from 'react'
import {
  DOC_TYPE_LABELS,
  type DocumentSlot,
  documentType,
  SLOT_LABELS,
  slotsOf,
} from '#contract/documents/documents.ts'
import type { FormerDocument } from '#contract/documents/uploads.ts'
import type { KycProfile } from '#contract/onboarding/onboarding.ts'
import type { AccountStanding, SlotStanding } from '#contract/verification/standing.ts'
import { mayGiveOptional } from '#domain/cases/additional-document.ts'
import { caseLock } from '#domain/cases/case-view.ts'
import { countedSlots, isOptionalSlot } from '#domain/cases/document-requirements.ts'
import { START_AGAIN } from '#domain/standing/next-step.ts'
import { formatDate } from '#web/lib/dates.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { currentPath, signInUrl } from '#web/lib/session.ts'
import { DocumentUpload } from '#web/shared/documents/document-upload.tsx'
import { ownDocumentsQuery } from '#web/shared/documents/own-documents.ts'
import type { GivenDate } from '#web/shared/documents/printed-date.ts'
import { ReadOfDocument } from '#web/shared/documents/read-of-document.tsx'
import {
  isLost,
  UNSENT_QUESTIONS,
  type Unsent,
  useSlotHolds,
  useUnsentFiles,
} from '#web/shared/documents/unsent-files.ts'
import { decidedItems } from '#web/shared/onboarding/returned-item.ts'
import { SendForReview } from '#web/shared/verification/send-for-review.tsx'
import { useStanding } from '#web/shared/verification/use-verification.ts'
import { WithdrawApplication } from '#web/shared/verification/withdraw-application.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { LeaveDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { RowList } from '#web/ui/row-list.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { StandingBadge } from '#web/ui/standing-badge.tsx'
import { BusinessPeople } from './business-people.tsx'
import { CompanyDocuments, DocumentLinks } from './company-documents.tsx'
import { PanelFailed } from './panel-failed.tsx'
import { type Profile, useKycProfile } from './queries.ts'

/**
 * The verification documents and, for a company, its own and its people's (account-admin §2.6).
 */
export function DocumentsTab({ profile }: { profile: Profile }) {
  return (
    <div className="grid gap-6">
      {profile.kycProfile ? <SubmittedDocuments profile={profile} /> : null}
      {profile.businessProfile ? (
        <>
          <CompanyDocuments />
          <BusinessPeople profile={profile} />
        </>
      ) : null}
      {/* Someone who only represents a company needs no documents of their own. */}
      {profile.kycProfile || profile.businessProfile ? null : <NoProfile />}
    </div>
  )
}

function NoProfile() {
  return (
    <section>
      <h2 className="sr-only">Verification Documents</h2>
      <EmptyState
        card
        icon={FileText}
        title="You need to complete the KYC onboarding process first"
        action={
          <Link className={buttonClass('primary')} to="/onboarding">
            Complete Onboarding
          </Link>
        }
      />
    </section>
  )
}

function SubmittedDocuments({ profile }: { profile: Profile }) {
  const kyc = useKycProfile(profile)
  if (kyc.data) return <DocumentsCard kyc={kyc.data.profile} />
  if (kyc.isError) return <PanelFailed query={kyc} />
  return (
    <LoadingRegion label="Loading your documents">
      <Skeleton height={320} />
    </LoadingRegion>
  )
}

function DocumentsCard({ kyc }: { kyc: KycProfile }) {
  const documents = useQuery(ownDocumentsQuery)
  const own = useQuery(endpointQuery('GET /api/onboarding/consumer/case'))
  const [slot, setSlot] = useState<DocumentSlot>('id-front')
  // A date that was taken over is shown in its field.
  const [dated, setDated] = useState<GivenDate | null>(null)
  const find = (wanted: DocumentSlot) =>
    documents.data?.documents.find(({ documentType }) => documentType === wanted) ?? null
  const standing = useStanding()
  // Of a returned case another kind may be given than was sent.
  const docType = standing?.documents.docType ?? kyc.doc_type
  const asked: readonly string[] = countedSlots(docType)
  const wanted = documents.data?.documents.filter(({ documentType }) => asked.includes(documentType)) ?? []
  const state = own.data?.case?.state
  const lock = state === undefined ? null : caseLock(state)
  const isLocked = lock?.isLocked === true
  const stored = find(slot)
  const { unsent, report } = useUnsentFiles()
  const { reportHold } = useSlotHolds()
  const item = own.data?.case?.items.find((item) => item.item === slot)
  const { case: current = null } = own.data ?? {}
  const isOutOfReach =
    current?.state === 'needs_resubmission' &&
    !item &&
    isOptionalSlot(slot) &&
    !mayGiveOptional(slot, decidedItems(current.items))
  const isEditable = !isLocked && !isOutOfReach && item?.editable !== false
  const standingOf = (wanted: DocumentSlot) =>
    standing?.documents.slots.find((candidate) => candidate.slot === wanted)
  const now = standingOf(slot)
  return (
    <Card aria-labelledby="verification-documents">
      <UnsentGuard unsent={unsent} />
      <CardHeader id="verification-documents" title="Verification Documents" />
      <CardBody>
        <fieldset className="grid grid-cols-4 gap-3 max-lg:grid-cols-2 magnified:grid-cols-1">
          <legend className="sr-only">Document</legend>
          {slotsOf('consumer').map((option) => (
            <button
              key={option}
              type="button"
              className="grid content-between justify-items-start gap-2.5 rounded-3 border border-line-strong bg-surface px-4 py-3.5 text-left text-card aria-pressed:border-brand aria-pressed:inset-ring aria-pressed:inset-ring-brand"
              aria-pressed={option === slot}
              onClick={() => {
                setSlot(option)
                setDated(null)
              }}
              disabled={unsent !== null && option !== slot}
            >
              <span className="font-semibold">{nameOf(option)}</span>
              <SlotBadge standing={standing} slot={option} />
            </button>
          ))}
        </fieldset>
        {unsent ? (
          <p className="mt-3 text-sm text-ink-2" role="status">
            Upload or cancel the file you chose before you open another document.
          </p>
        ) : null}
        {lock?.isLocked ? (
          <Banner kind="info" title="You can’t change your documents now" className="mt-5">
            {lock.why === 'ended' ? (
              <>
                You can change them once you start your application again.{' '}
                <Link to="/onboarding/consumer">{START_AGAIN.action}</Link>
              </>
            ) : (
              'Contact support if something about them has changed.'
            )}
          </Banner>
        ) : null}
        {now && now.reasons.length > 0 ? <Reasons standing={now} /> : null}
        {own.data?.case?.isHeld ? (
          <Banner kind="info" title="A reviewer is checking your documents" className="mt-5">
            You can’t change them now. Wait for our answer, or withdraw your application, change it and submit
            it again.
            <div className="mt-3">
              <WithdrawApplication own={{ ...own.data.case, kind: 'consumer' }} />
            </div>
          </Banner>
        ) : null}
        <SendForReview own={own.data?.case && { ...own.data.case, kind: 'consumer' }} className="mt-5" />
        <div className="mt-5">
          {documents.data ? (
            <DocumentUpload
              key={slot}
              kind="consumer"
              slot={slot}
              place="account"
              label={nameOf(slot)}
              description={documentType(slot).account ?? ''}
              stored={stored}
              mustReplace={now?.status === 'returned'}
              docType={docType}
              beside={wanted}
              readOnly={!isEditable}
              onSignedOut={() => window.location.assign(signInUrl(currentPath()))}
              givenDate={dated}
              onUnsent={report}
              onHold={reportHold}
            />
          ) : documents.isError ? (
            <PanelFailed query={documents} />
          ) : (
            <Skeleton height={160} />
          )}
          {stored && isEditable && item?.decision !== 'accepted' && now?.status !== 'returned' ? (
            <ReadOfDocument
              key={stored.id}
              document={stored}
              docType={docType}
              declared={{
                firstName: kyc.first_name,
                lastName: kyc.last_name,
                birthDate: kyc.dob,
                address: kyc.address,
              }}
              // The answers themselves are changed in the onboarding.
              fillable={[]}
              onAnswer={() => undefined}
              onDated={setDated}
            />
          ) : null}
          {current?.state === 'needs_resubmission' && item?.editable === false ? (
            <p className="mt-3 text-sm text-ink-2">We’ve accepted this document. You can’t change it now.</p>
          ) : null}
          {stored ? (
            <p className="mt-3 text-sm text-ink-3">
              Uploaded on {formatDate(stored.uploadedAt)}.{' '}
              <DocumentLinks url={stored.documentUrl} name={nameOf(slot)} />
            </p>
          ) : null}
          {documents.data ? <FormerVersions slot={slot} /> : null}
        </div>
        <p className="mt-6 text-sm text-ink-2">
          Document type: {DOC_TYPE_LABELS[docType] ?? 'Not specified'}
        </p>
        <p className="mt-1 text-sm text-ink-3">
          All documents must be clear, unaltered, and valid. Supported formats: JPG, PNG, PDF. Max size: 10MB.
        </p>
      </CardBody>
    </Card>
  )
}

/** As the tiles have to be called (account-admin §2.6); one name everywhere else. */
function nameOf(slot: DocumentSlot): string {
  return documentType(slot).tile ?? SLOT_LABELS[slot]
}

function SlotBadge({ standing, slot }: { standing: AccountStanding | null | undefined; slot: DocumentSlot }) {
  if (standing === undefined) return <Skeleton width={96} height={26} />
  const badge = standing?.documents.slots.find((candidate) => candidate.slot === slot)?.badge
  return badge ? <StandingBadge badge={badge} /> : null
}

/** Why the document was sent back, and whether it has been replaced since. */
function Reasons({ standing }: { standing: SlotStanding }) {
  const isReplaced = standing.status !== 'returned'
  return (
    <Banner
      kind={isReplaced ? 'info' : 'warning'}
      title={isReplaced ? 'You’ve replaced this document' : 'We need another document here'}
      className="mt-5"
    >
      {standing.reasons.map(({ wrong, remedy }) => (
        <p key={wrong} className="mt-1">
          {wrong} {remedy}
        </p>
      ))}
      {isReplaced ? (
        <p className="mt-1">
          <Link to="/onboarding/consumer">Submit again</Link> so that we can check it.
        </p>
      ) : null}
    </Banner>
  )
}

/** Asks for confirmation before an unsent file is lost by leaving the documents. */
function UnsentGuard({ unsent }: { unsent: Unsent | null }) {
  const blocker = useBlocker({
    shouldBlockFn: () => unsent !== null,
    enableBeforeUnload: () => isLost(unsent),
    withResolver: true,
  })
  return <LeaveDialog blocker={blocker} {...UNSENT_QUESTIONS[unsent ?? 'chosen']} />
}

/** The replaced documents of a slot: kept until retention ends, and readable by their owner (choices §5.4). */
function FormerVersions({ slot }: { slot: DocumentSlot }) {
  const query = useQuery(endpointQuery('GET /api/documents/former'))
  if (query.isError && !query.data) return <PanelFailed query={query} />
  const versions =
    query.data?.documents.filter((version) => version.kind === 'consumer' && version.documentType === slot) ??
    []
  if (versions.length === 0) return null
  return (
    <section className="mt-6" aria-labelledby="former-versions">
      <h3 className="text-h4" id="former-versions">
        Former versions
        <span className="sr-only"> of {nameOf(slot)}</span>
      </h3>
      <p className="mt-1 text-sm text-ink-3">We keep replaced files until the law lets us delete them.</p>
      <RowList className="mt-1">
        {versions.map((version) => (
          <FormerVersion key={version.id} version={version} />
        ))}
      </RowList>
    </section>
  )
}

function FormerVersion({ version }: { version: FormerDocument }) {
  return (
    <li>
      <div className="min-w-0">
        <p className="wrap-anywhere">{version.fileName}</p>
        <p className="text-sm text-ink-3">
          Uploaded on {formatDate(version.uploadedAt)}, replaced on {formatDate(version.replacedAt)}.
        </p>
      </div>
      <span className="text-sm">
        <DocumentLinks url={version.documentUrl} name={version.fileName} />
      </span>
    </li>
  )
}
