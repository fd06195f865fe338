import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { FaceComparison } from '#contract/documents/face-comparison.ts'
import { api } from '#web/lib/api.ts'
import { endpointQuery, queryClient } from '#web/lib/query-client.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { toast } from '#web/ui/toast.ts'

const faceComparisonQuery = endpointQuery('GET /api/face-comparison')

/**
 * Says beforehand that software compares the selfie with the ID photo, and lets the person ask for people only.
 * Renders nothing if the operator has switched it off.
 */
export function FaceComparisonCard({ level }: { level: 2 | 3 }) {
  const { data } = useQuery(faceComparisonQuery)
  if (!data?.isOn) return null
  return <Told level={level} comparison={data} />
}

function Told({ level, comparison }: { level: 2 | 3; comparison: FaceComparison }) {
  const Heading = `h${level}` as const
  const seed = (answer: FaceComparison) => queryClient.setQueryData(faceComparisonQuery.queryKey, answer)
  // Nothing is compared until the server knows that this was shown; so a failed call harms no one.
  const tell = useEffectEvent(async () => {
    if (comparison.toldAt) return
    await api('POST /api/face-comparison/told', { body: {} }).then(seed, () => {})
  })
  useEffect(() => void tell(), [])
  const choose = useMutation({
    mutationFn: (byPeopleOnly: boolean) => api('PUT /api/face-comparison', { body: { byPeopleOnly } }),
    onSuccess: seed,
    onError: (error) =>
      toast({ kind: 'error', title: 'Your choice wasn’t saved', description: error.message }),
  })
  return (
    <section
      aria-labelledby="face-comparison"
      className="mt-6 rounded-3 border border-line bg-surface px-5 py-4"
    >
      <Heading id="face-comparison" className="text-card font-semibold">
        How we compare your photos
      </Heading>
      <p className="mt-2 text-ink-2">
        After you submit, a program on our own servers compares your selfie with your ID photo. It gives our
        team a hint: low, middle or high. It can be wrong, so a person always looks and decides. We keep the
        hint, not a map of your face.
      </p>
      <p className="mt-2 break-words text-ink-2">Our legal basis: {comparison.basis}.</p>
      <Checkbox
        fieldClassName="mt-1"
        label="I want only people to compare my photos"
        hint="Your choice here won’t slow down or change your application."
        checked={choose.isPending ? choose.variables : comparison.byPeopleOnly}
        onChange={({ target }) => choose.mutate(target.checked)}
      />
      {comparison.byPeopleOnly ? (
        <p className="text-sm text-green-ink" role="status">
          Only people will compare your photos. If a program already did, we’ve deleted its hint.
        </p>
      ) : null}
    </section>
  )
}
