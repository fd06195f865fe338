/** Parses one search parameter; undefined if the value can't be used. */
type Reader = (value: unknown) => unknown

/** The search parameters of a page; links may leave out each of them. */
export type Search<Schema extends Record<string, Reader>> = {
  [Name in keyof Schema]?: Exclude<ReturnType<Schema[Name]>, undefined>
}

/** Creates a route's check from the parameters that its page reads; all others are dropped (decision 077). */
export function searchSchema<Schema extends Record<string, Reader>>(schema: Schema) {
  return (search: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(schema).map(([name, read]) => [name, read(search[name])]),
    ) as Search<Schema>
}

/** The text as typed, whatever it looks like. */
export const text = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined

/** An id, such as a client's. */
export const wholeNumberParam = (value: unknown): number | undefined => {
  const number = Number(value)
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}

/** One of these words. */
export const oneOf =
  <const Value extends string>(...values: readonly Value[]) =>
  (value: unknown): Value | undefined =>
    values.find((known) => known === value)

/** Pages that an emailed link leads to, by its token. */
export const linkSearch = searchSchema({ token: text })
