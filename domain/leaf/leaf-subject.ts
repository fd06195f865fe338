import type { PlainDate } from '#domain/plain-date.ts'

/** One thing that a case needs, and what was given for it: what a line of the leaf is made from. */
export interface LeafSubject {
  /** The key of an item, or a name of its own where no reviewer decides on it. */
  key: string
  label: string
  /** How the label reads within a sentence: "Your {noun} needs another look". */
  noun: string
  /** What is asked for, while nothing is given. */
  hint: string
  /** What is stored, in words; null where nothing is that counts. */
  given: string | null
  /** Whether what is given says more under the name than who looked at it: a date, an expiry. */
  isTelling: boolean
  isOwn: boolean
  /** The last day on which it counts, and what is said of it. */
  end: { on: PlainDate; soonDays: number; soon: string; past: string } | null
  /** Where it is given or changed while the case is with its applicant. */
  href: string
  /** What its button says while it is to do, or has to be done again, and how long that takes. */
  task: { title: string; again: string; text: string; time: string }
  /** A person of a company, of whom there may be many. */
  isPerson: boolean
  /** Nothing waits for it: it may stay out for good. */
  isOptional: boolean
}
