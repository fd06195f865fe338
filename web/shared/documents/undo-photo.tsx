import Undo2 from 'lucide-react/icons/undo-2'
import { useState } from 'react'
import type { StoredDocument } from '#contract/documents/uploads.ts'
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { forgetDocument } from './queries.ts'

/** Undoes the upload of a photo that was sent without a separate button; the previous file, if any, is restored. */
export function UndoPhoto({
  document,
  describedBy,
  onUndone,
}: {
  document: StoredDocument
  describedBy: string
  onUndone: () => void
}) {
  const [isUndoing, setUndoing] = useState(false)
  const [failure, setFailure] = useState<string>()
  const handleUndo = async () => {
    setUndoing(true)
    setFailure(undefined)
    try {
      const answer = await api('DELETE /api/documents/:id', { params: { id: document.id } })
      await forgetDocument(document, answer.document)
      toast({
        kind: 'success',
        title: 'Upload undone',
        description: answer.document ? 'Your earlier file is back.' : 'You can take another photo.',
      })
      onUndone()
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : 'We couldn’t undo this. Try again.')
      setUndoing(false)
    }
  }
  return (
    <div className="mt-3 text-sm text-ink-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
        Your photo is uploaded.
        <Button
          size="sm"
          variant="tertiary"
          busy={isUndoing}
          busyLabel="Undoing..."
          aria-describedby={describedBy}
          onClick={() => void handleUndo()}
        >
          <Undo2 className="size-4" />
          Undo
        </Button>
      </p>
      {failure ? (
        <p className="mt-2 text-red-ink" role="alert">
          {failure}
        </p>
      ) : null}
    </div>
  )
}
