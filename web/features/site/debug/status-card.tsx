import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import { formatDateTime } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { KeyValueList } from '#web/ui/key-value-list.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import type { Debug } from './use-debug.ts'

/** Whether someone is signed in, and what the provider says of them. */
export function StatusCard({ debug: { session, user, refresh } }: { debug: Debug }) {
  return (
    <Card aria-labelledby="authentication-status">
      <CardHeader id="authentication-status" title="Authentication Status">
        {session.isSuccess ? <AuthenticatedBadge isAuthenticated={user !== null} /> : null}
      </CardHeader>
      {session.isError ? (
        <ErrorState
          title="Authentication status unknown"
          message={session.error.message}
          onRetry={refresh}
          retrying={session.isFetching}
        />
      ) : session.isPending ? (
        <CardBody>
          <LoadingRegion label="Loading the authentication status">
            <Skeleton height={22} />
          </LoadingRegion>
        </CardBody>
      ) : (
        <CardBody>
          <KeyValueList
            items={[
              { label: 'Provider id', value: user && <span className="mono">{user.sub}</span> },
              { label: 'Email', value: user?.auth0_email && <EmailText address={user.auth0_email} /> },
              { label: 'Name', value: user?.name },
              { label: 'Email verified', value: user && (user.email_verified ? 'Yes' : 'No') },
              { label: 'Updated', value: user && formatDateTime(user.updated_at) },
              { label: 'Picture', value: user && <PictureLink url={user.picture} /> },
            ]}
          />
        </CardBody>
      )}
    </Card>
  )
}

function AuthenticatedBadge({ isAuthenticated }: { isAuthenticated: boolean }) {
  return isAuthenticated ? (
    <Badge family="green" icon={CircleCheck}>
      Authenticated
    </Badge>
  ) : (
    <Badge family="neutral" icon={CircleDashed}>
      Not authenticated
    </Badge>
  )
}

/** Only https leads anywhere: the address comes from the provider (security R32). */
function PictureLink({ url }: { url: string | null }) {
  if (!url?.startsWith('https://')) return <span className="text-ink-3">N/A</span>
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {url}
    </a>
  )
}
