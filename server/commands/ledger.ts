import { verifyLedger } from '#server/platform/ledger/verify-ledger.ts'
import type { Command } from './command.ts'
import { installedCheckpoints } from './installation.ts'

/**
 * Takes a checkpoint of the ledger now; `--despite` starts from the present content, whatever former
 * checkpoints say.
 */
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

/**
 * Walks the ledger and reports each place where its chain is broken, or differs from the checkpoints (security
 * R24).
 */
export const verifyAudit: Command = {
  usage: [
    ['verify-audit', 'walk the ledger of events and check its chain'],
    [
      'verify-audit --against [PLACE]',
      'compare it with every checkpoint, too: ours, or those in a folder or bucket',
    ],
  ],
  parse([against, place, ...more]) {
    if (more.length > 0 || (against !== undefined && against !== '--against')) return undefined
    return async (installation) => {
      if (!against) return outcome(await verifyLedger(installation.database))
      const { checkpoints, ...found } = await (await installedCheckpoints(installation, place)).compare()
      return outcome(found, `, against ${checkpoints === 1 ? '1 checkpoint' : `${checkpoints} checkpoints`}`)
    }
  },
}

function outcome({ checked, faults }: { checked: number; faults: string[] }, how = '') {
  const says = faults.length
    ? `The ledger is broken in ${faults.length} places (${checked} events checked${how}).`
    : `The ledger is whole: ${checked} events checked${how}.`
  return { says, faults }
}
