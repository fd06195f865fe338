import { PREVIEW_EXTENSIONS } from '#contract/documents/documents.ts'
import type { StoredDocument } from '#contract/documents/uploads.ts'
import { fileExtension } from './check-file.ts'

/** Returns the URL of a stored document's picture; null if it has none, so that an icon is shown. */
export function documentPreview({ fileName, mime, documentUrl }: StoredDocument): string | null {
  const isImage =
    mime.startsWith('image/') && PREVIEW_EXTENSIONS.some((extension) => extension === fileExtension(fileName))
  return isImage ? documentUrl : null
}
