import { useState } from 'react'
import type { DocumentNotice } from '#contract/documents/uploads.ts'
import { PICTURE_ADVICE } from '#domain/documents/picture-advice.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'

/** What Continue waits for because of a notice. */
function waitingFor({ kind }: DocumentNotice): string {
  if (kind === 'same_file') return 'Choose another file, or use this one anyway'
  if (kind === 'too_small') return 'Choose a larger picture, or use this one anyway'
  return 'Choose a better picture, or use this one anyway'
}

function titleOf({ kind }: DocumentNotice): string {
  if (kind === 'same_file') return 'You have already used this file'
  if (kind === 'too_small') return 'Do you have a larger picture?'
  return PICTURE_ADVICE[kind].title
}

/** Returns what Continue waits for because of these notices, or null. */
export function noticesHold(notices: readonly DocumentNotice[]): string | null {
  const [first] = notices
  return first ? waitingFor(first) : null
}

/**
 * Says immediately what a reviewer would say two days later, and offers ways to solve it. For a file that was
 * used before, only that is said: its other questions were answered there.
 */
export function PictureNotices({
  notices,
  onKeep,
  onReplace,
}: {
  notices: readonly DocumentNotice[]
  /** Uses it anyway. */
  onKeep: () => Promise<void>
  onReplace: () => void
}) {
  const [isKeeping, setKeeping] = useState(false)
  const [failure, setFailure] = useState<string>()
  const handleKeep = async () => {
    setKeeping(true)
    setFailure(undefined)
    try {
      await onKeep()
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : 'We couldn’t save your choice. Try again.')
    } finally {
      setKeeping(false)
    }
  }
  const used = notices.find(({ kind }) => kind === 'same_file')
  return (used ? [used] : notices).map((notice) => (
    <Banner key={notice.kind} kind="warning" title={titleOf(notice)} className="mt-4" live>
      <p>{notice.message}</p>
      <p className="mt-3 flex flex-wrap gap-2.5">
        <Button size="sm" onClick={onReplace}>
          Choose another file
        </Button>
        <Button size="sm" busy={isKeeping} busyLabel="Saving..." onClick={() => void handleKeep()}>
          Use it anyway
        </Button>
      </p>
      {failure ? (
        <p className="mt-2" role="alert">
          {failure}
        </p>
      ) : null}
    </Banner>
  ))
}
