import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useRef } from 'react'
import { documentType, pickableTypes, SLOT_LABELS } from '#contract/documents/documents.ts'
import type { HandOffSlot } from '#contract/documents/hand-offs.ts'
import { PictureNotices } from '#web/shared/documents/picture-notices.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import type { UnsentFile } from './use-chosen-files.ts'

/** One document that a phone is asked for: how it is given, and whether it is on the computer. */
export function AskedPhoto({
  asked: { slot, isStored, isQuestioned },
  chosen,
  takesPhoto,
  isNext,
  underWay,
  disabled,
  onTake,
  onChoose,
  onKeep,
}: {
  asked: HandOffSlot
  /** A file that isn’t sent yet. */
  chosen: UnsentFile | undefined
  /** Whether the camera can be asked for; a file is chosen otherwise. */
  takesPhoto: boolean
  isNext: boolean
  /** What it is doing while it is sent. */
  underWay: string | null
  disabled: boolean
  onTake: () => void
  onChoose: (file: File) => void
  onKeep: (file: File) => void
}) {
  const picker = useRef<HTMLInputElement>(null)
  const openPicker = () => picker.current?.click()
  const label = labelOf(takesPhoto, isStored)
  return (
    <li className="flex flex-wrap items-center gap-x-3 rounded-3 border border-line bg-surface px-4 py-3.5">
      <span className="min-w-0 flex-1">
        <b className="block font-semibold">{documentType(slot).short}</b>
        {isStored ? <Arrived isQuestioned={isQuestioned} takesPhoto={takesPhoto} /> : null}
      </span>
      <Button
        variant={isNext && !chosen ? 'primary' : 'secondary'}
        busy={underWay !== null || chosen?.kind === 'looked_at'}
        busyLabel={underWay ?? 'Checking...'}
        disabled={disabled}
        aria-label={`${label}: ${SLOT_LABELS[slot]}`}
        onClick={takesPhoto ? onTake : openPicker}
      >
        {label}
      </Button>
      {chosen ? <Unsent chosen={chosen} onChooseAnother={openPicker} onKeep={onKeep} /> : null}
      <input
        ref={picker}
        type="file"
        className="hidden"
        tabIndex={-1}
        accept={pickableTypes(slot)}
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          if (file) onChoose(file)
        }}
      />
    </li>
  )
}

function labelOf(takesPhoto: boolean, isStored: boolean): string {
  if (takesPhoto) return isStored ? 'Take again' : 'Take the photo'
  return isStored ? 'Choose another file' : 'Choose a file'
}

function Arrived({ isQuestioned, takesPhoto }: { isQuestioned: boolean; takesPhoto: boolean }) {
  return isQuestioned ? (
    <span className="inline-flex items-center gap-1.5 text-sm font-semibold text-yellow-ink">
      <CircleAlert className="size-4 flex-none" />
      {takesPhoto ? 'Take it again' : 'Choose another file'}, or choose on your computer to use it
    </span>
  ) : (
    <span className="inline-flex items-center gap-1.5 text-sm font-semibold text-green-ink">
      <Check className="size-4" />
      On your computer
    </span>
  )
}

/** Why a chosen file isn’t sent, and what can be done about it. */
function Unsent({
  chosen,
  onChooseAnother,
  onKeep,
}: {
  chosen: UnsentFile
  onChooseAnother: () => void
  onKeep: (file: File) => void
}) {
  if (chosen.kind === 'looked_at') return null
  return (
    <div className="w-full">
      {chosen.kind === 'asked' ? (
        <PictureNotices
          notices={chosen.notices}
          onKeep={async () => onKeep(chosen.file)}
          onReplace={onChooseAnother}
        />
      ) : (
        <Banner kind="error" title="We can’t use that file" className="mt-4" live>
          <p>{chosen.message}</p>
          <Button size="sm" className="mt-3" onClick={onChooseAnother}>
            Choose another file
          </Button>
        </Banner>
      )}
    </div>
  )
}
