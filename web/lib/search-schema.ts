/** Reads what an address says under one name; undefined where that is not to be used. */
type Reader = (value: unknown) => unknown

/** What the address of a page may say behind its question mark; each may be left out of a link. */
export type Search<Schema extends Record<string, Reader>> = {
  [Name in keyof Schema]?: Exclude<ReturnType<Schema[Name]>, undefined>
}

/** Makes the check of a route out of what its page reads: everything else in an address is dropped (decision 077). */
export function searchSchema<Schema extends Record<string, Reader>>(schema: Schema) {
  return (search: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(schema).map(([name, read]) => [name, read(search[name])]),
    ) as Search<Schema>
}

/** As it was typed, whatever it looks like. */
export const text = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined

/** The number of something, such as a client's. */
export const wholeNumberParam = (value: unknown): number | undefined => {
  const number = Number(value)
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}

/** One of these words. */
export const oneOf =
  <const Value extends string>(...values: readonly Value[]) =>
  (value: unknown): Value | undefined =>
    values.find((known) => known === value)

/** The pages that a link in a mail leads to, by its token. */
export const linkSearch = searchSchema({ token: text })
