import { useQuery } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import FileText from 'lucide-react/icons/file-text'
import IdCard from 'lucide-react/icons/id-card'
import ScanFace from 'lucide-react/icons/scan-face'
import Smartphone from 'lucide-react/icons/smartphone'
import type { ComponentType } from 'react'
import {
  type DocType,
  type DocumentDescription,
  type DocumentSlot,
  documentType,
  SLOT_LABELS,
} from '#contract/documents/documents.ts'
import type { HandOff } from '#contract/documents/hand-offs.ts'
import { idKindLabel } from '#contract/documents/id-kind.ts'
import { documentPreview } from '#web/shared/documents/document-preview.ts'
import { ownDocumentsQuery } from '#web/shared/documents/own-documents.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Thumbnail } from '#web/ui/thumbnail.tsx'

const GROUP_ICONS: Readonly<Record<DocumentDescription['group'], ComponentType<{ className?: string }>>> = {
  id: IdCard,
  selfie: ScanFace,
  proof: FileText,
  other: FileText,
}

/** What a photo is of, below its name. */
function noteOf(slot: DocumentSlot, docType: DocType | null): string | null {
  switch (documentType(slot).group) {
    case 'id':
      return idKindLabel(slot, docType)
    case 'selfie':
      return 'Taken now, with your phone'
    case 'proof':
      return 'Bill, bank letter or council tax letter'
    default:
      return null
  }
}

/** The requested photos, which of them have arrived, and which a connected phone asks for next. */
export function SlotList({
  handOff: { slots, docType, state },
  onLookAt,
  className,
}: {
  handOff: HandOff
  onLookAt: (slot: DocumentSlot) => void
  className?: string | undefined
}) {
  const held = useQuery(ownDocumentsQuery).data?.documents
  const pictureOf = (slot: DocumentSlot) => {
    const document = held?.find((other) => other.kind === 'consumer' && other.documentType === slot)
    return document ? documentPreview(document) : null
  }
  const next = state === 'connected' ? slots.find(({ isStored }) => !isStored)?.slot : undefined
  return (
    <ol
      className={classNames(
        'list-none overflow-hidden rounded-3 border border-line bg-surface p-0',
        className,
      )}
      aria-live="polite"
    >
      {slots.map((asked) => {
        const { slot, isStored } = asked
        const Icon = GROUP_ICONS[documentType(slot).group]
        const note = noteOf(slot, docType)
        return (
          <li
            key={slot}
            className={classNames(
              'flex min-h-16 items-center gap-3.5 border-t border-line px-4 py-3 first:border-t-0',
              slot === next && 'bg-brand-soft',
            )}
          >
            <span className="grid h-12 w-16 flex-none">
              {isStored ? (
                <Thumbnail src={pictureOf(slot)} fills="box" />
              ) : (
                <span className="grid place-items-center rounded-[6px] border border-line bg-sunken text-ink-3">
                  <Icon className="size-5 stroke-[1.6]" />
                </span>
              )}
            </span>
            <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1.5">
              <span className="min-w-0 flex-1 basis-32">
                <b className="block font-semibold">{SLOT_LABELS[slot]}</b>
                {note ? <span className="block text-sm text-ink-2">{note}</span> : null}
              </span>
              <Standing asked={asked} isNext={slot === next} onLookAt={onLookAt} />
            </span>
          </li>
        )
      })}
    </ol>
  )
}

const STANDING = 'inline-flex items-center gap-1.5 rounded-full px-3 py-1 text-sm whitespace-nowrap'

/** How far one of the photos is. */
function Standing({
  asked: { slot, isStored, isQuestioned },
  isNext,
  onLookAt,
}: {
  asked: HandOff['slots'][number]
  isNext: boolean
  onLookAt: (slot: DocumentSlot) => void
}) {
  if (isQuestioned && !isOnPage(slot))
    return (
      <span className={`${STANDING} bg-yellow-bg font-semibold text-yellow-ink`}>
        <CircleAlert className="size-4" />
        Needs another look
      </span>
    )
  if (isQuestioned)
    return (
      <button
        type="button"
        className={`${STANDING} bg-yellow-bg font-semibold text-yellow-ink underline`}
        onClick={() => onLookAt(slot)}
      >
        <CircleAlert className="size-4" />
        Look at it here
        <span className="sr-only">: {SLOT_LABELS[slot]}</span>
      </button>
    )
  if (isStored)
    return (
      <span className={`${STANDING} bg-green-bg font-semibold text-green-ink`}>
        <Check className="size-4" />
        Ready
      </span>
    )
  if (isNext)
    return (
      <span className={`${STANDING} bg-surface font-semibold text-green-ink`}>
        <Smartphone className="size-4" />
        Next on your phone
      </span>
    )
  return (
    <span className={`${STANDING} bg-sunken text-ink-2`}>
      <CircleDashed className="size-4" />
      To do
    </span>
  )
}

/** Whether a document's field is on this page, and not on another step's. */
function isOnPage(slot: DocumentSlot): boolean {
  return window.document.getElementById(slot) !== null
}
