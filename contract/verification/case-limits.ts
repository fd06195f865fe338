// Separate from the schemas: the browser reads these without loading a validation library.

/** Hours within which a review is promised (cases, The promise). */
export const PROMISED_HOURS = 48
/** Claimed cases at which "next" gives a reviewer no more. */
export const MAX_HELD_CASES = 3
/** Days covered by the staff dashboard's charts, funnel and medians, today included. */
export const FIGURE_DAYS = 30

/** Idle minutes after which a claim lapses (cases, Claims). */
export const CLAIM_IDLE_MINUTES = 30

/** Longest text for the applicant, and longest internal note (security R28). */
export const REASON_TEXT_MAX = 5000

/** Seconds for which a decision can be undone before it takes effect and its mail is sent (cases, Time to undo). */
export const UNDO_SECONDS = 10

/** Days before their identity document expires on which people are reminded (cases, Before an ID expires). */
export const ID_REMINDER_DAYS = [60, 30, 7] as const

/** Days that people have to confirm their details after being asked. */
export const CONFIRM_DAYS = 30

/** They are reminded this many days before the end of that time. */
export const CONFIRM_SOON_DAYS = 7
