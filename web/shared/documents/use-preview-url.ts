import { useEffect, useState } from 'react'
import { PREVIEW_EXTENSIONS } from '#contract/documents/documents.ts'
import { fileExtension } from './check-file.ts'

/** A preview of a chosen file, for image extensions only (onboarding §2); null until it is made, or for none. */
export function usePreviewUrl(file: File | null): string | null {
  const [preview, setPreview] = useState<{ file: File; url: string } | null>(null)
  useEffect(() => {
    if (!file || !PREVIEW_EXTENSIONS.some((extension) => extension === fileExtension(file.name))) return
    const url = URL.createObjectURL(file)
    setPreview({ file, url })
    return () => URL.revokeObjectURL(url)
  }, [file])
  return preview && preview.file === file ? preview.url : null
}
