/** The channel on which transactions announce what they changed. */
export const CHANGES = 'verdaccord_changes'

/** SQL that announces a text when its transaction commits. Equal texts are announced once. */
export const sayChange = (text: string) => `pg_notify('${CHANGES}', ${text})`
