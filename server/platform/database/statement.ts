import type pg from 'pg'

/** What `pg` reads a type of PostgreSQL as. */
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

/** What `pg` takes for a type; JSON as text, since it would write an array as one of PostgreSQL. */
interface Taken extends Omit<Read, 'int2' | 'int4' | 'int8' | 'timestamptz' | 'json' | 'jsonb'> {
  int2: number | string
  int4: number | string
  int8: number | string | bigint
  timestamptz: Date | string
  json: string
  jsonb: string
}

type Scalar = keyof Read
/** Binds a value to a query that is put together and returns its place in it. */
export type Bind = (argument: unknown) => string

/** A type by its name in PostgreSQL: `text?` may be null, `text!` never is, although its column may be. */
export type Kind = `${Scalar | `${Scalar}[]`}${'' | '?' | '!'}`

type In<Types, K> = K extends `${infer Of}?`
  ? In<Types, Of> | null
  : K extends `${infer Of}!`
    ? In<Types, Of>
    : K extends `${infer Of extends Scalar}[]`
      ? Types[Of & keyof Types][]
      : Types[K & keyof Types]

/** A column whose values mean more than their type in PostgreSQL says. */
interface Meant<T> {
  readonly meaning: T
}
export type Columns = Readonly<Record<string, Kind | Meant<unknown>>>
/** The row of columns. */
export type Row<Gives> = {
  -readonly [C in keyof Gives]: Gives[C] extends Meant<infer T> ? T : In<Read, Gives[C]>
}
type Loose<V> = V extends readonly (infer E)[] ? readonly (E | null | undefined)[] : V
type Values<Takes> = {
  readonly [P in keyof Takes]:
    | Loose<In<Taken, Takes[P]>>
    | (Takes[P] extends `${string}?` ? undefined : never)
}

/** Where a statement can run: a handle, the pool or one connection. */
export type Runner = { $client: pg.Pool | pg.PoolClient } | pg.Pool | pg.ClientBase

/** What the test of all statements reads of each. */
export interface Described {
  text: string
  takes: readonly Kind[]
  gives: Columns
}

/** The rows of a statement. */
export type RowOf<S> = S extends (...args: never[]) => Promise<pg.QueryResult<infer R>> ? R : never

/** Says what the values of a column mean: one of a few words, the shape of some JSON, an encrypted value. */
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
 * A statement with its types: `takes` are those of $1, $2, …, `gives` its columns. A test describes each on a migrated database and
 * compares. With a `name` it is prepared once for each connection. Running it throws what the database does.
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

/** A statement whose text depends on what is asked; `types` are parsers of its own. */
interface Composed {
  text: string
  values?: readonly unknown[]
  types?: pg.CustomTypesConfig
}

/**
 * Runs a statement whose text is put together from what is asked, such as the conditions of a search. Tests compare its answers
 * with what it `gives`. Throws what the database does.
 */
export function composed<const Gives extends Columns>(
  on: Runner,
  asked: Composed & { gives: Gives },
): Promise<pg.QueryResult<Row<Gives>>>
export function composed(on: Runner, asked: Composed): Promise<pg.QueryResult<Record<string, unknown>>>
export function composed(on: Runner, asked: Composed): unknown {
  return clientOf(on).query(asked)
}

function clientOf(on: Runner): { query: (asked: unknown, values?: unknown) => unknown } {
  return ('$client' in on ? on.$client : on) as never
}
