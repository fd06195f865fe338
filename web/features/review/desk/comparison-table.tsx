import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import type { DeclaredRow } from './declared-rows.ts'

/** What was declared, and what the rules say of it. What was read from a document has no column until something reads. */
export function ComparisonTable({ rows }: { rows: readonly DeclaredRow[] }) {
  if (rows.length === 0) return null
  const hasChecks = rows.some(({ check }) => check)
  return (
    <table className="mx-5 mt-2 w-[calc(100%-40px)] table-fixed border-collapse text-sm">
      <caption className="sr-only">Declared, and what the rules say of it</caption>
      <thead>
        <tr className="border-b border-line text-left text-xs text-ink-3">
          <th scope="col" className="w-[30%] py-1 font-medium">
            <span className="sr-only">Field</span>
          </th>
          <th scope="col" className="py-1 font-medium">
            Declared
          </th>
          {hasChecks ? (
            <th scope="col" className="w-[30%] py-1 pl-2 font-medium">
              Check
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, value, check }) => (
          <tr key={label} className="border-b border-line align-top">
            <th scope="row" className="py-1.5 pr-2 text-left font-medium text-ink-3 wrap-anywhere">
              {label}
            </th>
            <td className="py-1.5 font-medium whitespace-pre-line wrap-anywhere">
              {value || <span className="font-normal text-ink-3">Not given</span>}
            </td>
            {hasChecks ? (
              <td className="py-1.5 pl-2">
                {check ? (
                  <span className={`flex gap-1 ${check.isGood ? 'text-green-ink' : 'text-yellow-ink'}`}>
                    {check.isGood ? (
                      <Check className="i size-4 flex-none" />
                    ) : (
                      <CircleAlert className="i size-4 flex-none" />
                    )}
                    {check.text}
                  </span>
                ) : null}
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
