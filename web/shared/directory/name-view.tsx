import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { VIEW_NAME_MAX } from '#contract/review/saved-view-limits.ts'
import type { ViewedList } from '#contract/review/saved-views.ts'
import { api } from '#web/lib/api.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'

/** A list's URL parameters, without typed text. */
export type ViewSearch = Readonly<Record<string, string | undefined>>

/** Asks for the name under which the list's current view is saved. */
export function NameView({
  list,
  search,
  own,
  onSaved,
  onCancel,
}: {
  list: ViewedList
  search: ViewSearch
  /** The reader's views of the list; one of the same name is replaced. */
  own: readonly { name: string }[]
  onSaved: (name: string) => void
  onCancel: () => void
}) {
  const [error, setError] = useState<string>()
  const save = useMutation({
    mutationFn: (name: string) =>
      api('POST /api/admin/views', { body: { list, name, search: { ...search } } }),
    retry: false,
    onSuccess: async (_, name) => {
      const title = own.some((view) => view.name === name) ? 'View replaced' : 'View saved'
      toast({ kind: 'success', title, description: name })
      await invalidate('GET /api/admin/views')
      onSaved(name)
    },
    onError: ({ message }) => setError(message),
  })
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim()
    if (!name) return setError('Name the view')
    save.mutate(name)
  }
  return (
    <form noValidate onSubmit={handleSubmit} className="flex w-full flex-wrap items-end gap-2 py-1">
      <TextField
        label="Name of this view"
        name="name"
        maxLength={VIEW_NAME_MAX}
        error={error}
        autoFocus
        onChange={() => setError(undefined)}
      />
      <Button type="submit" variant="primary" busy={save.isPending} busyLabel="Saving...">
        Save
      </Button>
      <Button variant="tertiary" onClick={onCancel}>
        Cancel
      </Button>
    </form>
  )
}
