import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Download from 'lucide-react/icons/download'
import type { DataExport } from '#contract/privacy/exports.ts'
import { api } from '#web/lib/api.ts'
import { ApiError, isSignedOut } from '#web/lib/api-error.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { currentPath, signInUrl } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { CARD_WITH_ACTION_CLASS, Card } from '#web/ui/card.tsx'
import { toast } from '#web/ui/toast.ts'
import { exportsQuery } from './queries.ts'

/** Requests a copy of the person's data and shows its progress (choices §7.3). */
export function PrivacyCard() {
  const { data } = useQuery(exportsQuery)
  const newest = data?.exports[0]
  const request = useMutation({
    mutationFn: () => api('POST /api/data/request-export', { body: {} }),
    onSuccess: async () => {
      await invalidate('GET /api/data/exports')
      toast({
        kind: 'success',
        title: 'Data Export Requested',
        description: 'Your data export has been sent to your registered email address.',
      })
    },
    onError: (error) => {
      if (isSignedOut(error)) return window.location.assign(signInUrl(currentPath()))
      toast({ kind: 'error', title: 'Export Request Failed', description: failureText(error) })
    },
  })
  return (
    <Card padded aria-labelledby="privacy-data" className={CARD_WITH_ACTION_CLASS}>
      <div>
        <h2 className="text-h3" id="privacy-data">
          Privacy & Data
        </h2>
        <p className="mt-1 text-card text-ink-2">
          Get a copy of the data we hold about you. We send it to your registered email address.
        </p>
        {newest ? <ExportState newest={newest} /> : null}
        <p className="mt-2 text-card">
          <Link to="/profile/privacy">Delete your data or make a complaint</Link>
        </p>
      </div>
      <Button busy={request.isPending} busyLabel="Processing..." onClick={() => request.mutate()}>
        <Download />
        Export Data
      </Button>
    </Card>
  )
}

function ExportState({ newest }: { newest: DataExport }) {
  switch (newest.state) {
    case 'queued':
      return <p className="mt-2 text-sm text-ink-3">We’re making your copy.</p>
    case 'ready':
      return (
        <p className="mt-2 text-sm text-ink-3">
          <Link to="/data-export/$id" params={{ id: newest.id }}>
            Your copy is ready
          </Link>{' '}
          until {formatDateTime(newest.expiresAt)}.
        </p>
      )
    case 'failed':
      return <p className="mt-2 text-sm text-ink-3">We couldn’t make your last copy. Ask for it again.</p>
    case 'expired':
      return null
    default:
      return newest.state satisfies never
  }
}

function failureText(error: unknown): string {
  if (error instanceof ApiError && error.status === 0)
    return 'An error occurred while processing your request. Please try again later.'
  return error instanceof ApiError && error.message
    ? error.message
    : 'Failed to process your data export request. Please try again.'
}
