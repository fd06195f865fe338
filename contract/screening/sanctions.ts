import { z } from 'zod'

/**
 * Which list: its publisher, and a name after a colon where one publisher has several, as `opensanctions:peps` and
 * `own:do-not-deal`. One list of each source is in force.
 */
export const ListSource = z
  .string()
  .regex(
    /^((uk|un|eu|ofac|sample)|(opensanctions|own):[a-z\d][a-z\d-]{0,39})$/,
    'Name a list, such as uk or own:banned',
  )
export type ListSource = z.infer<typeof ListSource>

/** How a list is written (law §3.2). */
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

/** A name of an entry: its own, another spelling of it, or an alias, good or weak. */
export const NameQuality = z.enum(['primary', 'variation', 'alias', 'weak_alias'])
export type NameQuality = z.infer<typeof NameQuality>

/** How alike someone and an entry are: worth a look, or nearly certain. Neither decides anything. */
export const MatchLevel = z.enum(['possible', 'strong'])
export type MatchLevel = z.infer<typeof MatchLevel>

/**
 * `confirmed`: two people say that it is the listed one. `exposed`: confirmed to be politically exposed, and nothing worse. `stale`: what was found, if anything, rests on a list
 * that is out of date, or on no list at all (law §3.3).
 */
export const ScreeningOutcome = z.enum(['clear', 'exposed', 'possible', 'strong', 'confirmed', 'stale'])
export type ScreeningOutcome = z.infer<typeof ScreeningOutcome>

/** What a person said of a match: no one yet, someone else, or the listed one. */
export const MatchState = z.enum(['open', 'false', 'true'])
export type MatchState = z.infer<typeof MatchState>

/** What a person says of a match. */
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

/** One word of the comparison: what was given, what is listed, and how alike they are. */
export const ComparedWord = z.object({
  given: z.string().nullable(),
  listed: z.string().nullable(),
  fit: WordFit,
  /** From 0 to 1. */
  likeness: z.number(),
  /** How much the word counts: long words and family names more, legal forms and particles less. */
  weight: z.number(),
})
export type ComparedWord = z.infer<typeof ComparedWord>

/** What else was compared, and what it added to or took from the score. */
export const ComparedFact = z.object({
  fact: z.enum(['birth_date', 'country', 'company_number']),
  /** `close`: a slip, or a year or two. */
  result: z.enum(['agrees', 'close', 'differs', 'unknown']),
  given: z.string().nullable(),
  listed: z.string().nullable(),
  points: z.number(),
})
export type ComparedFact = z.infer<typeof ComparedFact>

/** Why a match is one: every word, every fact, and what holds it down (law §3.3, "explanation per token"). */
export const MatchExplanation = z.object({
  listedName: z.string(),
  quality: NameQuality,
  words: z.array(ComparedWord),
  facts: z.array(ComparedFact),
  nameScore: z.number(),
  score: z.number(),
  /** Why it is not called strong, in words. */
  heldBack: z.array(z.string()),
})
export type MatchExplanation = z.infer<typeof MatchExplanation>

/** Exactly which list a result rests on. */
export const ListStamp = z.object({
  source: ListSource,
  version: z.string(),
  sha256: z.string(),
  publishedOn: z.string().nullable(),
})
export type ListStamp = z.infer<typeof ListStamp>

export const MATCH_COMMENT_MAX = 2000

/** What a person compared before they said of a match whether it is the listed one; what else it was stands in the comment. */
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

/** The highest age in days that a list may have in production, and that a super admin may set (law §3.2). */
export const LIST_AGE_MAX_DAYS = 31
