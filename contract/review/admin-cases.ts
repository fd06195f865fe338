import { z } from 'zod'
import { DocumentNotice, StoredDocument } from '#contract/documents/uploads.ts'
import { endpoint, MUTATION_LIMIT } from '#contract/endpoint.ts'
import { FreeText, Moment, UserId } from '#contract/fields.ts'
import { REASON_TEXT_MAX } from '#contract/verification/case-limits.ts'
import {
  AcceptanceGapKind,
  AdminStatus,
  ApprovalRecord,
  CaseKind,
  CaseState,
  ItemDecision,
  ItemKey,
  KycStatus,
  ReasonCode,
} from '#contract/verification/cases.ts'

/** A reviewer's verdict on one item. */
export const ItemVerdict = z.object({
  item: ItemKey,
  decision: ItemDecision,
  reasons: z.array(ReasonCode).max(10).default([]),
  applicantText: FreeText(REASON_TEXT_MAX).nullish(),
  internalNote: FreeText(REASON_TEXT_MAX).nullish(),
})
export type ItemVerdict = z.infer<typeof ItemVerdict>

/** Verdicts on several items, each item once: of two the last would count, whatever the first says. */
const ItemVerdicts = z
  .array(ItemVerdict)
  .min(1)
  .max(100)
  .refine((items) => new Set(items.map(({ item }) => item)).size === items.length, 'Name each item once')

/** A change of someone's details that support proposed and a second person confirmed, with what it rests on. */
export const SupportChange = z.object({
  at: Moment,
  before: z.string(),
  after: z.string(),
  proposedBy: z.string(),
  confirmedBy: z.string(),
  reason: z.string(),
  evidence: z.string(),
})
export type SupportChange = z.infer<typeof SupportChange>

/** An item as the reviewer sees it: the latest verdict, and what changed since the previous round. */
export const ReviewItem = z.object({
  item: ItemKey,
  label: z.string(),
  decision: ItemDecision,
  reasons: z.array(ReasonCode),
  applicantText: z.string().nullable(),
  internalNote: z.string().nullable(),
  /** Who accepted it after looking at it; null if no one did. */
  acceptedBy: z.string().nullable(),
  /**
   * What was marked on it last, if it is open again because its evidence has changed since; by whom only if a reviewer
   * did so in this round.
   */
  formerMark: z.object({ decision: ItemDecision, by: z.string().nullable(), at: Moment }).nullable(),
  /** What the reader still has to do before they can accept it. */
  beforeAccept: z.array(z.object({ kind: AcceptanceGapKind, text: z.string() })),
  /** The reasons that apply to this item, for the picker. */
  possibleReasons: z.array(ReasonCode),
  changed: z.boolean(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** Changes with the answers or the file that the item rests on, by the applicant or by support. */
  evidence: z.string().nullable(),
  /** The ids of the current documents that it is judged by: what proves it, and what that is compared with. */
  judgedBy: z.array(z.string()),
  /** Changes by support since the previous round was submitted, or since this one if it is the first. */
  supportChanges: z.array(SupportChange),
  document: StoredDocument.nullable(),
  /** Whether the reader has had the document on screen at reading size. */
  isRead: z.boolean(),
  /** What the applicant was told about the document when they gave it. */
  notices: z.array(DocumentNotice),
  formerDocuments: z.array(StoredDocument),
})
export type ReviewItem = z.infer<typeof ReviewItem>

export const ReviewEvent = z.object({
  id: z.number(),
  at: Moment,
  type: z.string(),
  title: z.string(),
  actor: z.string(),
  reasons: z.array(z.string()),
  note: z.string().nullable(),
  /** A look at a document: which one, what a list of several looks at it is called, and how it was shown. */
  look: z.object({ document: z.string(), title: z.string(), text: z.string() }).optional(),
})

/** A case's owner: by a claim, which ends at `until`, or by an assignment, which has no end. */
export const ReviewOwner = z.object({
  id: z.number(),
  name: z.string(),
  isYou: z.boolean(),
  until: Moment.nullable(),
})
export type ReviewOwner = z.infer<typeof ReviewOwner>

/** An approval that waits for a second person (cases, Four eyes). */
export const CaseProposal = z.object({
  kind: z.enum(['approval', 'override']),
  by: z.string(),
  at: Moment,
  note: z.string().nullable(),
  /** Neither the proposer nor the person the case is about can confirm. */
  mayConfirm: z.boolean(),
  /** Whether the reader proposed it and so can cancel it. */
  isYours: z.boolean(),
  /** Another person who has just confirmed it, which takes effect unless they undo it. */
  confirmedBy: z.string().nullable(),
})
export type CaseProposal = z.infer<typeof CaseProposal>

/** Why setting a case to approved would be refused now. */
export const ApprovalObstacle = z.object({
  /**
   * An override lifts what is `waivable`, and nothing else; an `open_match` is to be decided first, and a
   * `proposed_match` confirmed by a second person.
   */
  kind: z.enum(['waivable', 'open_match', 'proposed_match', 'firm']),
  text: z.string(),
  /** The line of the desk that it is about; null if it is about the whole case. */
  line: z.string().nullable(),
})
export type ApprovalObstacle = z.infer<typeof ApprovalObstacle>

/** A note between reviewers; the applicant never sees it. */
export const CaseNote = z.object({ id: z.number(), author: z.string(), at: Moment, text: z.string() })
export type CaseNote = z.infer<typeof CaseNote>

export const ReviewCase = z.object({
  id: z.number(),
  kind: CaseKind,
  state: CaseState,
  kyc_status: KycStatus,
  version: z.number(),
  round: z.number(),
  submittedAt: Moment.nullable(),
  dueAt: Moment.nullable(),
  /** Whether the applicant has confirmed an address; until then nothing of theirs is reviewed. */
  emailConfirmed: z.boolean(),
  dueState: z.enum(['on_time', 'due_soon', 'overdue']).nullable(),
  /** Working time it has waited for us, in milliseconds; null if it has not (cases, Working time). */
  workingMs: z.number().nullable(),
  decidedAt: Moment.nullable(),
  decidedBy: z.string().nullable(),
  /** What the approval in force rests on. */
  approval: ApprovalRecord.nullable(),
  /** Until when a verified person should confirm their details. */
  confirmBy: Moment.nullable(),
  owner: ReviewOwner.nullable(),
  /**
   * Until when the reader may open its documents: while it is their case, or for a limited time after giving a
   * reason. A null `until` means no end; null itself means they first have to claim the case or give a reason.
   */
  documentsOpen: z.object({ until: Moment.nullable() }).nullable(),
  /** The last claim that lapsed because its reviewer was idle; null once the case is claimed again or moves on. */
  lapsedClaim: z.object({ name: z.string(), isYou: z.boolean(), at: Moment }).nullable(),
  proposal: CaseProposal.nullable(),
  /** `unconfirmed`: accepted by a call that did not say which text was shown. */
  riskDisclosure: z.enum(['confirmed', 'unconfirmed', 'missing']),
  items: z.array(ReviewItem),
  /** Why an approval would be refused now. */
  missingEvidence: z.array(z.string()),
  /** The same for the status call, which also overrules what reviewers said against items. */
  statusObstacles: z.array(ApprovalObstacle),
  /** What else a reviewer should know; it blocks nothing. */
  hints: z.array(z.string()),
  /** Per hint, in the same order: the user it is about; null if it is only about this case. */
  hintUserIds: z.array(z.number().nullable()),
  /** Staff read less of their own case, and don't decide it (security R23). */
  isOwn: z.boolean(),
  /** False for one's own case, and for that of an erased person. */
  mayDecide: z.boolean(),
  /** Newest first. */
  notes: z.array(CaseNote),
  /**
   * Until when the reader can undo their own decision, which takes effect soon after; null once it has, or if
   * there is none of theirs.
   */
  undoUntil: Moment.nullable(),
  events: z.array(ReviewEvent),
})
export type ReviewCase = z.infer<typeof ReviewCase>

/** Which of a user's two cases is meant: their own, or their company's. */
export const KindOfCase = CaseKind.default('consumer')

export const getReviewCase = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/kyc-case',
  access: 'cases.read',
  summary: 'The verification of a user, for review; the reading is recorded',
  params: z.object({ id: UserId }),
  query: z.object({ kind: KindOfCase }),
  answer: z.object({ case: ReviewCase.nullable() }),
  errors: ['NOT_FOUND', 'FORBIDDEN'],
})

export const DECISION_ERRORS = [
  'NOT_FOUND',
  'FORBIDDEN',
  'INVALID_STATE',
  'STALE_VERSION',
  'VALIDATION_ERROR',
  'REAUTH_REQUIRED',
] as const

const Refinement = z.object({
  reasons: z.array(ReasonCode).max(10).optional(),
  note: FreeText(REASON_TEXT_MAX).optional(),
  version: z.number().int().min(0).optional(),
  /** A super admin may approve with incomplete evidence, with a note. */
  override: z.boolean().optional(),
  /** What the caller has marked and not saved, which an approval counts. It takes the version they marked. */
  items: ItemVerdicts.optional(),
})

/** The specification's status call; reasons, note and version extend it (cases, The status call). */
export const updateKycStatus = endpoint({
  method: 'PUT',
  path: '/api/admin/users/:id/kyc-status',
  access: 'cases.lead',
  stepUp: true,
  summary: 'Set the verification status of a user',
  params: z.object({ id: UserId }),
  body: Refinement.extend({ kyc_status: AdminStatus }),
  answer: z.object({ success: z.literal(true), kyc_status: KycStatus, version: z.number() }),
  errors: DECISION_ERRORS,
  limit: MUTATION_LIMIT,
})

/** The same for a user's company, where the status is called customer due diligence. */
export const updateCddStatus = endpoint({
  ...updateKycStatus,
  path: '/api/admin/users/:id/cdd-status',
  summary: 'Set the verification status of a user’s company',
  body: Refinement.extend({ cdd_status: AdminStatus }),
  answer: z.object({ success: z.literal(true), cdd_status: KycStatus, version: z.number() }),
})

/** Saves verdicts without deciding the case, so that a review can be interrupted. */
export const saveVerdicts = endpoint({
  method: 'PUT',
  path: '/api/admin/users/:id/kyc-verdicts',
  access: 'cases.work',
  summary: 'Save the reviewer’s word on items of a case',
  params: z.object({ id: UserId }),
  body: z.object({
    kind: KindOfCase,
    version: z.number().int().min(0),
    items: ItemVerdicts,
  }),
  answer: z.object({ success: z.literal(true), case: ReviewCase }),
  errors: DECISION_ERRORS,
  limit: MUTATION_LIMIT,
})

/**
 * Decides the case by its items: it is approved if all are accepted, rejected on any final verdict, and otherwise
 * returned (cases, What decides a case).
 */
export const decideCase = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/kyc-decision',
  access: 'cases.decide',
  stepUp: true,
  summary: 'Decide the verification of a user, item by item',
  params: z.object({ id: UserId }),
  body: z.object({
    kind: KindOfCase,
    version: z.number().int().min(0),
    items: ItemVerdicts,
    note: FreeText(REASON_TEXT_MAX).optional(),
    /**
     * Leaves time to undo it: an approval or a return takes effect after UNDO_SECONDS. A rejection, a proposal to a
     * second person, or anything with a note takes effect at once.
     */
    undoable: z.boolean().default(false),
  }),
  answer: z.object({ success: z.literal(true), case: ReviewCase }),
  errors: DECISION_ERRORS,
  limit: MUTATION_LIMIT,
})

/** Undoes a decision that has not taken effect yet; the verdicts on its items stay. */
export const undoDecision = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/kyc-decision',
  access: 'cases.decide',
  summary: 'Undo a decision of one’s own that does not count yet',
  params: z.object({ id: UserId }),
  query: z.object({ kind: KindOfCase }),
  answer: z.object({ success: z.literal(true), case: ReviewCase }),
  errors: ['NOT_FOUND', 'FORBIDDEN', 'INVALID_STATE'],
  limit: MUTATION_LIMIT,
})
