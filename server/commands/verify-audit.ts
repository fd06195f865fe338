import { verifyLedger } from '#server/platform/ledger/verify-ledger.ts'
import type { Command } from './command.ts'

/** Walks the ledger of events and names each place where its chain is broken (security R24). */
export const verifyAudit: Command = {
  usage: [['verify-audit', 'walk the ledger of events and check its chain']],
  parse: (words) =>
    words.length === 0
      ? async ({ database }) => {
          const { faults, checked } = await verifyLedger(database)
          const says = faults.length
            ? `The ledger is broken in ${faults.length} places (${checked} events checked).`
            : `The ledger is whole: ${checked} events checked.`
          return { says, faults }
        }
      : undefined,
}
