/** Names of everything the browser keeps (onboarding §3, Client-side stored keys; account-admin §3). */
export const SESSION_KEYS = {
  riskDisclosureAccepted: 'risk_disclosure_accepted',
  riskDisclosureDate: 'risk_disclosure_date',
  preventProfileRedirect: 'preventProfileRedirectAfterTypeSelection',
  /** Who has read the risk warning of the investor certification in this tab; its answers are never kept. */
  investorRiskAcknowledged: 'investor_risk_acknowledged',
  /** What someone typed who was asked to sign in again before it could be sent. */
  typedBeforeSignIn: 'typed_before_sign_in',
  /** What a reviewer has marked on the case in hand and not sent yet. */
  unsentMarks: 'unsent_marks',
  /** The id of the code for a phone that is open on this page, and its first document: a reload goes on with it. Never the code. */
  openHandOff: 'open_hand_off',
  /** The documents for which someone has answered whether they were read right: their ids, and nothing of what was read. */
  readingsAnswered: 'readings_answered',
  /** Answers of an application were sent from this tab: the page that is loaded next may have been made before they were stored. */
  draftSent: 'draft_sent',
  /** The page that was last reloaded because a newer version had taken its code away. */
  reloadedAt: 'reloaded_at',
  /** When the offline page last opened by itself what it stands for. */
  openedAfterOffline: 'opened_after_offline',
} as const

export const LOCAL_KEYS = {
  theme: 'theme',
  /** When someone was last at any tab, in milliseconds: one that is in use keeps the others open. */
  lastInput: 'last_input',
  /** `off` where a reviewer wants no shortcuts of a single key. */
  singleKeys: 'single_key_shortcuts',
  userTypeFromOnboarding: 'userTypeFromOnboarding',
  userTypeOnboardingType: 'userTypeOnboardingType',
  pendingUserTypeUpdate: 'pending_user_type_update',
  needsTraderCertification: 'needs_trader_certification',
  /** A visitor's email as they typed it, and the id of their provisional user: hints, never proofs. */
  onboardingEmail: 'onboarding_email',
  onboardingUserId: 'onboarding_user_id',
  onboardingNextStep: 'onboarding_next_step',
  /** A risk acceptance the server has not confirmed yet (choices §4). */
  pendingRiskAcceptance: 'pending_risk_acceptance',
} as const

/** The database of files that could not be sent yet, for a day at most. */
export const WAITING_FILES = 'waiting_files'

/** What the names of all drafts begin with. */
export const DRAFT_PREFIX = 'onboarding_draft:'

/** The choice about cookies, kept in the browser and, for a year, in a cookie (account-admin §3). */
export const COOKIE_CHOICE = {
  preferences: 'cookiePreferences',
  isMade: 'hasSetCookiePreferences',
  cookie: 'cookieConsentSet',
} as const
