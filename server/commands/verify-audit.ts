import { verifyLedger } from '#server/platform/ledger/verify-ledger.ts'
import type { Command } from './command.ts'
import { installedCheckpoints } from './installation.ts'

/**
 * Walks the ledger of events and names each place where its chain is broken, or is not the one that checkpoints saw (security
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
