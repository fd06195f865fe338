import { z } from 'zod'
import { endpoint, MUTATION_LIMIT } from '#contract/endpoint.ts'
import { Moment, Reason, UserId } from '#contract/fields.ts'
import { CaseKind } from '#contract/verification/cases.ts'
import {
  ListedKind,
  ListSource,
  ListStamp,
  MATCH_COMMENT_MAX,
  MatchExplanation,
  MatchLevel,
  MatchReason,
  MatchState,
  MatchVerdict,
  NameQuality,
  ScreeningOutcome,
} from './sanctions.ts'

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
  /** Identity documents of a person, as the list names them. */
  documents: z.array(z.string()),
  /** Offices of a politically exposed person. */
  positions: z.array(z.string()),
  /** Politically exposed and on no list of sanctions: confirmed, it asks for a second approval and stops nothing. */
  isExposedOnly: z.boolean(),
  /** The page of the publisher that tells of it, or of its list. */
  url: z.string().nullable(),
})

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
  /** Null where it can’t be read: it was altered, or is of another match. */
  explanation: MatchExplanation.nullable(),
  foundAt: Moment,
  state: MatchState,
  comment: z.string().nullable(),
  decidedAt: Moment.nullable(),
  decidedBy: z.string().nullable(),
  /** What one person said, where a second one has to say the same. */
  proposal: z
    .object({
      state: MatchVerdict,
      by: z.string(),
      at: Moment,
      comment: z.string(),
      /** The reader said it, and so can't be the second one. */
      isOwn: z.boolean(),
    })
    .nullable(),
  /** When the list or the person changed so that it is no match any more; it then stops nothing. */
  endedAt: Moment.nullable(),
})
export type ScreeningMatch = z.infer<typeof ScreeningMatch>

/** What someone once said of the same pair: of this match, of a former one, or in another case of theirs. */
export const MatchWord = z.object({
  at: Moment,
  by: z.string(),
  /** Whether it is the listed one. */
  said: MatchVerdict,
  /** What followed: it was so, a second person was waited for, or two did not agree. */
  result: z.enum(['decided', 'proposed', 'returned']),
  /** What they compared; none where it was said before that was asked. */
  reasons: z.array(MatchReason),
  comment: z.string(),
  /** Of which match, where it was another than this. */
  of: z.object({ userId: z.number(), kind: CaseKind, isSameCase: z.boolean() }).nullable(),
})
export type MatchWord = z.infer<typeof MatchWord>

/** A match with all that was ever said of the pair, newest first. */
export const CaseMatch = ScreeningMatch.extend({ history: z.array(MatchWord) })
export type CaseMatch = z.infer<typeof CaseMatch>

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

/** A pair that was alike and not raised, with its score (law §3.3). */
export const SeenPair = z.object({
  /** Key of the subject. */
  subject: z.string(),
  source: ListSource,
  ref: z.string(),
  /** The listed name that was compared. */
  name: z.string(),
  score: z.number(),
  /** Of the list in which it was seen last. */
  version: z.string(),
  /** The first and the last screening that saw it with this score. */
  firstAt: Moment,
  lastAt: Moment,
  /** On the last pair that is kept of a subject: how many more, less alike or not seen since, the same screening did not keep. */
  more: z.number().optional(),
})
export type SeenPair = z.infer<typeof SeenPair>

export const CaseScreening = z.object({
  screenedAt: Moment.nullable(),
  lists: z.array(ListStamp),
  /** What stops an approval, in words. */
  obstacles: z.array(z.string()),
  /** Whether screening now would look at something that the latest screening did not. */
  isDue: z.boolean(),
  subjects: z.array(ScreenedSubject),
  matches: z.array(CaseMatch),
  /** What fell below the bar, the most alike first; what the latest screening saw has its moment. */
  seen: z.array(SeenPair),
  /** The bar by which it was screened. */
  possibleFrom: z.number(),
  /** No one decides on their own (security R23). */
  mayDecide: z.boolean(),
})
export type CaseScreening = z.infer<typeof CaseScreening>

export const MATCHES_PER_PAGE = 50

export const getCaseScreening = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/screening',
  access: 'screening.read',
  summary: 'How the people and the company of a case were screened against sanctions lists',
  params: z.object({ id: UserId }),
  query: z.object({ kind: CaseKind.default('consumer') }),
  answer: z.object({ screening: CaseScreening.nullable() }),
  errors: ['NOT_FOUND'],
})

/** Screening follows a submission and each list by itself; this asks for it at once. */
export const screenNow = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/screening',
  access: 'screening.run',
  summary: 'Screen a case now against the lists in force, unless that was done',
  params: z.object({ id: UserId }),
  query: z.object({ kind: CaseKind.default('consumer') }),
  answer: z.object({ success: z.literal(true) }),
  errors: ['NOT_FOUND', 'FORBIDDEN'],
  limit: MUTATION_LIMIT,
})

/** A person decides each match, with what they compared and a comment; that it is the listed one takes two (law §3.3). */
export const decideMatch = endpoint({
  method: 'POST',
  path: '/api/admin/screening/matches/:id/decision',
  access: 'screening.decide',
  stepUp: true,
  summary: 'Decide whether a match is the listed person or company',
  params: z.object({ id: UserId }),
  body: z.object({
    version: z.number().int().min(0),
    state: MatchVerdict,
    reasons: z
      .array(MatchReason)
      .min(1, 'Choose what you compared')
      .refine((reasons) => new Set(reasons).size === reasons.length, 'Choose each once'),
    comment: Reason(MATCH_COMMENT_MAX, 'Say what you found, and why you decided this'),
  }),
  answer: z.object({ success: z.literal(true), match: ScreeningMatch }),
  errors: ['NOT_FOUND', 'FORBIDDEN', 'INVALID_STATE', 'STALE_VERSION', 'VALIDATION_ERROR', 'REAUTH_REQUIRED'],
  limit: MUTATION_LIMIT,
})

/** One line of the test: of so many that were asked about, so many were found. */
export const TrialFigure = z.object({
  line: z.string(),
  asked: z.number(),
  found: z.number(),
  /** In per cent, what it must be at least, or at most where finding them is wrong. */
  goal: z.number(),
  isAlarm: z.boolean(),
})
export type TrialFigure = z.infer<typeof TrialFigure>

export const ScreeningTrial = z.object({
  askedAt: Moment,
  endedAt: Moment.nullable(),
  failure: z.string().nullable(),
  lists: z.array(ListStamp),
  matcher: z.number(),
  seed: z.number(),
  possibleFrom: z.number(),
  figures: z.array(TrialFigure),
})
export type ScreeningTrial = z.infer<typeof ScreeningTrial>

const TrialAnswer = z.object({ trial: ScreeningTrial.nullable() })

export const getScreeningTrial = endpoint({
  method: 'GET',
  path: '/api/admin/screening/trial',
  access: 'screening.read',
  summary: 'The latest test of how well the screening finds listed people and companies',
  answer: TrialAnswer,
  errors: [],
})

/** Takes minutes, in the background; while one runs, asking again changes nothing. */
export const startScreeningTrial = endpoint({
  method: 'POST',
  path: '/api/admin/screening/trial',
  access: 'screening.trial',
  summary: 'Test the screening on the lists in force',
  answer: TrialAnswer,
  errors: ['INVALID_STATE'],
  limit: MUTATION_LIMIT,
})

/** The report that the law asks for at once (law §3.2); its download is recorded, and its person is told nothing. */
export const downloadMatchReport = endpoint({
  method: 'GET',
  path: '/api/admin/screening/matches/:id/report',
  access: 'screening.read',
  summary: 'The report to the authority on a confirmed match, as a PDF filled from the records',
  params: z.object({ id: UserId }),
  answer: { file: ['application/pdf'] },
  errors: ['NOT_FOUND', 'FORBIDDEN', 'INVALID_STATE'],
  limit: { bucket: 'match-report', max: 60, windowSeconds: 60 },
})

export const OpenMatch = z.object({
  match: ScreeningMatch,
  userId: z.number(),
  kind: CaseKind,
  /** How people and staff call the case: VC-10482. */
  reference: z.string(),
  subjectName: z.string(),
  subjectLabel: z.string(),
  /** The company that an owner or a representative belongs to; null of others. */
  companyName: z.string().nullable(),
})

export const SanctionsList = ListStamp.extend({
  entries: z.number(),
  importedAt: Moment,
  isStale: z.boolean(),
  /** Of the matches with it that still are some, without the reader’s own. */
  matches: z.record(MatchState, z.number()),
})
export type SanctionsList = z.infer<typeof SanctionsList>

/** How the fetching of a list from its publisher stands. */
export const ListRenewal = z.object({
  source: ListSource,
  /** When the publisher was last heard of; null where it never was. */
  renewedAt: Moment.nullable(),
  /** Why it has not worked since then. */
  failure: z.string().nullable(),
})
export type ListRenewal = z.infer<typeof ListRenewal>

/** Why the files that the operator brings could not all be put into force when they were looked at last. */
export const RefusedFiles = z.object({ at: Moment, reason: z.string() })
export type RefusedFiles = z.infer<typeof RefusedFiles>

/** Lower is noise, and above it a pair of nearly the same name would not be possible any more. */
export const POSSIBLE_FROM_MIN = 0.7
export const POSSIBLE_FROM_MAX = 0.9
export const SETTINGS_REASON_MAX = 500

/** What super admins set of the screening. */
export const ScreeningSettings = z.object({
  version: z.number(),
  /** From this score on a person is asked about a pair; from a name that is nearly the same on always (law §3.3). */
  possibleFrom: z.number(),
  maxAgeDays: z.number(),
  /** The last change; null while the usual values are in force. */
  change: z.object({ at: Moment, by: z.string(), reason: z.string() }).nullable(),
})
export type ScreeningSettings = z.infer<typeof ScreeningSettings>

/** A lower bar screens everyone again; a higher one keeps the matches that are there. */
export const changeScreeningSettings = endpoint({
  method: 'PUT',
  path: '/api/admin/screening/settings',
  access: 'screening.settings',
  stepUp: true,
  summary: 'Change from which score on people are asked about a pair, and at which age a list is out of date',
  body: z.object({
    version: z.number().int().min(0),
    possibleFrom: z
      .number('Enter a whole percentage, like 80')
      .min(POSSIBLE_FROM_MIN, 'Enter 70% or more')
      .max(POSSIBLE_FROM_MAX, 'Enter 90% or less')
      .refine((bar) => Number.isInteger(Number((bar * 100).toFixed(6))), 'Enter a whole percentage, like 80'),
    maxAgeDays: z
      .number('Enter a number of days, like 14')
      .int('Enter whole days')
      .min(1, 'Enter 1 day or more'),
    reason: Reason(SETTINGS_REASON_MAX, 'Say why you’re changing this'),
  }),
  answer: z.object({ success: z.literal(true), settings: ScreeningSettings }),
  errors: ['STALE_VERSION', 'VALIDATION_ERROR', 'REAUTH_REQUIRED'],
  limit: MUTATION_LIMIT,
})

/** How long a match has waited. */
export const MatchWaiting = z.enum(['day', 'week', 'month'])
export type MatchWaiting = z.infer<typeof MatchWaiting>

/** What the list of open matches is sorted by. */
export const MatchSort = z.enum(['found', 'level', 'list'])
export type MatchSort = z.infer<typeof MatchSort>

export const listOpenMatches = endpoint({
  method: 'GET',
  path: '/api/admin/screening',
  access: 'screening.read',
  summary: 'The sanctions lists in force, and the matches that wait for a decision',
  query: z.object({
    level: MatchLevel.optional(),
    source: ListSource.optional(),
    /** Found longer ago than this. */
    waiting: MatchWaiting.optional(),
    sort: MatchSort.default('found'),
    /** Without one: the oldest first, the strongest first, lists by their name. */
    order: z.enum(['asc', 'desc']).optional(),
    cursor: z.string().max(200).optional(),
  }),
  answer: z.object({
    settings: ScreeningSettings,
    lists: z.array(SanctionsList),
    /** Of the lists that are fetched; those that an operator brings are not among them. */
    renewals: z.array(ListRenewal),
    refusedFiles: RefusedFiles.nullable(),
    /** Cases that wait to be screened against the lists in force. */
    waiting: z.number(),
    matches: z.array(OpenMatch),
    /** How many wait in all, whatever the filters. */
    open: z.number(),
    nextCursor: z.string().nullable(),
  }),
  errors: ['VALIDATION_ERROR'],
})
