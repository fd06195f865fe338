import type { CSSProperties, Ref } from 'react'
import { type DocType, type DocumentSlot, documentType } from '#contract/documents/documents.ts'
import type { Box } from '#domain/documents/sharpness.ts'
import { classNames } from '#web/ui/class-names.ts'

/** Where the document or face should be in the camera's picture: dashed until everything is right, then solid. */
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
    <div className="absolute inset-0 grid overflow-hidden p-4" aria-hidden="true">
      <div className="grid place-items-center [container-type:size]">
        <div
          ref={ref}
          className={classNames(
            'relative border-3 shadow-[0_0_0_100vmax_rgb(7_12_10/.62)]',
            isGood ? 'border-solid border-(--camera-leaf)' : 'border-dashed border-(--camera-frame)',
          )}
          style={frameShape(slot, docType)}
        >
          {documentType(slot).group === 'selfie'
            ? null
            : CORNERS.map((corner) => (
                <span
                  key={corner}
                  className={classNames(
                    'absolute size-12 border-solid',
                    corner,
                    isGood ? 'border-(--camera-leaf)' : 'border-(--camera-frame)',
                  )}
                />
              ))}
        </div>
      </div>
    </div>
  )
}

/** The corners are solid: all four have to be in the picture. */
const CORNERS = [
  '-top-1 -left-1 rounded-tl-[16px] border-t-6 border-l-6',
  '-top-1 -right-1 rounded-tr-[16px] border-t-6 border-r-6',
  '-right-1 -bottom-1 rounded-br-[16px] border-r-6 border-b-6',
  '-bottom-1 -left-1 rounded-bl-[16px] border-b-6 border-l-6',
] as const

/**
 * The frame's proportions by document: a card, a passport page, a letter; an oval for a face. As large as the picture
 * allows, upright or lying.
 */
function frameShape(slot: DocumentSlot, docType: DocType | null): CSSProperties {
  const { group } = documentType(slot)
  if (group === 'selfie') return { ...shape(0.75, 'min(76cqh, 30rem)'), borderRadius: '50%' }
  if (group !== 'id') return { ...shape(Math.SQRT1_2, '92cqh'), borderRadius: 12 }
  return { ...shape(docType === 'passport' ? 1.42 : 1.586, '100cqh'), maxWidth: '44rem', borderRadius: 16 }
}

function shape(ratio: number, height: string): CSSProperties {
  return { aspectRatio: ratio, width: `min(100cqw, ${height} * ${ratio})` }
}

/** An area of the screen, as returned by `getBoundingClientRect`. */
type OnScreen = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom' | 'width' | 'height'>

/** Converts a frame drawn over a picture, which is shown whole, to the picture's pixels. */
export function frameInPicture(
  frame: OnScreen,
  shown: OnScreen,
  picture: { width: number; height: number },
): Box {
  const [across, down] = [picture.width / shown.width, picture.height / shown.height]
  return {
    left: (frame.left - shown.left) * across,
    top: (frame.top - shown.top) * down,
    right: (frame.right - shown.left) * across,
    bottom: (frame.bottom - shown.top) * down,
  }
}
