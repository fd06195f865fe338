import type { MatchExplanation } from '#contract/screening/sanctions.ts'
import { FACT_LABELS, factText, fitText } from './screening-text.ts'

/** Why someone was found: every word and every fact, as given and as listed (law §3.3). */
export function MatchComparison({ explanation }: { explanation: MatchExplanation }) {
  // What neither side says is no comparison.
  const facts = explanation.facts.filter(({ given, listed }) => given !== null || listed !== null)
  return (
    <table className="scr-t">
      <caption className="sr-only">How the names and the facts compare</caption>
      <thead>
        <tr>
          <th scope="col">Given</th>
          <th scope="col">Listed</th>
          <th scope="col">Finding</th>
        </tr>
      </thead>
      <tbody>
        {explanation.words.map((word) => (
          <tr key={`${word.given} ${word.listed} ${word.fit}`}>
            <td>{word.given ?? '–'}</td>
            <td>{word.listed ?? '–'}</td>
            <td>{fitText(word)}</td>
          </tr>
        ))}
        {facts.map((fact) => (
          <tr key={fact.fact}>
            <td>{fact.given ?? 'Not given'}</td>
            <td>{fact.listed ?? 'Not listed'}</td>
            <td>
              {FACT_LABELS[fact.fact]}: {factText(fact).toLowerCase()}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
