import { useInfiniteQuery } from '@tanstack/react-query'
import type { SignInTry } from '#contract/account/account.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { SIGN_IN_PROBLEMS } from '#web/shared/sign-in/sign-in-problems.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { MoreButton } from '#web/ui/more-pages.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { PanelFailed } from '../panel-failed.tsx'
import { ownSignInsQuery } from '../queries.ts'

/** When and on what the person signed in, and what failed, so that they see what wasn't them (security R10). */
export function SignInsCard() {
  const query = useInfiniteQuery(ownSignInsQuery)
  const rows = query.data?.pages.flatMap(({ data }) => data)
  return (
    <Card aria-labelledby="sign-ins">
      <CardHeader id="sign-ins" title="Recent sign-ins" />
      <CardBody className="py-3">
        {rows ? (
          <>
            <ul className="ac-sessions">
              {rows.map((row) => (
                <li key={row.id}>
                  <div>
                    <p className="font-semibold">{row.device ?? 'Unknown device'}</p>
                    <p className="text-sm text-ink-3">{wordsOf(row)}</p>
                  </div>
                </li>
              ))}
            </ul>
            <MoreButton query={query} className="my-3" />
          </>
        ) : query.isError ? (
          <PanelFailed query={query} />
        ) : (
          <LoadingRegion label="Loading your sign-ins" className="grid gap-3">
            <Skeleton />
            <Skeleton />
          </LoadingRegion>
        )}
      </CardBody>
    </Card>
  )
}

function wordsOf({ login_timestamp, ip, problem }: SignInTry): string {
  const what = problem ? `Failed (${SIGN_IN_PROBLEMS[problem]})` : 'Signed in'
  return `${what} ${formatDateTime(login_timestamp)}${ip ? ` from ${ip}` : ''}.`
}
