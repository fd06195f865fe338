import type pg from 'pg'

/** The JavaScript types in which `pg` returns PostgreSQL's types. */
interface Read {
  bool: boolean
  int2: number
  int4: number
  int8: string
  float8: number
  numeric: string
  text: string
  varchar: string
  name: string
  regclass: string
  void: string
  uuid: string
  date: Date
  timestamptz: Date
  json: unknown
  jsonb: unknown
  bytea: Buffer
}

/** The types that `pg` accepts; JSON as text, because it would write an array as a PostgreSQL array. */
interface Taken extends Omit<Read, 'int2' | 'int4' | 'int8' | 'timestamptz' | 'json' | 'jsonb'> {
  int2: number | string
  int4: number | string
  int8: number | string | bigint
  timestamptz: Date | string
  json: string
  jsonb: string
}

type Scalar = keyof Read
/** Binds a value to a composed query and returns its placeholder. */
export type Bind = (argument: unknown) => string

/** A PostgreSQL type by name: `text?` may be null; `text!` never is, although its column may be. */
export type Kind = `${Scalar | `${Scalar}[]`}${'' | '?' | '!'}`

type In<Types, K> = K extends `${infer Of}?`
  ? In<Types, Of> | null
  : K extends `${infer Of}!`
    ? In<Types, Of>
    : K extends `${infer Of extends Scalar}[]`
      ? Types[Of & keyof Types][]
      : Types[K & keyof Types]

/** A column whose values have a narrower type than PostgreSQL's. */
interface Meant<T> {
  readonly meaning: T
}
export type Columns = Readonly<Record<string, Kind | Meant<unknown>>>
/** The row that these columns make. */
export type Row<Gives> = {
  -readonly [C in keyof Gives]: Gives[C] extends Meant<infer T> ? T : In<Read, Gives[C]>
}
type Loose<V> = V extends readonly (infer E)[] ? readonly (E | null | undefined)[] : V
type Values<Takes> = {
  readonly [P in keyof Takes]:
    | Loose<In<Taken, Takes[P]>>
    | (Takes[P] extends `${string}?` ? undefined : never)
}

/** Where a statement can run: a handle, the pool or a connection. */
export type Runner = { $client: pg.Pool | pg.PoolClient } | pg.Pool | pg.ClientBase

/** What the test of all statements reads from each. */
export interface Described {
  text: string
  takes: readonly Kind[]
  gives: Columns
}

/** The row type of a statement. */
export type RowOf<S> = S extends (...args: never[]) => Promise<pg.QueryResult<infer R>> ? R : never

/** Narrows the type of a column: an enumeration, the shape of some JSON, an encrypted value. */
export function as<T>(kind: `${string}?` & Kind): Meant<T | null>
export function as<T>(kind: Kind): Meant<T>
export function as<T>(kind: Kind): Meant<T> {
  return kind as unknown as Meant<T>
}

type None = Record<never, never>
type Run<Input extends readonly unknown[], Gives> = (
  on: Runner,
  ...input: Input
) => Promise<pg.QueryResult<Row<Gives>>>

/**
 * A statement with its types: `takes` those of $1, $2, …, `gives` its columns. A test describes each on a
 * migrated database and compares. With a `name` it is prepared once per connection. Running it throws the
 * database's error.
 */
export function statement<const Takes extends readonly Kind[] = [], const Gives extends Columns = None>({
  text,
  name,
  takes,
  gives,
}: {
  text: string
  name?: string
  takes?: Takes
  gives?: Gives
}): Described & Run<Takes extends readonly [] ? [] : [values: Values<Takes>], Gives> {
  return Object.assign(
    (on: Runner, values?: unknown) =>
      (name ? clientOf(on).query({ name, text, values }) : clientOf(on).query(text, values)) as never,
    { text, takes: takes ?? [], gives: gives ?? {} },
  )
}

/** A statement whose text depends on what is asked; `types` are its own parsers. */
interface Composed<Gives> {
  text: string
  values?: readonly unknown[]
  types?: pg.CustomTypesConfig
  gives: Gives
}

/** What a composed change or command gives. */
export const NO_ROWS: None = {}

/** The values of a composed statement, and what binds one more; `first` are $1, $2, and so on. */
export function bindings(...first: unknown[]): { values: unknown[]; value: Bind } {
  const values = first
  return { values, value: (argument) => `$${values.push(argument)}` }
}

/**
 * Runs a composed statement, such as a search with its conditions. Tests compare its result with `gives`, also
 * if that is no rows. Throws the database's error.
 */
export function composed<const Gives extends Columns>(
  on: Runner,
  asked: Composed<Gives>,
): Promise<pg.QueryResult<Row<Gives>>> {
  return clientOf(on).query(asked) as never
}

/** Runs a statement that a library composed, and returns the answer, which only the library reads. */
export function passOn(on: Runner, text: string, values?: readonly unknown[]): Promise<pg.QueryResult> {
  return clientOf(on).query(text, values) as never
}

function clientOf(on: Runner): { query: (asked: unknown, values?: unknown) => unknown } {
  return ('$client' in on ? on.$client : on) as never
}
