import { adoptStore } from './commands/adopt-store.ts'
import { applyErasures } from './commands/apply-erasures.ts'
import { checkAdvisories } from './commands/check-advisories.ts'
import { type Command, commandRefusal, type InspectingCommand } from './commands/command.ts'
import { doctor } from './commands/doctor/doctor.ts'
import { drill } from './commands/drill.ts'
import { grant } from './commands/grant.ts'
import { dropSanctions, importSanctions } from './commands/import-sanctions.ts'
import { openInstallation } from './commands/installation.ts'
import { makeKey, rewrap } from './commands/keys.ts'
import { checkpoint, verifyAudit } from './commands/ledger.ts'
import { maintenance } from './commands/maintenance.ts'
import { moveToPostgres } from './commands/move-to-postgres.ts'
import { readBounces } from './commands/read-bounces.ts'
import { replayStripe } from './commands/replay-stripe.ts'
import { restoreFiles, sweepFilesCommand } from './commands/sweep-files.ts'
import { verifyFiles } from './commands/verify-files.ts'
import { readConfig } from './config.ts'
import { databaseErrorCode, databaseFault } from './platform/database/database-faults.ts'
import { noticeRestore, RESTORED } from './platform/database/installation.ts'
import { prepareDatabase } from './platform/database/prepare.ts'
import { AppError } from './platform/http/app-error.ts'
import { reasonOf } from './platform/reason-of.ts'

/** The operators' command line, each command by its first word. */
const COMMANDS: Readonly<Record<string, Command | InspectingCommand>> = {
  doctor,
  grant,
  'import-sanctions': importSanctions,
  'drop-sanctions': dropSanctions,
  'replay-stripe': replayStripe,
  'verify-audit': verifyAudit,
  checkpoint,
  'verify-files': verifyFiles,
  drill,
  'sweep-files': sweepFilesCommand,
  'restore-files': restoreFiles,
  'adopt-store': adoptStore,
  'apply-erasures': applyErasures,
  maintenance,
  'move-to-postgres': moveToPostgres,
  'make-key': makeKey,
  'rewrap-keys': rewrap,
  'read-bounces': readBounces,
  'check-advisories': checkAdvisories,
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  console.error(figureText(error))
  process.exitCode = 1
}

/** Advice for operators about a database or store that can't be used. */
function figureText(error: unknown): string {
  // Its message is for people waiting on a page; this one is for someone who can act.
  if (error instanceof AppError && error.code === 'UNAVAILABLE')
    return `The file store can’t be used: ${reasonOf(error.cause)}. This says nothing about the files in it. What to do says: npm run admin -- doctor`
  const isOfDatabase = databaseFault(error) !== undefined || databaseErrorCode(error) === '42501'
  const { database } = isOfDatabase ? readConfig() : {}
  if (!database) return (error as Error).message
  return database.directUrl === undefined
    ? commandRefusal(error, database.url, 'DATABASE_URL')
    : commandRefusal(error, database.directUrl, 'DATABASE_DIRECT_URL')
}

async function run([name, ...words]: string[]): Promise<number> {
  const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command && 'inspect' in command) {
    const found = await command.inspect(words)?.()
    if (!found) return explained(2)
    console.log(found.says)
    return found.status ?? (found.isSound ? 0 : 1)
  }
  const work = command?.parse(words)
  if (!work) return explained(name === undefined ? 0 : 2)
  const installation = await openInstallation(readConfig())
  try {
    await prepareDatabase(installation.database, installation.config.database?.ownerUrl)
    if (await noticeRestore(installation.database)) console.error(RESTORED)
    const { says, faults = [] } = await work(installation)
    for (const fault of faults) console.error(fault)
    console.log(says)
    return faults.length > 0 ? 1 : 0
  } finally {
    await installation.close()
  }
}

/** Prints the usage and returns the exit status. */
function explained(status: number): number {
  console.log(usage())
  return status
}

function usage(): string {
  const lines = Object.values(COMMANDS).flatMap((command) => command.usage)
  const width = Math.max(...lines.map(([words]) => words.length))
  return [
    'Usage:',
    ...lines.map(([words, does]) => `  npm run admin -- ${words.padEnd(width)}    ${does}`),
  ].join('\n')
}
