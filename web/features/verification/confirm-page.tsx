import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useState } from 'react'
import { type DocType, type DocumentSlot, SLOT_LABELS, SLOT_NOUNS } from '#contract/documents/documents.ts'
import type { StoredDocument } from '#contract/documents/uploads.ts'
import type { KycProfile } from '#contract/onboarding/onboarding.ts'
import { PROMISED_HOURS } from '#contract/verification/case-limits.ts'
import { countedSlots, isIdSide } from '#domain/cases/document-requirements.ts'
import { idRenewal } from '#domain/cases/renewed-id.ts'
import { londonDate } from '#domain/plain-date.ts'
import { api } from '#web/lib/api.ts'
import { isSignedOut } from '#web/lib/api-error.ts'
import { formatDate } from '#web/lib/dates.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { endpointQuery, invalidate } from '#web/lib/query-client.ts'
import { currentPath, signInUrl, useUser } from '#web/lib/session.ts'
import { DocumentUpload } from '#web/shared/documents/document-upload.tsx'
import { kindName } from '#web/shared/documents/id-kinds.ts'
import { ownDocumentsQuery } from '#web/shared/documents/own-documents.ts'
import { useSlotHolds, useUnsentFiles } from '#web/shared/documents/unsent-files.ts'
import { profileLines } from '#web/shared/verification/answer-lines.tsx'
import { type OwnCase, useOwnCase } from '#web/shared/verification/own-case.ts'
import { statusQuery } from '#web/shared/verification/use-verification.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { KeyValueList } from '#web/ui/key-value-list.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { Page } from '#web/ui/page.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { hasExpired, renewedId } from './confirmed-documents.ts'
import { NewId } from './new-id.tsx'

/** The page on which a verified person confirms that nothing has changed, and replaces expired documents. */
export function ConfirmDetailsPage() {
  usePageTitle('Confirm your details')
  const user = useUser()
  const own = useOwnCase('consumer')
  const profile = useQuery({
    ...endpointQuery('GET /api/onboarding/kyc-profile-by-user/:id', { params: { id: user?.id ?? 0 } }),
    enabled: user != null && own?.state === 'reverification_due',
  })
  const documents = useQuery(ownDocumentsQuery)
  const status = useQuery(statusQuery)
  const failed = [profile, documents, status].find((query) => query.isError && !query.data)
  return (
    <Page width="narrow">
      <h1 className="mb-6" tabIndex={-1}>
        Confirm your details
      </h1>
      {own === null || (own && own.state !== 'reverification_due') ? (
        <EmptyState
          card
          icon={CircleCheck}
          title="There’s nothing to confirm"
          action={
            <Link className={buttonClass('primary')} to="/verification">
              Account verification
            </Link>
          }
        />
      ) : failed ? (
        <ErrorState
          card
          title="Your details could not be loaded"
          message={failed.error?.message}
          onRetry={() => void failed.refetch()}
          retrying={failed.isFetching}
        />
      ) : own && profile.data && documents.data && status.data ? (
        <ConfirmForm
          own={own}
          profile={profile.data.profile}
          documents={documents.data.documents}
          given={status.data.standing.documents.docType}
        />
      ) : (
        <LoadingRegion label="Loading your details" className="grid gap-4">
          <Skeleton height={200} />
          <Skeleton height={160} />
        </LoadingRegion>
      )}
    </Page>
  )
}

const UNCONFIRMED = 'Confirm that your details are still correct'

/** The verified details, the new documents, and the person's statement that everything else is unchanged. */
function ConfirmForm({
  own,
  profile,
  documents,
  given,
}: {
  own: OwnCase
  profile: KycProfile
  documents: StoredDocument[]
  /** The kind of ID that is given now. */
  given: DocType | null
}) {
  const navigate = useNavigate()
  const user = useUser()
  const { unsent, report } = useUnsentFiles()
  const { hold, reportHold } = useSlotHolds()
  const [chosen, setChosen] = useState<DocType>()
  const [isUnchanged, setUnchanged] = useState(false)
  const [problem, setProblem] = useState<string>()
  const docType = chosen ?? given ?? profile.doc_type
  const today = londonDate(new Date())
  const counted = countedSlots(docType)
  const { isNew, left } = idRenewal(docType, renewedId(own, profile, documents), today)
  const expired = documents
    .filter((document) => counted.includes(document.documentType) && hasExpired(document, today))
    .flatMap(({ documentType: slot }) => (isIdSide(slot) ? [] : slot))
  // The documents that had expired when the page opened stay listed after they are replaced.
  const [asked] = useState(expired)
  const confirm = useMutation({
    mutationFn: () => api('POST /api/onboarding/consumer/confirm', { body: { unchanged: true, docType } }),
    onSuccess: async ({ state }) => {
      // First, because this page would say that there's nothing to confirm.
      await navigate({ to: '/verification' })
      await invalidate(
        'GET /api/onboarding/consumer/case',
        'GET /api/onboarding/kyc-profile-by-user/:id',
        'GET /api/verification/status',
        'GET /api/notices',
        'GET /api/user/profile',
      )
      toast({
        kind: 'success',
        title: state === 'approved' ? 'Your details are confirmed' : 'Thank you',
        description: state === 'approved' ? 'You stay verified.' : 'Our team checks the new document.',
      })
    },
    onError: (error) => {
      if (isSignedOut(error)) window.location.assign(signInUrl(currentPath()))
    },
  })
  const upload = {
    kind: 'consumer',
    docType,
    beside: documents.filter(({ documentType }) => counted.includes(documentType)),
    onSignedOut: () => window.location.assign(signInUrl(currentPath())),
    onUnsent: report,
    onHold: reportHold,
  } as const
  const handleConfirm = () => {
    if (unsent) return setProblem('Upload the file you chose first')
    const named = (slots: readonly DocumentSlot[]) => slots.map((slot) => SLOT_LABELS[slot]).join(', ')
    if (left.length > 0) return setProblem(`First upload your new ${kindName(docType)}: ${named(left)}`)
    if (expired.length > 0) return setProblem(`First replace what has expired: ${named(expired)}`)
    if (hold) return setProblem(hold)
    if (!isUnchanged) return setProblem(UNCONFIRMED)
    setProblem(undefined)
    confirm.mutate()
  }
  // What was changed since the approval is checked, wherever it was.
  const isChecked = isNew || asked.length > 0 || own.items.some(({ decision }) => decision !== 'accepted')
  return (
    <Stack>
      {own.confirmBy ? (
        <p className="text-lead text-ink-2">
          Please do this by {formatDate(londonDate(new Date(own.confirmBy)))}.{' '}
          {isChecked
            ? `We check the new document within ${PROMISED_HOURS} hours. You aren’t verified from when you confirm until we have.`
            : 'You stay verified.'}
        </p>
      ) : null}
      {isNew ? (
        <NewId
          docType={docType}
          former={profile.doc_type}
          left={left}
          documents={documents}
          upload={upload}
          onChoose={(next) => {
            setChosen(next)
            setProblem(undefined)
          }}
        />
      ) : null}
      {asked.map((slot) => (
        <Card key={slot} aria-labelledby={`replace-${slot}`}>
          <CardHeader id={`replace-${slot}`} title={`New ${SLOT_NOUNS[slot]}`} />
          <CardBody>
            <DocumentUpload
              {...upload}
              slot={slot}
              description="The old one has expired. Upload the new document."
              stored={documents.find(({ documentType }) => documentType === slot) ?? null}
              mustReplace={expired.includes(slot)}
            />
          </CardBody>
        </Card>
      ))}
      <Card aria-labelledby="unchanged">
        <CardHeader id="unchanged" title="Your details as we verified them" />
        <CardBody>
          <KeyValueList items={profileLines(profile, 'confirm')} />
          <p className="mt-4 text-ink-2">
            Has anything changed? Contact support before you confirm. Changed details need new evidence.
          </p>
        </CardBody>
      </Card>
      <div>
        {confirm.error ? (
          <Banner kind="error" title="Your details were not confirmed" live className="mb-4">
            {confirm.error.message}
          </Banner>
        ) : null}
        <Checkbox
          label="This is all still correct"
          checked={isUnchanged}
          error={problem}
          onChange={(event) => {
            setUnchanged(event.target.checked)
            setProblem(undefined)
          }}
        />
        <Button
          variant="primary"
          size="lg"
          className="mt-4"
          disabled={!user}
          busy={confirm.isPending}
          busyLabel="Confirming..."
          onClick={handleConfirm}
        >
          Confirm my details
        </Button>
      </div>
    </Stack>
  )
}
