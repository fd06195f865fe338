import type { RawReading } from '#domain/reading/raw-reading.ts'
import type { Wanted } from './picture-reader.ts'

/** What a reader is asked for, by its number: what to look for on a picture, or the text of a PDF. */
export const READING_TASKS = ['code', 'print', 'both', 'text'] as const satisfies readonly (Wanted | 'text')[]
export type ReadingTask = (typeof READING_TASKS)[number]

export type ReadingAnswer = { kind: 'read'; raw: RawReading } | { kind: 'failed' }
