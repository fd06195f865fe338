/** The names of everything in browser storage (onboarding §3.1). */
export const SESSION_KEYS = {
  riskDisclosureAccepted: 'risk_disclosure_accepted',
  riskDisclosureDate: 'risk_disclosure_date',
  preventProfileRedirect: 'preventProfileRedirectAfterTypeSelection',
  /** Whether the risk warning of the investor certification was read in this tab; its answers are never stored. */
  investorRiskAcknowledged: 'investor_risk_acknowledged',
  /** What someone typed before they were asked to sign in again. */
  typedBeforeSignIn: 'typed_before_sign_in',
  /**
   * The id of the phone code made on this page, and its documents, so that a reload and the next steps continue
   * with it. Never the code.
   */
  openHandOff: 'open_hand_off',
  /** The ids of documents whose reading was confirmed or rejected; not what was read. */
  readingsAnswered: 'readings_answered',
  /** This tab has sent answers of an application: the next page may have been rendered before they were stored. */
  draftSent: 'draft_sent',
  /** The page last reloaded because a newer version had replaced its code. */
  reloadedAt: 'reloaded_at',
  /** When the offline page last opened its target by itself. */
  openedAfterOffline: 'opened_after_offline',
} as const

export const LOCAL_KEYS = {
  theme: 'theme',
  /** When any tab was last used, in milliseconds, so that one in use keeps the others signed in. */
  lastInput: 'last_input',
  /** `off` if a reviewer wants no single-key shortcuts. */
  singleKeys: 'single_key_shortcuts',
  userTypeFromOnboarding: 'userTypeFromOnboarding',
  userTypeOnboardingType: 'userTypeOnboardingType',
  pendingUserTypeUpdate: 'pending_user_type_update',
  needsTraderCertification: 'needs_trader_certification',
  /** A visitor's email as typed, and their provisional user's id: hints, never proof. */
  onboardingEmail: 'onboarding_email',
  onboardingUserId: 'onboarding_user_id',
  onboardingNextStep: 'onboarding_next_step',
  /** A risk acceptance that the server hasn't confirmed yet (choices §4.7). */
  pendingRiskAcceptance: 'pending_risk_acceptance',
  /** Until when a code for a phone that this browser shows can be opened: its link is meant for another device. */
  handOffShown: 'hand_off_shown',
} as const

/**
 * The database of what the server doesn't have yet: files and reviewers' marks for a day at most, drafts for a
 * week.
 */
export const WAITING = 'waiting_files'

/** The cookie choice, in local storage and, for a year, in a cookie (account-admin §4.4). */
export const COOKIE_CHOICE = {
  preferences: 'cookiePreferences',
  isMade: 'hasSetCookiePreferences',
  cookie: 'cookieConsentSet',
} as const
