import { useState } from 'react'
import { type DocType, documentType } from '#contract/documents/documents.ts'
import type { ReadField, ReadValue } from '#contract/documents/readings.ts'
import type { StoredDocument } from '#contract/documents/uploads.ts'
import { londonDate } from '#domain/plain-date.ts'
import { readDateProblem } from '#domain/reading/read-date-problem.ts'
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import type { GivenDate } from './printed-date.ts'
import { rememberDocument } from './queries.ts'
import { ReadConfirmation } from './read-confirmation.tsx'
import { type DeclaredAnswers, typedValues } from './read-differences.ts'

/** The fields that stand for answers of their own. */
export type AnswerField = Extract<ReadField, 'givenNames' | 'surname' | 'birthDate' | 'address'>
const ANSWER_FIELDS: readonly string[] = [
  'givenNames',
  'surname',
  'birthDate',
  'address',
] satisfies AnswerField[]

const isAnswer = (field: ReadField): field is AnswerField => ANSWER_FIELDS.includes(field)

interface Props {
  document: StoredDocument
  docType: DocType | null
  declared: DeclaredAnswers
  /** The answers that may be changed to what was read; none where they are final. */
  fillable: readonly AnswerField[]
  onAnswer: (field: AnswerField, value: string) => void
  /** Called with a date that was used: saved, or unsaved in its field as if typed if it rules the document out. */
  onDated: (date: GivenDate) => void
}

/** What was read from a document of a person: it fills the answers that are empty, and the date of the document. */
export function ReadOfDocument({ document, docType, declared, fillable, onAnswer, onDated }: Props) {
  const [refused, setRefused] = useState<string>()
  const dateField = documentType(document.documentType).group === 'proof' ? 'issuedOn' : 'expiresOn'
  const typed = typedValues({ ...document, [dateField]: document[dateField] ?? refused }, declared)
  const fill = async (read: readonly ReadValue[]): Promise<string | null> => {
    for (const { field, value } of read) if (isAnswer(field)) onAnswer(field, value)
    const date = read.find(({ field }) => field === 'issuedOn' || field === 'expiresOn')
    if (!date) return null
    if (readDateProblem(document.documentType, document, read, londonDate(new Date()))) {
      setRefused(date.value)
      onDated({ iso: date.value })
      return null
    }
    try {
      const { issuedOn, expiresOn } = document
      const body = { issuedOn, expiresOn, [date.field]: date.value }
      const answer = await api('PUT /api/documents/:id/dates', { params: { id: document.id }, body })
      rememberDocument(answer.document)
      onDated({ iso: date.value })
      return null
    } catch (error) {
      return error instanceof ApiError ? error.message : 'We couldn’t save the date. Try again.'
    }
  }
  return (
    <ReadConfirmation
      document={document}
      docType={docType}
      typed={typed}
      fillable={[...fillable, dateField]}
      onFill={fill}
    />
  )
}
