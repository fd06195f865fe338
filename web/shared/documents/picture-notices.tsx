import { useState } from 'react'
import type { DocumentSlot } from '#contract/documents/documents.ts'
import type { DocumentNotice, StoredDocument } from '#contract/documents/uploads.ts'
import { documentNotices, type GivenFile } from '#domain/cases/document-problems.ts'
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { rememberDocument } from './queries.ts'

/** What is still to be said of a stored document beside the others; what its owner chose to keep is said no more. */
export function openNotices(document: StoredDocument, beside: readonly StoredDocument[]): DocumentNotice[] {
  return documentNotices(givenFile(document), beside.map(givenFile)).filter(
    ({ mayKeep }) => !(mayKeep && document.keptAt),
  )
}

const WAITING: Readonly<Record<DocumentNotice['kind'], string>> = {
  same_file: 'Upload a different file first',
  too_small: 'Choose a larger picture, or use this one anyway',
}

/** What Continue waits for because of them, or null. */
export function noticesHold(notices: readonly DocumentNotice[]): string | null {
  const [first] = notices
  return first ? WAITING[first.kind] : null
}

/** Says at once what a reviewer would say two days later, and offers what can be done about it. */
export function PictureNotices({
  document,
  notices,
  onReplace,
}: {
  document: StoredDocument
  notices: readonly DocumentNotice[]
  onReplace: () => void
}) {
  const [isKeeping, setKeeping] = useState(false)
  const [failure, setFailure] = useState<string>()
  const keep = async () => {
    setKeeping(true)
    setFailure(undefined)
    try {
      const answer = await api('POST /api/documents/:id/keep', { params: { id: document.id } })
      rememberDocument(answer.document)
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : 'We couldn’t save your choice. Try again.')
    } finally {
      setKeeping(false)
    }
  }
  return notices.map(({ kind, message, mayKeep }) => (
    <Banner key={kind} kind="warning" title={TITLES[kind]} className="mt-4" live>
      <p>{message}</p>
      <p className="mt-3 flex flex-wrap gap-2.5">
        <Button size="sm" onClick={onReplace}>
          Choose another file
        </Button>
        {mayKeep ? (
          <Button size="sm" busy={isKeeping} busyLabel="Saving..." onClick={() => void keep()}>
            Use it anyway
          </Button>
        ) : null}
      </p>
      {failure ? (
        <p className="mt-2" role="alert">
          {failure}
        </p>
      ) : null}
    </Banner>
  ))
}

const TITLES: Readonly<Record<DocumentNotice['kind'], string>> = {
  same_file: 'You have already used this file',
  too_small: 'Do you have a larger picture?',
}

/** A stored document as the rules about given files read it. */
export function givenFile(document: StoredDocument): GivenFile {
  const slot: DocumentSlot = document.documentType
  return { ...document, slot, uploadedAt: new Date(document.uploadedAt) }
}
