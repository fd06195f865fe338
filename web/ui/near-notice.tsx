/** Said above a list in which nothing has what was typed: what it shows instead. */
export function NearNotice({ typed }: { typed: string }) {
  return (
    <p role="status" className="px-6 py-3 text-ink-2 wrap-anywhere max-[860px]:px-4">
      Nothing matches “{typed}” exactly. Similar spellings:
    </p>
  )
}
