// Apart from the schemas: the browser reads these without a library to check them.

/** Hours within which a submission is promised a review (onboarding §9). */
export const PROMISED_HOURS = 48
/** How many cases one person may hold before "next" gives them no more. */
export const MAX_HELD_CASES = 3
/** The days that charts, funnel and medians of the staff dashboard look back on, today included. */
export const FIGURE_DAYS = 30

/** A claim lapses after this many idle minutes (cases, Deciding). */
export const CLAIM_IDLE_MINUTES = 30

/** Length of a text for the applicant and of an internal note (security R28). */
export const REASON_TEXT_MAX = 5000

/** How long a decision can be undone before it counts and its mail leaves (design §11). */
export const UNDO_SECONDS = 10

/** People are told so many days before the document that proves their identity expires (cases, Keeping it true). */
export const ID_REMINDER_DAYS = [60, 30, 7] as const

/** From the day they are asked they have so many days to confirm their details. */
export const CONFIRM_DAYS = 30

/** In the last of these days they are reminded. */
export const CONFIRM_SOON_DAYS = 7
