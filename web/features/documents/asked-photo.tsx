import { useMutation } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Undo2 from 'lucide-react/icons/undo-2'
import { useRef } from 'react'
import { type DocType, type DocumentSlot, pickableTypes, SLOT_LABELS } from '#contract/documents/documents.ts'
import type { HandOffSlot } from '#contract/documents/hand-offs.ts'
import { idKindLabel } from '#contract/documents/id-kind.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { PictureNotices } from '#web/shared/documents/picture-notices.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import type { UnsentFile } from './use-chosen-files.ts'

/** One document that a phone is asked for, with the ways to give it and whether it has arrived. */
export function AskedPhoto({
  asked: { slot, isStored, isQuestioned },
  docType,
  chosen,
  takesPhoto,
  isNext,
  underWay,
  disabled,
  onTake,
  onChoose,
  onKeep,
  onUndo,
}: {
  asked: HandOffSlot
  docType: DocType | null
  /** A file that isn't sent yet. */
  chosen: UnsentFile | undefined
  /** Whether the camera can be used; otherwise a file is chosen. */
  takesPhoto: boolean
  isNext: boolean
  /** The progress of sending it. */
  underWay: string | null
  disabled: boolean
  onTake: () => void
  onChoose: (file: File) => void
  onKeep: (file: File) => void
  /** Undoes what this phone sent, where that is possible. Throws ApiError. */
  onUndo: (() => Promise<void>) | undefined
}) {
  const give = useRef<HTMLButtonElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const openPicker = () => picker.current?.click()
  const idKind = idKindLabel(slot, docType)
  const label = labelOf(takesPhoto, isStored)
  const progress = underWay ?? (chosen?.kind === 'looked_at' ? 'Checking...' : null)
  return (
    <li className="flex flex-wrap items-center gap-x-3 rounded-3 border border-line bg-surface px-4 py-3.5">
      <span className="min-w-0 flex-1">
        <b className="block font-semibold">{SLOT_LABELS[slot]}</b>
        {idKind ? <span className="block text-sm text-ink-2">{idKind}</span> : null}
        <span className="flex flex-wrap items-center gap-x-4">
          {isStored ? <Arrived isQuestioned={isQuestioned} takesPhoto={takesPhoto} /> : null}
          {onUndo ? <Undo slot={slot} onUndo={onUndo} onUndone={() => give.current?.focus()} /> : null}
        </span>
      </span>
      <Button
        ref={give}
        variant={isNext && !chosen ? 'primary' : 'secondary'}
        busy={progress !== null}
        busyLabel={progress}
        disabled={disabled}
        aria-label={`${progress ?? label}: ${SLOT_LABELS[slot]}`}
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

function Undo({
  slot,
  onUndo,
  onUndone,
}: {
  slot: DocumentSlot
  onUndo: () => Promise<void>
  onUndone: () => void
}) {
  const undo = useMutation({ mutationFn: onUndo, onSuccess: onUndone })
  return (
    <>
      <Button
        size="sm"
        variant="tertiary"
        className="-ml-2.5"
        busy={undo.isPending}
        busyLabel="Undoing..."
        aria-label={`${undo.isPending ? 'Undoing...' : 'Undo'}: ${SLOT_LABELS[slot]}`}
        onClick={() => undo.mutate()}
      >
        <Undo2 className="size-4" />
        Undo
      </Button>
      {undo.error ? (
        <span className="basis-full text-sm text-red-ink" role="alert">
          {undo.error instanceof ApiError ? undo.error.message : 'We couldn’t undo this. Try again.'}
        </span>
      ) : null}
    </>
  )
}

/** Why a chosen file isn't sent, and what to do about it. */
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
