import type { ComponentProps } from 'react'
import type { DocType, DocumentSlot } from '#contract/documents/documents.ts'
import type { StoredDocument } from '#contract/documents/uploads.ts'
import { isIdSide, requiredSlots } from '#domain/cases/document-requirements.ts'
import { londonDate } from '#domain/plain-date.ts'
import { DocumentUpload } from '#web/shared/documents/document-upload.tsx'
import { ID_KIND_OPTIONS, kindName, SIDES, sidesHint } from '#web/shared/documents/id-kinds.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { hasExpired } from './confirmed-documents.ts'

/** The new ID of someone who confirms their details: which kind it is, and each side that it has (cases, Confirmation). */
export function NewId({
  docType,
  former,
  left,
  documents,
  upload,
  onChoose,
}: {
  docType: DocType
  /** The kind that was approved. */
  former: DocType
  /** The sides that are still to be given. */
  left: readonly DocumentSlot[]
  documents: readonly StoredDocument[]
  upload: Omit<ComponentProps<typeof DocumentUpload>, 'slot' | 'description' | 'stored'>
  onChoose: (docType: DocType) => void
}) {
  const today = londonDate(new Date())
  const isExpired = documents.some(
    (document) => isIdSide(document.documentType) && hasExpired(document, today),
  )
  return (
    <Card aria-labelledby="new-id">
      <CardHeader id="new-id" title="Your new ID document" />
      <CardBody>
        <p className="mb-5 text-ink-2">
          {isExpired ? `Your ${kindName(former)} has expired. ` : null}
          Choose the document you have now. It can be a different kind from last time.
        </p>
        <RadioCards
          label="Document type"
          columns={3}
          options={ID_KIND_OPTIONS}
          value={docType}
          onValueChange={onChoose}
        />
        <p className="mt-2.5 mb-6 text-card text-ink-3">{sidesHint(docType)}</p>
        <div className="grid gap-4">
          {requiredSlots(docType)
            .filter(isIdSide)
            .map((slot) => (
              <DocumentUpload
                {...upload}
                key={`${docType} ${slot}`}
                slot={slot}
                level={3}
                description={SIDES[docType][slot]}
                stored={documents.find(({ documentType }) => documentType === slot) ?? null}
                mustReplace={left.includes(slot)}
              />
            ))}
        </div>
      </CardBody>
    </Card>
  )
}
