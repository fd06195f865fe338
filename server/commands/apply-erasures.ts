import { casePolicyOf } from '#server/model/cases/case-policy.ts'
import { applyErasureNotes } from '#server/model/people/erasure-notes.ts'
import { type Command, refuseMore } from './command.ts'

/** Erases again everyone in a restored database whose account was erased after its dump. */
export const applyErasures: Command = {
  usage: [['apply-erasures', 'erase again, after a restore, who was erased since the backup']],
  parse: (words) => {
    refuseMore(words)
    return async ({ config, database, openFiles, now }) => {
      const files = await openFiles()
      const by = { at: now(), policy: casePolicyOf(config) }
      const { again, held } = await applyErasureNotes({ database, files }, by).finally(() => files.close())
      const left = held > 0 ? ` ${held} ${held === 1 ? 'was' : 'were'} left because of a legal hold.` : ''
      return {
        says: `${again === 1 ? '1 person' : `${again} people`} who had been erased ${again === 1 ? 'was' : 'were'} erased again.${left}`,
      }
    }
  },
}
