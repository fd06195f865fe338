import { z } from 'zod'

/** The five families of a standing: yellow needs action, blue is with us, green is done, red failed. */
export const FAMILIES = ['neutral', 'yellow', 'blue', 'green', 'red'] as const

/** The icons next to a standing's label, by their names in the icon set. */
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

/** A standing's label, with its colour and icon. */
export const BadgeLook = z.object({
  label: z.string(),
  family: z.enum(FAMILIES),
  icon: z.enum(BADGE_ICON_NAMES),
})
export type BadgeLook = z.infer<typeof BadgeLook>
