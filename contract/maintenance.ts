/** The line on top of every page while people can read only. */
export const MAINTENANCE_SENTENCE =
  'We’re doing maintenance. You can’t sign in or make changes until we’re done.'

/** By what the error page knows that signing in waits for the end of maintenance. */
export const MAINTENANCE_MESSAGE = 'maintenance'
