// Separate from the schemas: the browser reads these without loading a validation library.

/** Among the cases due today, those due within this many hours are counted separately. */
export const DUE_NEXT_HOURS = 3
/** Below this many decisions a percentage says little, so each is listed instead. */
export const FEW_DECISIONS = 20
/** Minimum percentage of decisions to be made within the promised hours. */
export const PROMISE_TARGET_PERCENT = 95
/** The longest range in days: two years. */
export const PROMISE_DAYS_MAX = 731
/** For how many days the staff dashboard shows whose mail bounced, and how many people it shows. */
export const BOUNCED_DAYS = 30
export const BOUNCED_SHOWN = 5
