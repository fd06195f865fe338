import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { waitingChangesQuery } from './support-queries.ts'

// Mostly there are none, and the first page of the administration does not wait for the dialogs of its list.
const ChangeList = lazy(async () => ({ default: (await import('./change-list.tsx')).ChangeList }))

/** Changes of details that wait for a second person; nothing where none does. */
export function WaitingChanges() {
  const { data } = useQuery(waitingChangesQuery)
  if (!data?.changes.length) return null
  return (
    <Card aria-labelledby="waiting-changes" className="mb-6">
      <CardHeader id="waiting-changes" title="Changes waiting for a second person" />
      <CardBody>
        <Suspense fallback={null}>
          <ChangeList changes={data.changes} isOfMany />
        </Suspense>
      </CardBody>
    </Card>
  )
}
