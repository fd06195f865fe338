/** How long a test waits for what is to happen soon: it only ends a test that would wait for ever, however busy the machine is. */
export const soon = { timeout: 60_000, interval: 50 }
