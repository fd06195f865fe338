import { adoptStore } from './commands/adopt-store.ts'
import { applyErasures } from './commands/apply-erasures.ts'
import { checkAdvisories } from './commands/check-advisories.ts'
import {
  type Command,
  commandRefusal,
  type InspectingCommand,
  type Work,
  WrongArguments,
} from './commands/command.ts'
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

const HELP = ['--help', '-h']

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
  if (name === undefined || name === 'help' || HELP.includes(name)) return explained()
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) return refused(`There is no command “${name}”.`)
  if (words.some((word) => HELP.includes(word))) return explained(command)
  try {
    return await ('inspect' in command ? inspect(command.inspect(words)) : carryOut(command.parse(words)))
  } catch (error) {
    if (error instanceof WrongArguments) return refused(error.message, command)
    throw error
  }
}

async function inspect(look: ReturnType<InspectingCommand['inspect']>): Promise<number> {
  const { says, status, isSound } = await look()
  console.log(says)
  return status ?? (isSound ? 0 : 1)
}

async function carryOut(work: Work): Promise<number> {
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

/** Prints the usage of a command, or of all, as the answer that was asked for. */
function explained(command?: Described): number {
  console.log(usage(command ? [command] : Object.values(COMMANDS)))
  return 0
}

/** Says what is wrong with the arguments before the usage. */
function refused(reason: string, command?: Described): number {
  console.error(`${reason}\n\n${usage(command ? [command] : Object.values(COMMANDS))}`)
  return 2
}

type Described = Pick<Command, 'usage'>

function usage(commands: readonly Described[]): string {
  const lines = commands.flatMap((command) => command.usage)
  const width = Math.max(...lines.map(([words]) => words.length))
  return [
    'Usage:',
    ...lines.map(([words, does]) => `  npm run admin -- ${words.padEnd(width)}    ${does}`),
  ].join('\n')
}
