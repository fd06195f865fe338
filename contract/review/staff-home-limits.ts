// Apart from the schemas: the browser reads these without a library to check them.

/** The cases due within so many hours are told apart among those due today. */
export const DUE_NEXT_HOURS = 3
/** With fewer decisions than this a share says little: each is told by itself. */
export const FEW_DECISIONS = 20
/** Of a hundred decisions, how many at least are to be made within the promised hours. */
export const PROMISE_TARGET_PERCENT = 95
/** The longest range of days, which is two years. */
export const PROMISE_DAYS_MAX = 731
