/** Why a file is no sanctions list that can be used: one sentence for the operator. Nothing of it was imported. */
export class ListError extends Error {
  override name = 'ListError'
}

/** An entry is there in two places of a file. In some formats its parts may be gathered by reading the file in another way. */
export class RepeatedEntry extends ListError {
  override name = 'RepeatedEntry'

  constructor(ref: string) {
    super(`Entry ${ref} is there twice.`)
  }
}

/** No list is near this; whatever is bigger is not what it says. */
export const LIST_LIMITS = {
  bytes: 512 * 1024 * 1024,
  entries: 2_000_000,
  namesOfEntry: 500,
  /** Of one record of the file, and of anything in it. */
  recordCharacters: 1_000_000,
  depth: 32,
} as const
