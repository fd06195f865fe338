import Check from 'lucide-react/icons/check'
import ScanText from 'lucide-react/icons/scan-text'
import { useState } from 'react'
import type { DocType } from '#contract/documents/documents.ts'
import { READ_FIELD_LABELS } from '#contract/documents/read-fields.ts'
import type { ReadField, ReadValue } from '#contract/documents/readings.ts'
import type { StoredDocument } from '#contract/documents/uploads.ts'
import type { DateProblem } from '#domain/cases/document-problems.ts'
import { londonDate } from '#domain/plain-date.ts'
import { readDateProblem } from '#domain/reading/read-date-problem.ts'
import { looksLikeFront } from '#domain/reading/wrong-side.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import {
  differingValues,
  isReadingAnswered,
  rememberReadingAnswered,
  type TypedValues,
} from './read-differences.ts'
import { contradictionText, readText } from './read-text.ts'
import { useOwnReading } from './use-own-reading.ts'

/** The fields shown to the owner, in this order; they have typed neither a nationality nor an issuer. */
const SHOWN: readonly ReadField[] = [
  'givenNames',
  'surname',
  'name',
  'birthDate',
  'expiresOn',
  'issuedOn',
  'address',
]

/** Shown as well if another part of the document says something else. */
const SHOWN_IF_CONTRADICTED: readonly ReadField[] = ['number', 'nationality']

type Props = {
  document: StoredDocument
  /** Which kind of ID document its side is of. */
  docType: DocType | null
  /** The values typed so far. */
  typed: TypedValues
  /** The typed fields that may be changed to the value read. */
  fillable: readonly ReadField[]
  /**
   * Fills empty fields, or those for which the owner prefers the value read; returns why it couldn't be saved,
   * or null.
   */
  onFill: (values: readonly ReadValue[]) => Promise<string | null>
}

/** “We read … Is this right?” below a document: nothing where nothing was read, and never in the way. */
export function ReadConfirmation({ document, docType, typed, fillable, onFill }: Props) {
  const [answered, setAnswered] = useState(() => isReadingAnswered(document.id))
  const [failure, setFailure] = useState<string | null>(null)
  const data = useOwnReading(document.id)
  const shown = [...SHOWN, ...SHOWN_IF_CONTRADICTED]
  const values = shown.flatMap(
    (field) =>
      data?.values.filter(
        (value) => value.field === field && (SHOWN.includes(field) || value.contradicted !== undefined),
      ) ?? [],
  )
  if (data?.state !== 'read' || values.length === 0) return null
  if (looksLikeFront(document.documentType, docType, data.values))
    return (
      <Banner kind="warning" title="This looks like the front of your licence" className="mt-3" live>
        Take a photo of the other side, with the vehicle categories. If it is the back, you can continue.
      </Banner>
    )
  const differing = differingValues(values, typed)
  const contradicted = values.find((value) => value.contradicted)?.contradicted
  const answer = () => {
    rememberReadingAnswered(document.id)
    setAnswered(true)
  }
  const problem = readDateProblem(document.documentType, document, values, londonDate(new Date()))
  if (answered)
    return (
      <Answered
        differs={differing.length > 0 ? 'typed' : contradicted ? 'itself' : null}
        problem={problem}
        onOpen={() => setAnswered(false)}
      />
    )
  const fill = async (read: readonly ReadValue[]) => {
    const why = read.length > 0 ? await onFill(read) : null
    setFailure(why)
    return why === null
  }
  // A truncated name is no answer.
  const mayUse = ({ field, isCutOff }: ReadValue) => fillable.includes(field) && !isCutOff
  const empty = values.filter((value) => mayUse(value) && !typed[value.field]?.trim())
  const differs = differing.length > 0
  return (
    <section aria-label="What we read" className="mt-3 rounded-3 border border-line bg-surface px-4 pb-4">
      <div role="status">
        <h3 className="flex items-center gap-2 py-3 text-sm font-medium text-ink-2">
          <ScanText className="size-5 flex-none text-brand" />
          We read this. Is it right?
        </h3>
      </div>
      <dl className="m-0">
        {values.map((value) => (
          <Row
            key={value.field}
            value={value}
            typed={differing.includes(value) ? (typed[value.field] ?? null) : null}
            problem={problem?.field === value.field ? problem.message : null}
            onUse={mayUse(value) ? () => void fill([value]) : undefined}
          />
        ))}
      </dl>
      {contradicted ? (
        <p className="mt-2 text-sm text-yellow-ink">
          {contradicted.by === 'print'
            ? 'The lines of code at the bottom say something else than the page above them.'
            : 'The two sides don’t say the same.'}{' '}
          Check that{' '}
          {contradicted.by === 'print' ? 'all of it is in the photo' : 'both photos show the same document'}.
          If we misread it, you can continue.
        </p>
      ) : null}
      <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        {empty.length > 0 || !differs ? (
          <Button
            size="sm"
            onClick={async () => {
              if ((await fill(empty)) && !differs) answer()
            }}
          >
            {empty.length === 0 ? 'Yes, that’s right' : differs ? 'Fill in the rest' : 'Yes, use it'}
          </Button>
        ) : null}
        <Button size="sm" variant="tertiary" onClick={answer}>
          {differs ? 'Keep what I typed' : 'No, keep what I typed'}
        </Button>
      </p>
      {failure ? (
        <p className="mt-2 text-sm text-red-ink" role="alert">
          {failure}
        </p>
      ) : null}
      <p className="mt-2 text-sm text-ink-3">
        A machine read this, so check it. It changes nothing you typed unless you say so.
      </p>
    </section>
  )
}

/**
 * Shown instead of the question: the answer, and a way back to it if something still differs or rules the
 * document out.
 */
function Answered({
  differs,
  problem,
  onOpen,
}: {
  /** What the reading differs from: what was typed, or another part of the document. */
  differs: 'typed' | 'itself' | null
  problem: DateProblem | null
  onOpen: () => void
}) {
  if (!differs && !problem)
    return (
      <p className="mt-3 flex items-center gap-2 text-sm text-green-ink" role="status">
        <Check className="size-4 flex-none" />
        Checked against what we read
      </p>
    )
  return (
    <p className="mt-3 text-sm text-yellow-ink" role="status">
      {problem ? (
        <span className="block">
          By the {READ_FIELD_LABELS[problem.field].toLowerCase()} we read: {problem.message}
        </span>
      ) : null}
      {differs
        ? `${differs === 'itself' ? 'Parts of the document say different things.' : 'What you typed differs from what we read.'} Our team will compare it with your document. `
        : null}
      <button type="button" className="link" onClick={onOpen}>
        Look again
      </button>
    </p>
  )
}

/**
 * The value read for a field; if it differs, with `typed` and a button to use the value read; with what the
 * date rules out.
 */
function Row({
  value,
  typed,
  problem,
  onUse,
}: {
  value: ReadValue
  typed: string | null
  problem: string | null
  onUse?: () => void
}) {
  const label = READ_FIELD_LABELS[value.field]
  const contradiction = contradictionText(value)
  return (
    <div className="grid grid-cols-[clamp(88px,34%,11rem)_minmax(0,1fr)] gap-x-3 border-t border-line py-2 text-sm">
      <dt className="text-ink-3">{label}</dt>
      <dd className="m-0 font-medium wrap-anywhere">
        {readText(value)}
        {value.isCutOff ? (
          <span className="mt-0.5 block font-normal text-ink-3">
            The document may not have room for all of it. Type it in full.
          </span>
        ) : null}
        {problem ? <span className="mt-0.5 block font-normal text-red-ink">{problem}</span> : null}
        {contradiction ? (
          <span className="mt-0.5 block font-normal text-yellow-ink">≠ {contradiction}</span>
        ) : null}
        {typed ? (
          <span className="mt-0.5 block font-normal text-yellow-ink">
            ≠ Differs from what you typed: {readText({ ...value, value: typed })}
          </span>
        ) : null}
        {typed && onUse ? (
          <button
            type="button"
            aria-label={`Use what we read for ${label}`}
            className="link mt-1 block py-0.5 font-normal"
            onClick={onUse}
          >
            Use what we read
          </button>
        ) : null}
      </dd>
    </div>
  )
}
