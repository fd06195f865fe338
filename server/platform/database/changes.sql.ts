import { statement } from './statement.ts'

/** Names the channel on which transactions say what they changed. */
const CHANNEL = 'verdaccord_changes'

/** Says a text when the transaction is committed, for a part of a statement; the same text is said once. */
export const sayChange = (text: string) => `pg_notify('${CHANNEL}', ${text})`

export const listenToChanges = statement({ text: `listen ${CHANNEL}` })
