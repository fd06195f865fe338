import type { Command } from './command.ts'
import { installedCheckpoints } from './installation.ts'

/** Takes a checkpoint of the ledger now; `--despite` begins with what is there, whatever former checkpoints say. */
export const checkpoint: Command = {
  usage: [
    ['checkpoint', 'check what is new in the ledger and take a checkpoint'],
    ['checkpoint --despite REASON', 'take one whatever the check finds, such as after a restore'],
  ],
  parse([option, ...words]) {
    const reason = words.join(' ').trim()
    if (option === undefined ? words.length > 0 : option !== '--despite' || !reason) return undefined
    return async (installation) => {
      const { checked, faults, taken } = await (await installedCheckpoints(installation)).advance(
        option ? { despite: reason, most: Number.POSITIVE_INFINITY } : {},
      )
      const number = taken && `Checkpoint ${taken.number} covers ${taken.events} events: root ${taken.root}.`
      if (option && taken)
        return { says: [...faults, `Taken despite ${faults.length} faults. ${number}`].join('\n') }
      const none = faults.length ? 'No checkpoint was taken.' : 'Nothing was added since the last checkpoint.'
      return { says: `${checked} events checked. ${number ?? none}`, faults }
    }
  },
}
