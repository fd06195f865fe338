import { z } from 'zod'

/** The five families of a status: yellow needs action, blue is with us, green done, red failed. */
export const FAMILIES = ['neutral', 'yellow', 'blue', 'green', 'red'] as const

/** The icons that stand beside the word of a status, by the names the icon set gives them. */
export const BADGE_ICON_NAMES = [
  'check',
  'circle-alert',
  'circle-check',
  'circle-dashed',
  'circle-x',
  'clock',
  'hourglass',
  'pencil-line',
  'search-check',
  'send',
] as const
export type BadgeIcon = (typeof BADGE_ICON_NAMES)[number]

/** A status in its one word, with its colour and its icon. */
export const BadgeLook = z.object({
  label: z.string(),
  family: z.enum(FAMILIES),
  icon: z.enum(BADGE_ICON_NAMES),
})
export type BadgeLook = z.infer<typeof BadgeLook>
