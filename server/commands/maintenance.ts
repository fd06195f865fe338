import { recordEvent } from '#server/model/audit/record-event.ts'
import { type Command, refuseMore, WrongArguments } from './command.ts'
import { endMaintenance, startMaintenance } from './commands.sql.ts'

/** Turns maintenance on or off for every process of the installation. */
export const maintenance: Command = {
  usage: [
    ['maintenance on', 'let people read only: no changes, no jobs, no mails'],
    ['maintenance off', 'let people work again, such as after checking a restored copy'],
  ],
  parse: ([word, ...more]) => {
    if (word !== 'on' && word !== 'off')
      throw new WrongArguments(`Say on or off${word ? `, not “${word}”` : ''}.`)
    refuseMore(more)
    return async ({ database, config, now }) => {
      const changed = await database.transaction(async (tx) => {
        const { rowCount } = await (word === 'on' ? startMaintenance(tx, [now()]) : endMaintenance(tx))
        if (rowCount)
          await recordEvent(tx, {
            at: now(),
            type: word === 'on' ? 'maintenance.started' : 'maintenance.ended',
            actor: { kind: 'system' },
          })
        return rowCount
      })
      const is = `Maintenance is ${word}${changed ? ' now' : ' already'}.`
      const stays = ' MAINTENANCE=1 is set here, so processes started with it still refuse changes.'
      return { says: word === 'off' && config.maintenance ? is + stays : is }
    }
  },
}
