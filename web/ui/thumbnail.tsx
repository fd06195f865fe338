import FileText from 'lucide-react/icons/file-text'
import { useState } from 'react'
import { classNames } from './class-names.ts'

export type ThumbnailProps = {
  /** The preview's URL; without it, or if it isn't a picture, an icon is shown. */
  src?: string | null
  alt?: string
  /** A word instead of picture and icon: "Missing". */
  text?: string
  /** As wide as possible in the shape of a card, or as large as its box. */
  fills?: 'card' | 'box'
}

const FILLING = { card: 'aspect-[428/270] w-full text-[.8125rem]', box: 'size-full' } as const

/** A small picture of a document. */
export function Thumbnail({ src, alt = '', text, fills }: ThumbnailProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const placeholder = text ?? <FileText className="size-6 stroke-[1.6]" />
  return (
    <span
      className={classNames(
        'grid place-items-center overflow-hidden rounded-[6px] border border-line bg-sunken text-ink-3',
        fills ? FILLING[fills] : 'h-17 w-26 @max-[501px]:h-15 @max-[501px]:w-23',
      )}
    >
      {src && src !== broken ? (
        <img className="size-full object-cover" src={src} alt={alt} onError={() => setBroken(src)} />
      ) : (
        placeholder
      )}
    </span>
  )
}
