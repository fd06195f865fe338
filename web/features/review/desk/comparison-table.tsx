import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import type { Comparison } from '#domain/reading/compare-read.ts'
import { type DifferingParts, differingText, type MarkedPart } from '#domain/reading/differing-parts.ts'
import type { ComparedRow, DeclaredRow } from './declared-rows.ts'

/** What was declared, what software has read of it, and what the rules say. Empty columns are omitted. */
export function ComparisonTable({ rows }: { rows: readonly ComparedRow[] }) {
  if (rows.length === 0) return null
  const hasRead = rows.some(({ read }) => read)
  const hasChecks = rows.some(({ check, read }) => check || read?.comparison || read?.contradicted)
  return (
    <table className="mx-5 mt-2 w-[calc(100%-40px)] table-fixed border-collapse text-sm">
      <caption className="sr-only">
        {hasRead ? 'Declared, read by machine, and checked' : 'Declared, and what the rules say of it'}
      </caption>
      <thead>
        <tr className="border-b border-line text-left text-xs text-ink-3">
          <th scope="col" className={`py-1 font-medium ${hasRead ? 'w-[23%]' : 'w-[30%]'}`}>
            <span className="sr-only">Field</span>
          </th>
          <th scope="col" className="py-1 font-medium">
            Declared
          </th>
          {hasRead ? (
            <th scope="col" className="py-1 pl-2 font-medium">
              Read
            </th>
          ) : null}
          {hasChecks ? (
            <th scope="col" className={`py-1 pl-2 font-medium ${hasRead ? 'w-[22%]' : 'w-[30%]'}`}>
              Check
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.label} row={row} hasRead={hasRead} hasChecks={hasChecks} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ row, hasRead, hasChecks }: { row: ComparedRow; hasRead: boolean; hasChecks: boolean }) {
  const { label, value, check, read } = row
  const comparison = read?.comparison ?? null
  const differs = comparison?.kind === 'differs'
  const isMarked = differs || Boolean(read?.contradicted)
  const parts = read?.parts ?? null
  return (
    <tr className={`border-b border-line align-top ${isMarked ? 'bg-yellow-bg' : ''}`}>
      <th
        scope="row"
        className={`py-1.5 pr-2 text-left font-medium wrap-anywhere ${
          isMarked ? 'border-l-3 border-yellow-solid pl-2 text-ink-2' : 'text-ink-3'
        }`}
      >
        {label}
      </th>
      <td className="py-1.5 font-medium whitespace-pre-line wrap-anywhere">
        {parts ? (
          <Marked parts={parts.declared} />
        ) : (
          value || <span className="font-normal text-ink-3">Not given</span>
        )}
      </td>
      {hasRead ? (
        <td className="py-1.5 pl-2 font-medium wrap-anywhere">
          {parts ? (
            <Marked parts={parts.read} />
          ) : differs && read ? (
            <mark className={MARK}>{read.text}</mark>
          ) : (
            read?.text
          )}
          {read?.contradicted ? (
            <span className="block text-xs font-semibold text-yellow-ink">{read.contradicted.text}</span>
          ) : null}
          {read?.proof ? (
            <span
              className={`block text-xs font-normal ${read.proof.isGood ? 'text-ink-3' : 'text-yellow-ink'}`}
            >
              {read.proof.text}
            </span>
          ) : null}
        </td>
      ) : null}
      {hasChecks ? (
        <td className="py-1.5 pl-2">
          {comparison ? <Compared {...comparison} parts={parts} /> : null}
          {read?.contradicted ? <Differs text={read.contradicted.check} /> : null}
          {check ? <Checked {...check} whose={read?.check ? 'Declared' : undefined} /> : null}
          {read?.check ? <Checked {...read.check} whose="Read" /> : null}
        </td>
      ) : null}
    </tr>
  )
}

const MARK =
  'rounded-1 bg-yellow-line text-ink underline decoration-2 underline-offset-2 forced-colors:bg-[Mark] forced-colors:text-[MarkText]'

/** Marks differences, not only by colour. */
function Marked({ parts }: { parts: readonly MarkedPart[] }) {
  return parts.map(({ text, differs }, at) =>
    differs ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text’s parts have no other name and never move.
      <mark key={at} className={MARK}>
        {text}
      </mark>
    ) : (
      text
    ),
  )
}

function Compared({ kind, parts }: Comparison & { parts: DifferingParts | null }) {
  if (kind === 'differs')
    return (
      <>
        <Differs text="Differs" />
        {parts ? <span className="sr-only">{saidAloud(parts)}</span> : null}
      </>
    )
  return (
    <span className="flex gap-1 text-green-ink">
      <Check className="mt-0.5 size-4 flex-none" />
      {kind === 'same' ? 'Same' : 'Fits'}
    </span>
  )
}

function Differs({ text }: { text: string }) {
  return (
    <span className="flex gap-1 font-medium text-yellow-ink">
      <span aria-hidden>≠</span>
      {text}
    </span>
  )
}

/** The marked parts as text, because most screen readers don't announce the marking. */
function saidAloud({ declared, read }: DifferingParts): string {
  const [ours, theirs] = [differingText(declared), differingText(read)]
  if (!theirs) return `“${ours}” was declared and not read.`
  if (!ours) return `“${theirs}” was read and not declared.`
  return `Declared “${ours}”, read “${theirs}”.`
}

type CheckedProps = NonNullable<DeclaredRow['check']> & {
  /** Which value it is, if there are two. */
  whose?: 'Declared' | 'Read' | undefined
}

function Checked({ isGood, text, whose }: CheckedProps) {
  return (
    <span className={`flex gap-1 ${isGood ? 'text-green-ink' : 'text-yellow-ink'}`}>
      {isGood ? (
        <Check className="mt-0.5 size-4 flex-none" />
      ) : (
        <CircleAlert className="mt-0.5 size-4 flex-none" />
      )}
      {whose ? `${whose}: ${text[0]?.toLowerCase()}${text.slice(1)}` : text}
    </span>
  )
}
