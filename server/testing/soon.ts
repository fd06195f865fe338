/**
 * How long a test waits for what happens soon. It only ends a test that would otherwise wait for ever, however
 * busy the machine is.
 */
export const soon = { timeout: 60_000, interval: 50 }
