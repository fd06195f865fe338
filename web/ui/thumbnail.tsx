import '#web/styles/upload.css'
import FileText from 'lucide-react/icons/file-text'
import { useState } from 'react'

export type ThumbnailProps = {
  /** Address of a preview; without it, or where it is no picture, an icon stands in its place. */
  src?: string | null
  alt?: string
  /** A word instead of picture and icon: "Missing". */
  text?: string
}

/** A small picture of a document. */
export function Thumbnail({ src, alt = '', text }: ThumbnailProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const placeholder = text ?? <FileText className="i i-24" />
  return (
    <span className="th">
      {src && src !== broken ? <img src={src} alt={alt} onError={() => setBroken(src)} /> : placeholder}
    </span>
  )
}
