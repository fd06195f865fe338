import { z } from 'zod'
import { CaseKind } from './cases.ts'
import { endpoint } from './endpoint.ts'
import { FreeText, Moment, UserId } from './fields.ts'
import { MUTATION_LIMIT } from './users.ts'

/** Where a list comes from; the sample of made-up names serves the default setting (decisions §6). */
export const LIST_SOURCES = ['uk', 'un', 'sample'] as const
export const ListSource = z.enum(LIST_SOURCES)
export type ListSource = z.infer<typeof ListSource>

export const LIST_NAMES: Readonly<Record<ListSource, string>> = {
  uk: 'UK Sanctions List',
  un: 'UN Consolidated List',
  sample: 'Sample list of made-up names',
}

/** How a list is written (domain 3.2). */
export const LIST_FORMATS = ['uk-csv', 'uk-xml', 'un-xml'] as const
export type ListFormat = (typeof LIST_FORMATS)[number]

export const ListedKind = z.enum(['person', 'entity', 'ship'])
export type ListedKind = z.infer<typeof ListedKind>

/** A name of an entry: its own, another spelling of it, or an alias, good or weak. */
export const NameQuality = z.enum(['primary', 'variation', 'alias', 'weak_alias'])
export type NameQuality = z.infer<typeof NameQuality>

/** How alike somebody and an entry are: worth a look, or nearly certain. Neither decides anything. */
export const MatchLevel = z.enum(['possible', 'strong'])
export type MatchLevel = z.infer<typeof MatchLevel>

/** `stale`: what was found, if anything, rests on a list that is out of date, or on no list at all (domain 3.3). */
export const ScreeningOutcome = z.enum(['clear', 'possible', 'strong', 'stale'])
export type ScreeningOutcome = z.infer<typeof ScreeningOutcome>

/** What a person said of a match: nobody yet, somebody else, or the listed one. */
export const MatchState = z.enum(['open', 'false', 'true'])
export type MatchState = z.infer<typeof MatchState>

/** How a word of one name was found in the other. */
export const WordFit = z.enum(['same', 'spelling', 'sound', 'initial', 'only_given', 'only_listed'])
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
  result: z.enum(['agrees', 'differs', 'unknown']),
  given: z.string().nullable(),
  listed: z.string().nullable(),
  points: z.number(),
})
export type ComparedFact = z.infer<typeof ComparedFact>

/** Why a match is one: every word, every fact, and what holds it down (domain 3.3, "explanation per token"). */
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

/** An entry of a list as staff see it beside a match. */
export const ShownEntry = z.object({
  ref: z.string(),
  kind: ListedKind,
  names: z.array(z.object({ text: z.string(), quality: NameQuality })),
  births: z.array(z.string()),
  countries: z.array(z.string()),
  numbers: z.array(z.string()),
  regime: z.string().nullable(),
  listedOn: z.string().nullable(),
})

/** Exactly which list a result rests on. */
export const ListStamp = z.object({
  source: ListSource,
  version: z.string(),
  sha256: z.string(),
  publishedOn: z.string().nullable(),
})
export type ListStamp = z.infer<typeof ListStamp>

export const ScreeningMatch = z.object({
  id: z.number(),
  version: z.number(),
  subject: z.string(),
  source: ListSource,
  /** The list it was last found in. */
  list: ListStamp,
  entry: ShownEntry,
  level: MatchLevel,
  score: z.number(),
  explanation: MatchExplanation,
  foundAt: Moment,
  state: MatchState,
  comment: z.string().nullable(),
  decidedAt: Moment.nullable(),
  decidedBy: z.string().nullable(),
  /** When the list or the person changed so that it is no match any more; it then stops nothing. */
  endedAt: Moment.nullable(),
})
export type ScreeningMatch = z.infer<typeof ScreeningMatch>

export const ScreenedSubject = z.object({
  key: z.string(),
  kind: z.enum(['person', 'company']),
  label: z.string(),
  name: z.string(),
  birthDate: z.string().nullable(),
  country: z.string().nullable(),
  companyNumber: z.string().nullable(),
  outcome: ScreeningOutcome,
})
export type ScreenedSubject = z.infer<typeof ScreenedSubject>

export const CaseScreening = z.object({
  screenedAt: Moment.nullable(),
  lists: z.array(ListStamp),
  /** What stops an approval, in words. */
  obstacles: z.array(z.string()),
  subjects: z.array(ScreenedSubject),
  matches: z.array(ScreeningMatch),
  /** Nobody decides on their own (security R23). */
  mayDecide: z.boolean(),
})
export type CaseScreening = z.infer<typeof CaseScreening>

export const MATCH_COMMENT_MAX = 2000
export const MATCHES_PER_PAGE = 50

export const getCaseScreening = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/screening',
  access: 'admin',
  summary: 'How the people and the company of a case were screened against sanctions lists',
  params: z.object({ id: UserId }),
  query: z.object({ kind: CaseKind.default('consumer') }),
  answer: z.object({ screening: CaseScreening.nullable() }),
  errors: ['NOT_FOUND'],
})

/** A person decides each match, with a comment; nothing follows by itself (domain 3.3). */
export const decideMatch = endpoint({
  method: 'POST',
  path: '/api/admin/screening/matches/:id/decision',
  access: 'admin',
  summary: 'Say whether a match is the listed person or company',
  params: z.object({ id: UserId }),
  body: z.object({
    version: z.number().int().min(0),
    state: MatchState.exclude(['open']),
    comment: FreeText(MATCH_COMMENT_MAX).pipe(
      z.string().min(1, 'Say what you compared, and why you decide so'),
    ),
  }),
  answer: z.object({ success: z.literal(true), match: ScreeningMatch }),
  errors: ['NOT_FOUND', 'FORBIDDEN', 'INVALID_STATE', 'STALE_VERSION', 'VALIDATION_ERROR'],
  limit: MUTATION_LIMIT,
})

export const OpenMatch = z.object({
  match: ScreeningMatch,
  userId: z.number(),
  kind: CaseKind,
  subjectName: z.string(),
  subjectLabel: z.string(),
})

export const SanctionsList = ListStamp.extend({
  entries: z.number(),
  importedAt: Moment,
  isStale: z.boolean(),
})
export type SanctionsList = z.infer<typeof SanctionsList>

export const listOpenMatches = endpoint({
  method: 'GET',
  path: '/api/admin/screening',
  access: 'admin',
  summary: 'The sanctions lists in force, and the matches that wait for a decision',
  query: z.object({ cursor: z.string().max(200).optional() }),
  answer: z.object({
    lists: z.array(SanctionsList),
    /** Cases that wait to be screened against the lists in force. */
    waiting: z.number(),
    matches: z.array(OpenMatch),
    nextCursor: z.string().nullable(),
  }),
  errors: ['VALIDATION_ERROR'],
})
