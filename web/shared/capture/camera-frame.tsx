import type { Ref } from 'react'
import type { DocType, DocumentSlot } from '#contract/documents/documents.ts'
import { documentType } from '#contract/documents/documents.ts'
import { classNames } from '#web/ui/class-names.ts'

/** Where the document or the face belongs on the camera's picture: dashed until all is well, then solid. */
export function CameraFrame({
  slot,
  docType,
  isGood,
  ref,
}: {
  slot: DocumentSlot
  docType: DocType | null
  isGood: boolean
  /** The frame itself. */
  ref: Ref<HTMLDivElement>
}) {
  return (
    <div className="absolute inset-0 grid place-items-center overflow-hidden p-4" aria-hidden="true">
      <div
        ref={ref}
        className={classNames(
          'max-h-full max-w-full border-4 shadow-[0_0_0_100vmax_rgb(7_12_10/.62)]',
          isGood ? 'border-solid border-[#7fd3ac]' : 'border-dashed border-[#f5b93a]',
          frameShape(slot, docType),
        )}
      />
    </div>
  )
}

/** Each kind of document has its own sides: a card, the page of a passport, a letter; a face has an oval. */
function frameShape(slot: DocumentSlot, docType: DocType | null): string {
  const { group } = documentType(slot)
  if (group === 'selfie') return 'aspect-[3/4] h-[min(76%,30rem)] rounded-[50%]'
  if (group !== 'id') return 'aspect-[1/1.414] h-[92%] rounded-[12px]'
  const sides = docType === 'passport' ? 'aspect-[1.42/1]' : 'aspect-[1.586/1]'
  return `${sides} w-[min(100%,44rem)] rounded-[16px]`
}
