import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { listName } from '#contract/screening/list-name.ts'
import type { CaseScreening, SeenPair } from '#contract/screening/screening.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import { SEEN_PER_SUBJECT } from '#domain/screening/seen-pairs.ts'
import { api } from '#web/lib/api.ts'
import { formatDate, formatDateTime } from '#web/lib/dates.ts'
import { IfMay, useMay } from '#web/lib/may.tsx'
import { endpointQuery, invalidate } from '#web/lib/query-client.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Name } from '#web/ui/name.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { toast } from '#web/ui/toast.ts'
import { MatchCard, type MatchPanel } from './match-card.tsx'
import { gravest, OUTCOME_LOOKS } from './screening-outcomes.ts'
import {
  FindingsTable,
  MatchNote,
  ScreeningEnd,
  ScreeningHead,
  ScreeningSection,
} from './screening-parts.tsx'
import { listText, percent } from './screening-text.ts'

/** The sanctions screening of everyone in a case, and the matches to decide; only staff see it. */
export function ScreeningCard({
  userId,
  kind,
  panel,
}: {
  userId: number
  kind: CaseKind
  panel?: MatchPanel
}) {
  const { data, error, isFetching, refetch } = useQuery(
    endpointQuery('GET /api/admin/users/:id/screening', { params: { id: userId }, query: { kind } }),
  )
  const screening = data?.screening
  if (data && !screening) return null
  const outcome = screening && gravest(screening.subjects.map((subject) => subject.outcome))
  return (
    <Card aria-labelledby="screening">
      <CardHeader id="screening" title="Sanctions screening">
        {outcome ? <StatusBadge look={OUTCOME_LOOKS[outcome]} /> : null}
      </CardHeader>
      {screening ? (
        <Screened screening={screening} panel={panel}>
          <IfMay capability="screening.run">
            <ScreenNow userId={userId} kind={kind} />
          </IfMay>
        </Screened>
      ) : error ? (
        <ErrorState
          title="We couldn’t load the screening"
          message={error.message}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <CardBody>
          <LoadingRegion label="Loading the screening" className="grid gap-3">
            <Skeleton width={220} />
            <Skeleton height={80} />
          </LoadingRegion>
        </CardBody>
      )}
    </Card>
  )
}

/** For a reviewer who doesn't want to wait for the job. */
function ScreenNow({ userId, kind }: { userId: number; kind: CaseKind }) {
  const screen = useMutation({
    mutationFn: () => api('POST /api/admin/users/:id/screening', { params: { id: userId }, query: { kind } }),
    onSuccess: () => invalidate('GET /api/admin/users/:id/screening', 'GET /api/admin/users/:id/kyc-case'),
    onError: (error) =>
      toast({ kind: 'error', title: 'The screening didn’t run', description: error.message }),
  })
  return (
    <Button size="sm" busy={screen.isPending} onClick={() => screen.mutate()}>
      Screen now
    </Button>
  )
}

/** The screening itself; `children` is what to do if it is out of date. */
function Screened({
  screening,
  panel,
  children,
}: {
  screening: CaseScreening
  panel: MatchPanel | undefined
  children: ReactNode
}) {
  const { subjects, matches, lists, screenedAt } = screening
  const mayDecide = useMay('screening.decide') && screening.mayDecide
  const former = matches.filter(({ endedAt }) => endedAt !== null)
  // A confirmed match stays, even if its person is no longer named.
  const unnamed = matches.filter(
    ({ endedAt, subject }) => endedAt === null && !subjects.some(({ key }) => key === subject),
  )
  return (
    <>
      {subjects.some(({ outcome }) => outcome === 'stale') ? (
        <CardBody>
          <Banner kind="warning" title="The screening is not up to date">
            {screening.obstacles[0]}
          </Banner>
          {mayDecide && screening.isDue ? <div className="mt-3">{children}</div> : null}
        </CardBody>
      ) : null}
      {undecidedFirst(screening).map((subject) => (
        <ScreeningSection key={subject.key} aria-label={`${subject.label}: ${subject.name}`}>
          <ScreeningHead>
            <h3 className="text-card font-semibold">
              <Name>{subject.name}</Name> <span className="font-normal text-ink-3">{subject.label}</span>
            </h3>
            <StatusBadge look={OUTCOME_LOOKS[subject.outcome]} />
          </ScreeningHead>
          {matches
            .filter((match) => match.subject === subject.key && match.endedAt === null)
            .map((match) => (
              <MatchCard
                key={match.id}
                match={match}
                isErased={screening.isErased}
                mayDecide={mayDecide}
                panel={panel}
              />
            ))}
        </ScreeningSection>
      ))}
      {unnamed.length > 0 ? (
        <ScreeningSection aria-label="No longer named">
          <h3 className="text-card font-semibold">No longer named on this case</h3>
          {unnamed.map((match) => (
            <MatchCard
              key={match.id}
              match={match}
              isErased={screening.isErased}
              mayDecide={mayDecide}
              panel={panel}
            />
          ))}
        </ScreeningSection>
      ) : null}
      {former.length > 0 ? (
        <ScreeningSection aria-label="Former matches">
          <details>
            <summary className="link cursor-pointer">Former matches ({former.length})</summary>
            {former.map((match) => (
              <MatchCard key={match.id} match={match} mayDecide={false} />
            ))}
          </details>
        </ScreeningSection>
      ) : null}
      <SeenPairs screening={screening} />
      <ScreeningEnd>
        {screenedAt
          ? `Screened on ${formatDateTime(screenedAt)} against: ${lists.map(listText).join('; ')}.`
          : 'Not screened yet.'}{' '}
        Don’t tell anyone outside the company. Tipping off may be an offence.
      </ScreeningEnd>
    </>
  )
}

/** Everyone in the case; people with an undecided match come first, because the case waits for it. */
function undecidedFirst({ subjects, matches }: CaseScreening) {
  const waiting = new Set(
    matches
      .filter(({ state, endedAt }) => state === 'open' && endedAt === null)
      .map(({ subject }) => subject),
  )
  return subjects.toSorted((left, right) => Number(waiting.has(right.key)) - Number(waiting.has(left.key)))
}

/**
 * People with a similarity below the threshold: closed by default, because no one needs to decide on them
 * (screening, The bar).
 */
function SeenPairs({ screening }: { screening: CaseScreening }) {
  const { seen, subjects, possibleFrom, screenedAt } = screening
  if (seen.length === 0) return null
  const nameOf = (key: string) => subjects.find((subject) => subject.key === key)?.name ?? 'No longer named'
  return (
    <ScreeningSection aria-label="Seen and not raised">
      <details>
        <summary className="link cursor-pointer">Seen and not raised ({seen.length})</summary>
        <MatchNote>
          These names are alike, but less than {percent(possibleFrom)} in all, so we ask no one about them. We
          keep the {SEEN_PER_SUBJECT} most alike for each person or company.
        </MatchNote>
        {seen.map(({ subject, more = 0 }) =>
          more > 0 ? (
            <MatchNote key={subject}>
              {nameOf(subject)}: {more} more {more === 1 ? 'name was' : 'names were'} less alike and not kept.
            </MatchNote>
          ) : null,
        )}
        <FindingsTable>
          <caption className="sr-only">Seen and not raised</caption>
          <thead>
            <tr>
              <th scope="col">Given</th>
              <th scope="col">Listed</th>
              <th scope="col">Alike</th>
            </tr>
          </thead>
          <tbody>
            {seen.map((pair) => (
              <tr key={`${pair.subject} ${pair.source} ${pair.ref} ${pair.name} ${pair.score}`}>
                <td>{nameOf(pair.subject)}</td>
                <td>
                  <Name>{pair.name}</Name>
                  <span className="block text-ink-3">
                    {pair.ref}, {listName(pair.source)}, version {pair.version}
                  </span>
                </td>
                <td>
                  {percent(pair.score)}
                  <span className="block text-ink-3">{whenText(pair, screenedAt)}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </FindingsTable>
      </details>
    </ScreeningSection>
  )
}

function whenText({ firstAt, lastAt }: SeenPair, screenedAt: string | null): string {
  if (lastAt === screenedAt) return `since ${formatDate(firstAt)}`
  const [first, last] = [formatDate(firstAt), formatDate(lastAt)]
  return first === last ? `${first}, not since` : `${first} to ${last}, not since`
}
