/** The line under the table: "Showing 25 of 40 cases", "Showing 25 of more than 1000 cases". */
export function countWords(
  { count, countIsCapped }: { count: number; countIsCapped: boolean },
  shown: number,
): string {
  const all = countIsCapped ? `more than ${count}` : String(count)
  return shown === count && !countIsCapped
    ? `Showing ${count} ${count === 1 ? 'case' : 'cases'}`
    : `Showing ${shown} of ${all} cases`
}
