/** How a deployment writes days: `us` as Nov 22, 2026, `uk` as 22 Nov 2026. */
export const DATE_STYLES = ['us', 'uk'] as const
export type DateStyle = (typeof DATE_STYLES)[number]

/** Used if the deployment does not set one. */
export const DEFAULT_DATE_STYLE: DateStyle = 'us'
