// Apart from the schemas: the browser reads these without a library to check them.

/** Hours within which a submission is promised a review (onboarding §9). */
export const PROMISED_HOURS = 48
/** How many cases one person may hold before "next" gives them no more. */
export const MAX_HELD_CASES = 3
/** The days that charts, funnel and medians of the staff dashboard look back on, today included. */
export const FIGURE_DAYS = 30
