import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import { type ReactNode, useId, useState } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import type { DocType, DocumentSlot } from '#contract/documents/documents.ts'
import { isIdSide, requiredSlots } from '#domain/cases/document-requirements.ts'
import { ID_KIND_OPTIONS, kindName, SIDES, sidesHint } from '#web/shared/documents/id-kinds.ts'
import { Banner } from '#web/ui/banner.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { NothingToCorrect } from '../journey/correction-note.tsx'
import { useJourney } from '../journey/journey.ts'
import { StepActions, StepFrame } from '../journey/step-frame.tsx'
import { useMissingFile } from '../steps/missing-file.ts'
import { SlotUpload } from '../steps/slot-upload.tsx'
import type { FormValues } from './form-values.ts'
import { setAside } from './set-aside.ts'

/** Step 4: which ID document, and pictures of its sides (onboarding §5.2). */
export function IdDocumentStep() {
  const { control, setValue, watch } = useFormContext<FormValues>()
  const { goOn, save, files, documents, correction } = useJourney()
  const [readings, setReadings] = useState<HTMLElement | null>(null)
  const [changed, setChanged] = useState<{ from: DocType; aside: readonly DocumentSlot[] } | null>(null)
  const docType = watch('docType')
  const isEditable =
    correction === null || correction.isEditable('id-front') || correction.isEditable('id-back')
  const slots = requiredSlots(docType).filter(isIdSide)
  const missing = useMissingFile(slots)
  // Once another picture has taken the place of one, changing back no longer brings it back.
  const changedFrom = changed?.aside.some((slot) => files.includes(slot)) ? null : changed?.from
  return (
    <StepFrame
      title="ID Document"
      intro="Choose the document you want to use, then upload a clear, colour image of it."
    >
      {isEditable ? null : <NothingToCorrect />}
      <Controller
        control={control}
        name="docType"
        render={({ field, fieldState }) => (
          <RadioCards
            id="docType"
            label="Document type"
            columns={3}
            options={ID_KIND_OPTIONS}
            value={field.value}
            onValueChange={(next: DocType) => {
              const aside = setAside(documents, field.value, next).map(({ documentType }) => documentType)
              setChanged(field.value && aside.length > 0 ? { from: field.value, aside } : null)
              field.onChange(next)
              // The kind decides what a returned case asks for.
              if (correction) save()
            }}
            disabled={!isEditable}
            error={fieldState.error?.message}
          />
        )}
      />
      {changedFrom && docType ? (
        <Banner
          kind="info"
          title={`Changed from ${kindName(changedFrom)} to ${kindName(docType)}`}
          className="mt-4"
          live
        >
          What you gave for your {kindName(changedFrom)} no longer fits, so it isn’t shown. We haven’t deleted
          it.{' '}
          <button
            type="button"
            className="link"
            onClick={() => {
              setValue('docType', changedFrom, { shouldDirty: true })
              setChanged(null)
              if (correction) save()
            }}
          >
            Undo
          </button>
        </Banner>
      ) : null}
      <p className="mt-2.5 text-card text-ink-3">{sidesHint(docType)}</p>
      <h2 className="text-h3 mt-9">Take a clear photo</h2>
      <PhotoTips />
      {docType ? (
        <>
          <h2 className="text-h3 mt-9 mb-3.5">Upload your {kindName(docType)}</h2>
          <div className="grid gap-4">
            {slots.map((slot) => (
              <SlotUpload
                key={`${docType} ${slot}`}
                slot={slot}
                docType={docType}
                description={SIDES[docType][slot]}
                readingAt={readings}
              />
            ))}
          </div>
          {/* Below both sides: what comes while one takes the second photo moves no button. */}
          <div ref={setReadings} />
        </>
      ) : null}
      <StepActions onContinue={goOn} waitingFor={docType ? missing : 'Choose a document type first'} />
    </StepFrame>
  )
}

/** Four small pictures of how to photograph a document; the first one is right. */
function PhotoTips() {
  const id = useId()
  return (
    <div className="mt-3 grid grid-cols-4 gap-x-3 gap-y-3 max-phone:grid-cols-2 max-phone:gap-y-4">
      <Tip good caption="Flat, with all four corners showing">
        <Sample />
        <path
          className="fill-none stroke-green-solid stroke-[2.5]"
          strokeLinecap="round"
          d="M22 30V16h14M138 30V16h-14M22 78v14h14M138 78v14h-14"
        />
      </Tip>
      <Tip caption="Glare or reflections">
        <Sample />
        <ellipse className="fill-surface" cx="98" cy="48" rx="30" ry="19" opacity=".96" />
        <path
          className="stroke-yellow-solid stroke-[2.2]"
          strokeLinecap="round"
          d="M98 24v10M98 62v10M66 48h10M120 48h10M76 32l6 6M114 58l6 6M76 64l6-6M114 38l6-6"
        />
      </Tip>
      <Tip caption="Blurred or out of focus">
        <filter id={`${id}-blur`}>
          <feGaussianBlur stdDeviation="2.6" />
        </filter>
        <g filter={`url(#${id}-blur)`}>
          <Sample />
        </g>
      </Tip>
      <Tip caption="Cut off or covered">
        <g transform="translate(30 14) scale(1.28)">
          <Sample />
        </g>
      </Tip>
    </div>
  )
}

function Tip({ good, caption, children }: { good?: boolean; caption: string; children: ReactNode }) {
  return (
    <figure>
      <svg className="block h-auto w-full rounded-2 bg-sunken" viewBox="0 0 160 108" aria-hidden="true">
        {children}
      </svg>
      <figcaption className="mt-2 flex gap-1.5 text-sm/5 text-ink-2">
        {good ? (
          <Check className="mt-0.5 size-4 stroke-[2.4] text-green-ink" />
        ) : (
          <X className="mt-0.5 size-4 stroke-[2.4] text-red-ink" />
        )}
        <span>
          <span className="sr-only">{good ? 'Good: ' : 'Avoid: '}</span>
          {caption}
        </span>
      </figcaption>
    </figure>
  )
}

function Sample() {
  return (
    <>
      <rect
        className="fill-surface stroke-line-strong stroke-[1.5]"
        x="30"
        y="22"
        width="100"
        height="64"
        rx="6"
      />
      <rect className="fill-neutral-line" x="39" y="33" width="28" height="36" rx="3" />
      <path
        className="stroke-line-strong stroke-[3.2]"
        strokeLinecap="round"
        d="M76 38h44M76 49h36M76 60h40M39 78h50"
      />
    </>
  )
}
