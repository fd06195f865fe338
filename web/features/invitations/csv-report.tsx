import type { CsvReportLine } from '#contract/invitations/invitations.ts'

/** What became of each line of a file; those with something to correct come first. */
export function CsvReport({ sent, lines }: { sent: number; lines: readonly CsvReportLine[] }) {
  const isTodo = ({ outcome }: CsvReportLine) => outcome === 'invalid' || outcome === 'failed'
  const ordered = [...lines.filter(isTodo), ...lines.filter((line) => !isTodo(line))]
  return (
    <>
      <p role="status">
        {sent} of {lines.length} {lines.length === 1 ? 'invitation was' : 'invitations were'} sent.
      </p>
      <section
        className="mt-4 max-h-[min(420px,50vh)] overflow-auto"
        aria-label="Report for each line"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
        tabIndex={0}
      >
        <table className="w-full text-sm">
          <thead>
            <tr className="text-left text-ink-3">
              <th scope="col" className="py-1 pr-3 font-normal">
                Line
              </th>
              <th scope="col" className="py-1 pr-3 font-normal">
                Email
              </th>
              <th scope="col" className="py-1 font-normal">
                Result
              </th>
            </tr>
          </thead>
          <tbody>
            {ordered.map((row) => (
              <tr key={row.line} className="border-t border-line align-top">
                <td className="py-2 pr-3 tabular-nums">{row.line}</td>
                <td className="py-2 pr-3 wrap-anywhere">{row.email || '(empty)'}</td>
                <td className={isTodo(row) ? 'py-2 text-red-ink' : 'py-2'}>{row.message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}
