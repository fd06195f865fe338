/** The channel on which transactions say what they changed. */
export const CHANGES = 'verdaccord_changes'

/** Says a text when the transaction is committed, for a part of a statement; the same text is said once. */
export const sayChange = (text: string) => `pg_notify('${CHANGES}', ${text})`
