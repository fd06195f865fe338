import type { Config } from '#server/config.ts'

/** What the log says at the start about settings that an operator should know of. */
export function startNotes({
  production,
  statusCall,
  clamdUrl,
}: Pick<Config, 'production' | 'statusCall' | 'clamdUrl'>): { level: 'info' | 'warn'; text: string }[] {
  const notes: ReturnType<typeof startNotes> = []
  if (!clamdUrl) notes.push({ level: 'info', text: 'The malware scan is off; CLAMD_URL turns it on' })
  if (production && !statusCall)
    notes.push({
      level: 'warn',
      text: 'The status call approves without a review of every item; STATUS_CALL=reviewed makes it ask for one',
    })
  return notes
}
