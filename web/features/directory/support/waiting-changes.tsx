import { useQuery } from '@tanstack/react-query'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { ChangeList } from './change-list.tsx'
import { waitingChangesQuery } from './support-queries.ts'

/** Changes of details awaiting a second person; nothing if there are none. */
export function WaitingChanges() {
  const { data } = useQuery(waitingChangesQuery)
  if (!data?.changes.length) return null
  return (
    <Card aria-labelledby="waiting-changes" className="mb-6">
      <CardHeader id="waiting-changes" title="Changes waiting for a second person" />
      <CardBody>
        <ChangeList changes={data.changes} isOfMany />
      </CardBody>
    </Card>
  )
}
