import type {
  AcceptanceGapKind,
  AdminStatus,
  ApprovalBasis,
  CaseKind,
  CaseState,
  FinalReason,
  ItemDecision,
  ItemKey,
  ReasonCode,
  RetryReason,
} from '#contract/verification/cases.ts'
import type { ActingUser } from '#domain/roles/acting-user.ts'

/** One thing a reviewer decides on: a document slot or a group of data. */
export interface CaseItem {
  key: ItemKey
  decision: ItemDecision
  reasons: readonly ReasonCode[]
  /** For the applicant, beside the item. */
  text: string | null
  /** For staff only. */
  note: string | null
  /** SHA-256 of the file, or a fingerprint of the data; null where nothing was given. */
  evidence: string | null
  /** Hashes of files that were returned; they are refused when sent again (cases, Deciding). */
  refused: readonly string[]
  /** Who accepted it after looking at it; no one where it is not accepted, or was before this was kept. */
  acceptedBy?: number | null
  /**
   * Who accepted it and when (ISO 8601), as a decision told its applicant. Nothing that reviewers mark afterwards changes
   * it, so that it may be shown while they work on the case again.
   */
  checked?: { by: number; at: string } | null
  /** Part of a decision that was sent out and did not return it: from then on it is read-only. */
  isFinal: boolean
}

/** Waits for a second person (cases, Deciding). An override approves in spite of obstacles. */
export interface Proposal {
  kind: 'approval' | 'override'
  by: number
  at: Date
  note: string | null
}

/** A case as it is. `version` grows by one with every change. */
export interface Case {
  kind: CaseKind
  state: CaseState
  version: number
  /** Whose case it is; no one decides on their own (security R23). */
  applicantId: number
  items: readonly CaseItem[]
  /** Submissions so far, and how many there may be before only a person can reopen. */
  round: number
  roundLimit: number
  submittedAt: Date | null
  dueAt: Date | null
  /** Who works on it now, and when they last did. */
  claim: { by: number; at: Date } | null
  /** Who is to review it, however long they are away. */
  assignee: number | null
  proposal: Proposal | null
  /** On what the approval that stands rests; null without one. */
  approval: ApprovalBasis | null
  lastChange: { by: ActingUser; at: Date } | null
  confirmBy: Date | null
}

/** A reviewer's decision on one item. OTHER needs a text. */
export type Verdict = { key: ItemKey; note?: string } & (
  | { decision: 'pending' }
  | { decision: 'accepted' }
  | { decision: 'retry'; reasons: readonly RetryReason[]; text?: string }
  | { decision: 'final'; reasons: readonly FinalReason[] }
)

/** What the applicant hands in for an item; null where nothing was given. */
export interface Evidence {
  key: ItemKey
  evidence: string | null
}

/** A reason of the status call; without an item it goes to the first one of the case it can be said of. */
export interface StatusReason {
  code: ReasonCode
  item?: ItemKey
  text?: string
}

/** Something a reviewer has to do before they can accept an item. */
export interface AcceptanceGap {
  item: ItemKey
  kind: AcceptanceGapKind
  text: string
}

/**
 * `gaps` are what the reviewer has yet to do before they can accept items. `obstacles` are the codes of what stands in the way, worked out by the caller from documents and ledger;
 * `firmObstacles` those among them that no override lifts, because a law and not the house asks for them.
 */
export type CaseCommand =
  | { type: 'submit'; actor: ActingUser; evidence: readonly Evidence[]; obstacles: readonly string[] }
  | { type: 'resubmit'; actor: ActingUser; evidence: readonly Evidence[]; obstacles: readonly string[] }
  /** `isUndo`: what was there before is put back, a returned file or nothing included. */
  | {
      type: 'replace_evidence'
      actor: ActingUser
      key: ItemKey
      evidence: string | null
      isUndo?: true
    }
  /** Data changed on the applicant's behalf, such as a name after a marriage. */
  | { type: 'correct_details'; actor: ActingUser; key: ItemKey; evidence: string }
  | { type: 'claim'; actor: ActingUser; takeOver?: boolean }
  /** `isSkip`: to take another case instead. */
  | { type: 'release'; actor: ActingUser; isSkip?: boolean }
  | { type: 'assign'; actor: ActingUser; to: number | null }
  | {
      type: 'mark_items'
      actor: ActingUser
      version: number
      verdicts: readonly Verdict[]
      gaps: readonly AcceptanceGap[]
    }
  | {
      type: 'decide'
      actor: ActingUser
      version: number
      verdicts: readonly Verdict[]
      gaps: readonly AcceptanceGap[]
      obstacles: readonly string[]
      note?: string
    }
  | {
      type: 'set_status'
      actor: ActingUser
      status: AdminStatus
      obstacles: readonly string[]
      firmObstacles?: readonly string[]
      version?: number
      reasons?: readonly StatusReason[]
      note?: string
      override?: boolean
    }
  | {
      type: 'confirm_approval'
      actor: ActingUser
      version: number
      obstacles: readonly string[]
      firmObstacles?: readonly string[]
      note?: string
    }
  | { type: 'decline_approval'; actor: ActingUser; version: number; note?: string }
  | { type: 'mark_reverification_due'; actor: ActingUser; confirmBy: Date }
  | { type: 'ask_to_confirm'; actor: ActingUser; version: number; confirmBy: Date; note: string }
  | { type: 'confirm_unchanged'; actor: ActingUser; obstacles: readonly string[] }
  | { type: 'withdraw'; actor: ActingUser }
  | { type: 'expire'; actor: ActingUser }
  | { type: 'start_again'; actor: ActingUser; stillValid: readonly ItemKey[] }
  | { type: 'reopen'; actor: ActingUser; note?: string }

export type CommandType = CaseCommand['type']
export type CommandOf<T extends CommandType> = Extract<CaseCommand, { type: T }>

/** One thing that happened, to be stored in the same transaction. `before` and `after` are the states. */
export interface CaseEvent {
  type: CommandType
  actor: ActingUser
  at: Date
  before: CaseState
  after: CaseState
  version: number
  round: number
  /** The items as they stood after it, where it touched them. */
  items?: readonly CaseItem[]
  reasons?: readonly ReasonCode[]
  note?: string
  /** Whose case it is from then on, where that changed; null for no one. */
  owner?: number | null
  /** True where new evidence voided a proposal. */
  isProposalVoided?: boolean
  /** On what an approval rests, where it is one. */
  approval?: ApprovalBasis
}

/** Why a command is refused; each kind carries what the screen must tell. */
export type RefusalReason =
  | { code: 'not_permitted' }
  | { code: 'own_case' }
  | { code: 'reviewer_is_applicant' }
  | { code: 'stale_version'; version: number; decidedBy: number | null; decidedAt: Date | null }
  | { code: 'illegal_move' }
  | { code: 'claimed_by_other'; by: number; until: Date }
  | { code: 'items_undecided'; items: readonly ItemKey[] }
  | { code: 'unknown_item'; item: ItemKey }
  | { code: 'reason_missing'; item: ItemKey }
  | { code: 'reason_misfit'; item: ItemKey | null; reason: ReasonCode }
  | { code: 'text_required'; item: ItemKey | null }
  | { code: 'evidence_missing'; missing: readonly string[] }
  | { code: 'not_reviewed'; gaps: readonly AcceptanceGap[] }
  | { code: 'note_required' }
  | { code: 'super_admin_required' }
  | { code: 'nothing_to_confirm' }
  | { code: 'same_person' }
  | { code: 'held_by_reviewer' }
  | { code: 'item_read_only'; item: ItemKey }
  | { code: 'same_file'; item: ItemKey }
  | { code: 'items_not_corrected'; items: readonly ItemKey[] }
  | { code: 'rounds_exhausted'; rounds: number }

export type Transition =
  | { ok: true; next: Case; events: readonly CaseEvent[] }
  | { ok: false; from: CaseState; to: CaseState; why: RefusalReason }

/** What a deployment may configure: whether approvals and overrides need a second person. */
export interface CasePolicy {
  fourEyes: { approvals: boolean; overrides: boolean }
}
