/** Greets by the reader's hour and by the first of their names: "Good morning, Priya"; without a name by the hour alone. */
export function greeting(name: string | null | undefined, now: Date): string {
  const hour = now.getHours()
  const words = hour < 12 ? 'Good morning' : hour < 18 ? 'Good afternoon' : 'Good evening'
  const first = name?.trim().split(/\s+/)[0]
  return first ? `${words}, ${first}` : words
}
