import { join, resolve } from 'node:path'
import type { Config } from '#server/config.ts'
import { bucketOf } from '#server/platform/files/bucket.ts'
import { verifyLedger } from '#server/platform/ledger/verify-ledger.ts'
import { type Command, type CommandOutcome, counted, refuseMore, WrongArguments } from './command.ts'
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
    if (option !== undefined && option !== '--despite') refuseMore([option])
    if (option && !reason) throw new WrongArguments('Say after --despite why, such as "restored from …".')
    return async (installation) => {
      const { checked, faults, taken } = await (await installedCheckpoints(installation)).advance(
        option ? { despite: reason, most: Number.POSITIVE_INFINITY } : {},
      )
      const number =
        taken && `Checkpoint ${taken.number} covers ${counted(taken.events, 'event')}: root ${taken.root}.`
      if (option && taken)
        return { says: [...faults, `Taken despite ${counted(faults.length, 'fault')}. ${number}`].join('\n') }
      const none = faults.length ? 'No checkpoint was taken.' : 'Nothing was added since the last checkpoint.'
      return { says: `${counted(checked, 'event')} checked. ${number ?? none}`, faults }
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
    if (against !== undefined && against !== '--against') refuseMore([against])
    refuseMore(more)
    return async (installation) => {
      if (!against) return outcome(await verifyLedger(installation.database))
      const { checkpoints, ...found } = await (await installedCheckpoints(installation, place)).compare()
      if (checkpoints > 0) return outcome(found, `, against ${counted(checkpoints, 'checkpoint')}`)
      const { says, faults = [] } = outcome(found)
      return { says, faults: [...faults, noCheckpoints(installation.config, place)] }
    }
  },
}

function outcome({ checked, faults }: { checked: number; faults: string[] }, how = ''): CommandOutcome {
  const events = counted(checked, 'event')
  const says = faults.length
    ? `The ledger is broken in ${counted(faults.length, 'place')} (${events} checked${how}).`
    : `The ledger is whole: ${events} checked${how}.`
  return { says, faults }
}

function noCheckpoints({ checkpoints, dataDir }: Config, place: string | undefined): string {
  const own = checkpoints.place === undefined ? join(resolve(dataDir), 'checkpoints') : undefined
  const bucket = bucketOf(place ?? checkpoints.place ?? '')
  const where = bucket ? `${bucket.name}/${bucket.prefix}` : resolve(place ?? checkpoints.place ?? own ?? '')
  return place === undefined
    ? `There is no checkpoint in ${where}, so the ledger was compared with none. A server writes one every hour; give the place of those from a backup, as in --against PLACE.`
    : `There is no checkpoint in ${where}, so the ledger was compared with none. Give the folder or bucket that has files such as 0000000001.json: that of CHECKPOINTS_URL, or checkpoints in DATA_DIR, or a copy of it.`
}
