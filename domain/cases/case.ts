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
  /** Shown to the applicant with the item. */
  text: string | null
  /** For staff only. */
  note: string | null
  /** SHA-256 of the file, or a fingerprint of the data; null if nothing was given. */
  evidence: string | null
  /** Hashes of returned files, which are refused if sent again (cases, A returned case). */
  refused: readonly string[]
  /** Who accepted it after looking at it; null or absent if it is not accepted, or was before this was stored. */
  acceptedBy?: number | null
  /**
   * Who accepted it and when (ISO 8601), as the decision told its applicant. Later marks of reviewers do not
   * change it, so it may be shown while they work on the case again.
   */
  checked?: { by: number; at: string } | null
  /** Whether a decision was sent that did not return it; it is read-only from then on. */
  isFinal: boolean
}

/** A decision that waits for a second person (cases, Four eyes). An override approves despite obstacles. */
export interface Proposal {
  kind: 'approval' | 'override'
  by: number
  at: Date
  note: string | null
}

/** What an approval rests on; an override also names the rules it set aside, and whose decision that was. */
export interface Approval extends ApprovalBasis {
  override?: { setAside: readonly string[]; askedBy: number; confirmedBy: number | null } | null
}

/** A case's current data. `version` increases by one with every change. */
export interface Case {
  kind: CaseKind
  state: CaseState
  version: number
  /** The applicant; no one decides on their own case (security R23). */
  applicantId: number
  items: readonly CaseItem[]
  /** Submissions so far, and how many there may be before only staff can reopen. */
  round: number
  roundLimit: number
  submittedAt: Date | null
  dueAt: Date | null
  /** The reviewer working on it now, and when they were last active. */
  claim: { by: number; at: Date } | null
  /** The assigned reviewer, however long they are away. */
  assignee: number | null
  proposal: Proposal | null
  /** What the approval in force rests on; null if there is none. */
  approval: Approval | null
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

/** What the applicant submits for an item; null if nothing was given. */
export interface Evidence {
  key: ItemKey
  evidence: string | null
}

/** A reason given by the status call; without an item it goes to the case's first item that it fits. */
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
 * `gaps` are what the reviewer still has to do before they can accept items. `obstacles` are codes for what
 * prevents the command, worked out by the caller from documents and ledger; `firmObstacles` are those that no
 * override lifts, because the law rather than our policy requires them. `setAside` is what an override lifts, as
 * the ledger names it: it keeps that for good, so without anyone's name or what a reviewer typed.
 */
export type CaseCommand =
  | { type: 'submit'; actor: ActingUser; evidence: readonly Evidence[]; obstacles: readonly string[] }
  | { type: 'resubmit'; actor: ActingUser; evidence: readonly Evidence[]; obstacles: readonly string[] }
  /**
   * `isUndo`: the previous state is restored, including a returned file or none. `isOtherKind`: the file is a side of
   * another kind of ID than the one in its place.
   */
  | {
      type: 'replace_evidence'
      actor: ActingUser
      key: ItemKey
      evidence: string | null
      isUndo?: true
      isOtherKind?: boolean
    }
  /** Data changed on the applicant's behalf, such as a name after a marriage. */
  | { type: 'correct_details'; actor: ActingUser; key: ItemKey; evidence: string }
  | { type: 'claim'; actor: ActingUser; takeOver?: boolean }
  /** `isSkip`: released to take another case instead. */
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
      /** What its reviewer has marked and not saved, which an approval counts. */
      verdicts?: readonly Verdict[]
      gaps?: readonly AcceptanceGap[]
      obstacles: readonly string[]
      firmObstacles?: readonly string[]
      setAside?: readonly string[]
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
      setAside?: readonly string[]
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

/** One event, to be stored in the same transaction. `before` and `after` are the states. */
export interface CaseEvent {
  type: CommandType
  actor: ActingUser
  at: Date
  before: CaseState
  after: CaseState
  version: number
  round: number
  /** The items after it, if it changed any. */
  items?: readonly CaseItem[]
  reasons?: readonly ReasonCode[]
  note?: string
  /** The new owner, if that changed; null for no one. */
  owner?: number | null
  /** True if new evidence voided a proposal. */
  isProposalVoided?: boolean
  /** What an approval rests on, if it is one. */
  approval?: Approval
}

/** Why a command is refused, with what the screen must show for it. */
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

/** What a deployment can configure: whether approvals and overrides need a second person. */
export interface CasePolicy {
  fourEyes: { approvals: boolean; overrides: boolean }
}
