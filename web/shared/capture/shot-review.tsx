import CameraIcon from 'lucide-react/icons/camera'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useEffect, useRef, useState } from 'react'
import type { DocumentSlot } from '#contract/documents/documents.ts'
import { documentType } from '#contract/documents/documents.ts'
import { pictureFault } from '#domain/cases/document-problems.ts'
import { PICTURE_ADVICE, smallAdvice } from '#domain/documents/picture-advice.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import type { Shot } from './capture-messages.ts'
import { CaptureSheet, NumberedSteps } from './capture-sheet.tsx'
import { OfflineNote } from './offline-note.tsx'

/** The photo at full size before it is sent: what is wrong with it, how to do better, and the choice. */
export function ShotReview({
  title,
  place,
  slot,
  shot,
  onAgain,
  onUse,
}: {
  title: string
  /** Which photo of several it is, if there are. */
  place: string | null
  slot: DocumentSlot
  shot: Shot
  onAgain: () => void
  onUse: () => void
}) {
  const fault = pictureFault(shot)
  const advice = fault === 'too_small' ? smallAdvice(slot) : fault && PICTURE_ADVICE[fault]
  const url = useBlobUrl(shot.jpeg)
  const [isLarge, setLarge] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const again = (
    <Button variant={advice ? 'primary' : 'secondary'} onClick={onAgain}>
      <CameraIcon />
      Take again
    </Button>
  )
  return (
    <CaptureSheet
      title={title}
      place={place}
      onBack={onAgain}
      picture={
        <div className="relative overflow-hidden rounded-3 border border-line bg-sunken low:basis-1/2">
          {url ? (
            <button
              type="button"
              className="block max-h-[70dvh] w-full cursor-pointer overflow-auto border-0 bg-transparent p-0 low:h-full"
              aria-label={isLarge ? `${title}, make smaller` : `${title}, show at full size`}
              aria-pressed={isLarge}
              onClick={() => setLarge(!isLarge)}
            >
              <img
                src={url}
                alt=""
                className={classNames(
                  'block',
                  isLarge ? 'max-w-none' : 'w-full low:h-full low:object-contain',
                )}
              />
            </button>
          ) : null}
          {advice ? (
            <span className="absolute bottom-2.5 left-2.5 inline-flex items-center gap-1.5 rounded-full bg-yellow-bg px-3 py-1 text-sm font-semibold text-yellow-ink shadow-2">
              <CircleAlert className="size-4" />
              {advice.mark}
            </span>
          ) : null}
        </div>
      }
      actions={
        <>
          <OfflineNote className="low:col-span-full" />
          {advice ? (
            <>
              {again}
              <Button onClick={onUse}>Use it anyway</Button>
            </>
          ) : (
            <>
              <Button variant="primary" onClick={onUse}>
                Use this picture
              </Button>
              {again}
            </>
          )}
        </>
      }
    >
      <h2
        ref={heading}
        tabIndex={-1}
        className="mt-5 text-[1.625rem] leading-7.75 outline-none low:mt-0 low:text-[1.25rem] low:leading-6"
      >
        {advice?.title ?? goodTitle(slot)}
      </h2>
      <p className="mt-1.5 text-ink-2">{advice?.message ?? goodText(slot)}</p>
      {advice ? <NumberedSteps steps={advice.steps} /> : null}
    </CaptureSheet>
  )
}

function goodTitle(slot: DocumentSlot): string {
  return documentType(slot).group === 'selfie' ? 'Is your face easy to see?' : 'Is everything readable?'
}

function goodText(slot: DocumentSlot): string {
  return documentType(slot).group === 'selfie'
    ? 'Your whole face should be in the picture, in even light, with nothing in front of it.'
    : 'Check that you can read the small print and see all four corners.'
}

function useBlobUrl(blob: Blob): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return url
}
