import { z } from 'zod'

/**
 * A list: its publisher, followed by a colon and a name if the publisher has several, such as `opensanctions:peps`
 * and `own:do-not-deal`. One list per source is in force.
 */
export const ListSource = z
  .string()
  .regex(
    /^((uk|un|eu|ofac|sample)|(opensanctions|own):[a-z\d][a-z\d-]{0,39})$/,
    'Name a list, such as uk or own:banned',
  )
export type ListSource = z.infer<typeof ListSource>

/** File formats of lists (law §3.2). */
export const LIST_FORMATS = [
  'uk-csv',
  'uk-xml',
  'un-xml',
  'eu-xml',
  'ofac-xml',
  'opensanctions-json',
  'own-csv',
] as const
export type ListFormat = (typeof LIST_FORMATS)[number]

export const ListedKind = z.enum(['person', 'entity', 'ship'])
export type ListedKind = z.infer<typeof ListedKind>

/** The kind of an entry's name: its own, another spelling, or a good or weak alias. */
export const NameQuality = z.enum(['primary', 'variation', 'alias', 'weak_alias'])
export type NameQuality = z.infer<typeof NameQuality>

/** How alike a person and an entry are: worth a look, or nearly certain. Neither decides anything. */
export const MatchLevel = z.enum(['possible', 'strong'])
export type MatchLevel = z.infer<typeof MatchLevel>

/**
 * `confirmed`: two people agreed that it is the listed person. `exposed`: confirmed as politically exposed, and
 * nothing worse. `stale`: the result, if any, rests on an outdated list or on none (law §3.2).
 */
export const ScreeningOutcome = z.enum(['clear', 'exposed', 'possible', 'strong', 'confirmed', 'stale'])
export type ScreeningOutcome = z.infer<typeof ScreeningOutcome>

/** A match's state: undecided, someone else, or the listed person. */
export const MatchState = z.enum(['open', 'false', 'true'])
export type MatchState = z.infer<typeof MatchState>

/** A person's verdict on a match. */
export const MatchVerdict = MatchState.exclude(['open'])
export type MatchVerdict = z.infer<typeof MatchVerdict>

/** How a word of one name was found in the other. */
export const WordFit = z.enum([
  'same',
  'spelling',
  'sound',
  'consonants',
  'variant',
  'initial',
  'only_given',
  'only_listed',
])
export type WordFit = z.infer<typeof WordFit>

/** One compared word: as given, as listed, and how alike they are. */
export const ComparedWord = z.object({
  given: z.string().nullable(),
  listed: z.string().nullable(),
  fit: WordFit,
  /** From 0 to 1. */
  likeness: z.number(),
  /** The word's weight: more for long words and family names, less for legal forms and particles. */
  weight: z.number(),
})
export type ComparedWord = z.infer<typeof ComparedWord>

/** Another compared fact, and how it changed the score. */
export const ComparedFact = z.object({
  fact: z.enum(['birth_date', 'country', 'company_number']),
  /** `close`: off by a typing mistake, or by a year or two. */
  result: z.enum(['agrees', 'close', 'differs', 'unknown']),
  given: z.string().nullable(),
  listed: z.string().nullable(),
  points: z.number(),
})
export type ComparedFact = z.infer<typeof ComparedFact>

/** Why it is a match: every word, every fact, and what limits it (screening, Who decides on a match). */
export const MatchExplanation = z.object({
  listedName: z.string(),
  quality: NameQuality,
  words: z.array(ComparedWord),
  facts: z.array(ComparedFact),
  nameScore: z.number(),
  score: z.number(),
  /** Why it is not called strong. */
  heldBack: z.array(z.string()),
})
export type MatchExplanation = z.infer<typeof MatchExplanation>

/** The exact list that a result rests on. */
export const ListStamp = z.object({
  source: ListSource,
  version: z.string(),
  sha256: z.string(),
  publishedOn: z.string().nullable(),
})
export type ListStamp = z.infer<typeof ListStamp>

export const MATCH_COMMENT_MAX = 2000

/** What a person compared before their verdict on a match; anything else is in the comment. */
export const MatchReason = z.enum([
  'names',
  'birth_date',
  'country',
  'address',
  'document',
  'company_number',
  'other',
])
export type MatchReason = z.infer<typeof MatchReason>

/** Maximum age in days of a list in production, and of what a super admin may set (law §3.2). */
export const LIST_AGE_MAX_DAYS = 31
