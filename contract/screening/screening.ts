import { z } from 'zod'
import { endpoint, MUTATION_LIMIT } from '#contract/endpoint.ts'
import { Moment, PageQuery, Reason, UserId } from '#contract/fields.ts'
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

/** A list's entry as staff see it next to a match. */
export const ShownEntry = z.object({
  ref: z.string(),
  kind: ListedKind,
  names: z.array(z.object({ text: z.string(), quality: NameQuality })),
  births: z.array(z.string()),
  countries: z.array(z.string()),
  numbers: z.array(z.string()),
  regime: z.string().nullable(),
  listedOn: z.string().nullable(),
  /** A person's identity documents, as the list names them. */
  documents: z.array(z.string()),
  /** Offices of a politically exposed person. */
  positions: z.array(z.string()),
  /**
   * Whether it is politically exposed and on no sanctions list: confirmed, it requires a second approval and blocks
   * nothing.
   */
  isExposedOnly: z.boolean(),
  /** The publisher's page about the entry or its list. */
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
  /** Null if it can’t be read: it was altered, or belongs to another match. */
  explanation: MatchExplanation.nullable(),
  foundAt: Moment,
  state: MatchState,
  comment: z.string().nullable(),
  decidedAt: Moment.nullable(),
  decidedBy: z.string().nullable(),
  /** One person's verdict, if a second person has to agree. */
  proposal: z
    .object({
      state: MatchVerdict,
      by: z.string(),
      at: Moment,
      comment: z.string(),
      /** Whether it is the reader's own, so that they can't be the second person. */
      isOwn: z.boolean(),
    })
    .nullable(),
  /** When the list or the person changed so that it is no longer a match; it then blocks nothing. */
  endedAt: Moment.nullable(),
})
export type ScreeningMatch = z.infer<typeof ScreeningMatch>

/** An earlier verdict on the same pair: on this match, an earlier one, or one in another case of theirs. */
export const MatchWord = z.object({
  at: Moment,
  by: z.string(),
  /** Whether it is the listed person. */
  said: MatchVerdict,
  /** The outcome: decided, waiting for a second person, or returned because two did not agree. */
  result: z.enum(['decided', 'proposed', 'returned']),
  /** What they compared; empty if the verdict predates that question. */
  reasons: z.array(MatchReason),
  comment: z.string(),
  /** The match it was about, if not this one. */
  of: z.object({ userId: z.number(), kind: CaseKind, isSameCase: z.boolean() }).nullable(),
})
export type MatchWord = z.infer<typeof MatchWord>

/** A match with all verdicts ever given on the pair, newest first. */
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

/** A pair below the bar, with its score (screening, The bar). */
export const SeenPair = z.object({
  /** The subject's key. */
  subject: z.string(),
  source: ListSource,
  ref: z.string(),
  /** The listed name that was compared. */
  name: z.string(),
  score: z.number(),
  /** The version of the list it was last seen in. */
  version: z.string(),
  /** The first and the last screening that gave this score. */
  firstAt: Moment,
  lastAt: Moment,
  /**
   * On a subject's last stored pair: how many more the same screening did not store, because they were less alike or
   * not seen since.
   */
  more: z.number().optional(),
})
export type SeenPair = z.infer<typeof SeenPair>

export const CaseScreening = z.object({
  screenedAt: Moment.nullable(),
  lists: z.array(ListStamp),
  /** What blocks an approval. */
  obstacles: z.array(z.string()),
  /** Whether screening again would cover anything that the latest screening did not. */
  isDue: z.boolean(),
  subjects: z.array(ScreenedSubject),
  matches: z.array(CaseMatch),
  /** Pairs below the bar, the most alike first; those the latest screening saw have its time. */
  seen: z.array(SeenPair),
  /** The bar it was screened with. */
  possibleFrom: z.number(),
  /** Whether the account was erased: only who may open what is retained of it decides. */
  isErased: z.boolean(),
  /** False for one's own case (security R23). */
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
  errors: ['NOT_FOUND', 'FORBIDDEN'],
})

/** Screens at once; otherwise screening follows each submission and each new list by itself. */
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

/**
 * Decides a match, with what the person compared and a comment; calling it the listed person takes two people
 * (screening, Who decides on a match).
 */
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

/** What a line of the test tries. Kept with past results, so names stay as they are. */
export const TrialLine = z.enum([
  'year of birth one off',
  'day and month swapped',
  'another nationality',
  'a middle name that the list doesn’t have',
  'a second family name',
  'one letter swapped',
  'one letter added',
  'one letter left out',
  'one letter wrong',
  'an Arabic name of two parts, spelt otherwise',
  'two letters of the last name swapped',
  'a letter wrong in each',
  'legal form, long or short',
  'legal form at the other end',
  'alarms for made-up people',
  'strong for made-up people',
  'alarms for made-up companies',
  'strong for made-up companies',
])
export type TrialLine = z.infer<typeof TrialLine>

/** One line of the test: how many names were tried and how many were found. */
export const TrialFigure = z.object({
  line: TrialLine,
  asked: z.number(),
  found: z.number(),
  /** In per cent, the minimum, or the maximum if finding them is wrong; null for a figure without a goal. */
  goal: z.number().nullable(),
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

/** Runs for minutes in the background; calling it while one runs changes nothing. */
export const startScreeningTrial = endpoint({
  method: 'POST',
  path: '/api/admin/screening/trial',
  access: 'screening.trial',
  summary: 'Test the screening on the lists in force',
  answer: TrialAnswer,
  errors: ['INVALID_STATE'],
  limit: MUTATION_LIMIT,
})

/** The report required immediately by law (law §3.2); its download is recorded, and the person is not told. */
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
  /** The case's reference for people and staff: VC-10482. */
  reference: z.string(),
  subjectName: z.string(),
  subjectLabel: z.string(),
  /** The company of an owner or a representative; null for others. */
  companyName: z.string().nullable(),
})

export const SanctionsList = ListStamp.extend({
  entries: z.number(),
  importedAt: Moment,
  isStale: z.boolean(),
  /** Its current matches by state, without the reader’s own. */
  matches: z.record(MatchState, z.number()),
})
export type SanctionsList = z.infer<typeof SanctionsList>

/** How the download of a list from its publisher stands. */
export const ListRenewal = z.object({
  source: ListSource,
  /** When the publisher last answered; null if never. */
  renewedAt: Moment.nullable(),
  /** Why it has failed since then. */
  failure: z.string().nullable(),
})
export type ListRenewal = z.infer<typeof ListRenewal>

/** Why some of the operator's files could not be put into force at the last check. */
export const RefusedFiles = z.object({ at: Moment, reason: z.string() })
export type RefusedFiles = z.infer<typeof RefusedFiles>

/**
 * Below the minimum there is only noise, and above the maximum a pair of nearly the same name would no longer be
 * possible.
 */
export const POSSIBLE_FROM_MIN = 0.7
export const POSSIBLE_FROM_MAX = 0.9
export const SETTINGS_REASON_MAX = 500

/** The screening settings that super admins can change. */
export const ScreeningSettings = z.object({
  version: z.number(),
  /** Pairs from this score on are raised; those with nearly the same name always are (screening, The bar). */
  possibleFrom: z.number(),
  maxAgeDays: z.number(),
  /** The last change; null while the defaults are in force. */
  change: z.object({ at: Moment, by: z.string(), reason: z.string() }).nullable(),
})
export type ScreeningSettings = z.infer<typeof ScreeningSettings>

/** A lower bar screens everyone again; a higher one leaves existing matches as they are. */
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

/** Sort orders of the list of open matches. */
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
    /** By default: the oldest first, the strongest first, lists by name. */
    order: z.enum(['asc', 'desc']).optional(),
    cursor: PageQuery.shape.cursor,
  }),
  answer: z.object({
    settings: ScreeningSettings,
    lists: z.array(SanctionsList),
    /** Of the downloaded lists only, not of those an operator supplies. */
    renewals: z.array(ListRenewal),
    refusedFiles: RefusedFiles.nullable(),
    /** Cases waiting to be screened against the lists in force. */
    waiting: z.number(),
    matches: z.array(OpenMatch),
    /** How many are open in total, regardless of the filters. */
    open: z.number(),
    nextCursor: z.string().nullable(),
  }),
  errors: ['VALIDATION_ERROR'],
})
