import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import Download from 'lucide-react/icons/download'
import type { DataExport } from '#contract/privacy/exports.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { currentPath } from '#web/lib/session.ts'
import { fileSize } from '#web/shared/documents/check-file.ts'
import { strongSignInUrl } from '#web/shared/sign-in/sign-in-window.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Page } from '#web/ui/page.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { PanelFailed } from './panel-failed.tsx'
import { exportsQuery } from './queries.ts'

/**
 * The page that the mail about an export links to: the file, which needs a recent sign-in (choices §7.3, security
 * R11).
 */
export function DataExportPage() {
  usePageTitle('Your data')
  const { id } = useParams({ from: '/app/account/data-export/$id' })
  const query = useQuery({ ...exportsQuery, staleTime: 0 })
  const found = query.data?.exports.find((dataExport) => dataExport.id === id)
  return (
    <Page width="narrow">
      <h1 tabIndex={-1}>Your data</h1>
      {query.data ? (
        found?.state === 'ready' ? (
          <ReadyExport found={found} />
        ) : (
          <NotReady state={found?.state} />
        )
      ) : query.isError ? (
        <PanelFailed query={query} />
      ) : (
        <LoadingRegion label="Looking for your export" className="mt-4">
          <Skeleton width="60%" />
        </LoadingRegion>
      )}
    </Page>
  )
}

function ReadyExport({ found }: { found: DataExport }) {
  const url = `/api/data/exports/${found.id}/file`
  // Checked first, so that a sign-in that is too old is reported here and not downloaded as the file.
  const fetchFile = useMutation({
    mutationFn: async () => {
      const answer = await fetch(url, { method: 'HEAD', credentials: 'same-origin' })
      if (!answer.ok) throw new ApiError(answer.status, 'The file could not be fetched. Try again.')
    },
    onSuccess: () => window.location.assign(url),
  })
  const status = fetchFile.error instanceof ApiError ? fetchFile.error.status : null
  return (
    <>
      <p className="mt-2 text-lead text-ink-2">
        The copy of {formatDateTime(found.requestedAt)} is ready
        {found.bytes === null ? '' : ` (${fileSize(found.bytes)})`}. It can be downloaded until{' '}
        {formatDateTime(found.expiresAt)}.
      </p>
      {status === 401 || status === 403 ? (
        <Banner kind="warning" title="Sign in again to download your data" live className="mt-5">
          The file contains your identity documents, so we ask you to sign in again.{' '}
          <a href={strongSignInUrl(currentPath())}>Sign in again</a>
        </Banner>
      ) : fetchFile.isError ? (
        <Banner kind="error" title="Your data could not be downloaded" live className="mt-5">
          {fetchFile.error.message}
        </Banner>
      ) : null}
      <Button
        variant="primary"
        className="mt-6"
        busy={fetchFile.isPending}
        busyLabel="Preparing..."
        onClick={() => fetchFile.mutate()}
      >
        <Download />
        Download your data
      </Button>
    </>
  )
}

function NotReady({ state }: { state: DataExport['state'] | undefined }) {
  const text =
    state === 'queued'
      ? 'We’re still making your copy. We’ll email you when it’s ready.'
      : 'This copy is no longer available. Ask for a new one in your profile.'
  return (
    <>
      <p className="mt-2 text-lead text-ink-2">{text}</p>
      <Link className={buttonClass('primary', 'md', false, 'mt-6')} to="/profile">
        Go to your profile
      </Link>
    </>
  )
}
