import { listName } from '#contract/screening/sanctions.ts'
import type { CaseScreening, SeenPair } from '#contract/screening/screening.ts'
import { SEEN_PER_SUBJECT } from '#domain/screening/seen-pairs.ts'
import { formatDate } from '#web/lib/dates.ts'
import { percent } from './screening-text.ts'

/** Who was alike and below the bar: closed, because no one is asked about them (law §3.3). */
export function SeenPairs({ screening }: { screening: CaseScreening }) {
  const { seen, subjects, possibleFrom, screenedAt } = screening
  if (seen.length === 0) return null
  const nameOf = (key: string) => subjects.find((subject) => subject.key === key)?.name ?? 'No longer named'
  return (
    <section className="scr" aria-label="Seen and not raised">
      <details>
        <summary className="link cursor-pointer">Seen and not raised ({seen.length})</summary>
        <p className="scr-n">
          These names are alike, but less than {percent(possibleFrom)} in all, so we ask no one about them. We
          keep the {SEEN_PER_SUBJECT} most alike for each person or company.
        </p>
        <table className="scr-t">
          <caption className="sr-only">Seen and not raised</caption>
          <thead>
            <tr>
              <th scope="col">Given</th>
              <th scope="col">Listed</th>
              <th scope="col">Alike</th>
            </tr>
          </thead>
          <tbody>
            {seen.map((pair) => (
              <tr key={`${pair.subject} ${pair.source} ${pair.ref} ${pair.name} ${pair.score}`}>
                <td>{nameOf(pair.subject)}</td>
                <td>
                  {pair.name}
                  <span className="block text-ink-3">
                    {pair.ref}, {listName(pair.source)}, version {pair.version}
                  </span>
                </td>
                <td>
                  {percent(pair.score)}
                  <span className="block text-ink-3">{whenText(pair, screenedAt)}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}

function whenText({ firstAt, lastAt }: SeenPair, screenedAt: string | null): string {
  if (lastAt === screenedAt) return `since ${formatDate(firstAt)}`
  const [first, last] = [formatDate(firstAt), formatDate(lastAt)]
  return first === last ? `${first}, not since` : `${first} to ${last}, not since`
}
