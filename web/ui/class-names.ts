/** Joins the class names that are set; returns undefined when none is. */
export function classNames(...names: (string | false | null | undefined)[]): string | undefined {
  const set = names.filter(Boolean)
  return set.length > 0 ? set.join(' ') : undefined
}
