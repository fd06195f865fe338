/** The five status families of design §3: yellow needs action, blue is with us, green done, red failed. */
export type Family = 'neutral' | 'yellow' | 'blue' | 'green' | 'red'

/** The class that sets the colours of a family for the element and what is in it. */
export const FAMILY_CLASS: Record<Family, string> = {
  neutral: 'ne',
  yellow: 'y',
  blue: 'bl',
  green: 'g',
  red: 'r',
}
