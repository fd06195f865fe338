/** Names under which people reach a server on their own machine, as they stand in an address. */
export const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])
