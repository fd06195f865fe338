import { useMutation, useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { invalidate } from '#web/lib/query-client.ts'
import { useUser } from '#web/lib/session.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { sendAssignments } from './assign.ts'
import { reviewersQuery } from './queries.ts'

const NO_ONE = 'nobody'

/** Gives the selected cases to a reviewer, or takes them from everyone; says which of them could not be given. */
export function AssignBar({ chosen, onDone }: { chosen: readonly number[]; onDone: () => void }) {
  const me = useUser()?.id
  const { data } = useQuery(reviewersQuery)
  const [error, setError] = useState<string>()
  const assign = useMutation({
    mutationFn: (to: number | null) => sendAssignments(chosen, to),
    retry: false,
    onSuccess: async ({ assigned }) => {
      await invalidate('GET /api/admin/queue', 'GET /api/admin/users/:id/kyc-case')
      onDone()
      if (assigned > 0)
        toast({ kind: 'success', title: assigned === 1 ? '1 case assigned' : `${assigned} cases assigned` })
    },
  })
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const to = new FormData(event.currentTarget).get('to')
    if (!to) return setError('Choose a reviewer')
    setError(undefined)
    assign.mutate(to === NO_ONE ? null : Number(to))
  }
  const refused = assign.data?.refused ?? []
  const problems = [...new Set(refused.map(({ message }) => message))]
  if (chosen.length === 0 && problems.length === 0 && !assign.error) return null
  return (
    <>
      {chosen.length > 0 ? (
        <form className="filters q-b" onSubmit={handleSubmit} aria-label="Assign the selected cases">
          <p className="q-k" role="status">
            {chosen.length === 1 ? '1 case selected' : `${chosen.length} cases selected`}
          </p>
          <SelectField
            label="Assign to"
            name="to"
            compact
            error={error}
            placeholder="Choose a reviewer"
            options={[
              ...(data?.reviewers.map(({ id, name }) => ({
                value: String(id),
                label: id === me ? `${name} (you)` : name,
              })) ?? []),
              { value: NO_ONE, label: 'No one: back to the queue' },
            ]}
          />
          <Button type="submit" variant="primary" busy={assign.isPending} busyLabel="Assigning...">
            Assign
          </Button>
          <Button variant="tertiary" onClick={onDone}>
            Clear selection
          </Button>
        </form>
      ) : null}
      {assign.error ? (
        <Banner kind="error" title="The cases were not assigned" className="m-4" live>
          {assign.error.message}
        </Banner>
      ) : null}
      {problems.length > 0 ? (
        <Banner
          kind="warning"
          title={
            refused.length === 1 ? '1 case was not assigned' : `${refused.length} cases were not assigned`
          }
          className="m-4"
          live
        >
          {problems.join(' ')}
        </Banner>
      ) : null}
    </>
  )
}
