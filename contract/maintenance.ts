/** The line at the top of every page while the site is read-only. */
export const MAINTENANCE_SENTENCE =
  'We’re doing maintenance. You can’t sign in or make changes until we’re done.'

/** Tells the error page that signing in has to wait for the end of maintenance. */
export const MAINTENANCE_MESSAGE = 'maintenance'
