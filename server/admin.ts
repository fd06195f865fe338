import { grantRole } from './commands/grant.ts'
import { dropSanctions, importSanctions } from './commands/import-sanctions.ts'
import { openForCommand } from './commands/open-for-command.ts'
import { ConfigError, readConfig } from './config.ts'
import { migrateDatabase } from './platform/database/migrate.ts'
import { verifyLedger } from './platform/ledger/verify-ledger.ts'

const USAGE = `Usage:
  npm run admin -- grant --admin EMAIL    make someone who has signed in an administrator
  npm run admin -- grant --super EMAIL    make someone who has signed in a super administrator
  npm run admin -- import-sanctions FILE  put a sanctions list into force (--format uk-csv|uk-xml|un-xml, --force)
  npm run admin -- drop-sanctions SOURCE  take the list of a source, uk or un, out of force
  npm run admin -- verify-audit           walk the ledger of events and check its chain`

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : (error as Error).message)
  process.exitCode = 1
}

async function run(args: string[]): Promise<number> {
  const [command, flag, email] = args
  const isGrant = command === 'grant' && (flag === '--super' || flag === '--admin') && email !== undefined
  const ofSanctions =
    command === 'import-sanctions'
      ? importSanctions(args.slice(1))
      : command === 'drop-sanctions'
        ? dropSanctions(args.slice(1))
        : undefined
  if (!isGrant && !ofSanctions && command !== 'verify-audit') {
    console.log(USAGE)
    return command === undefined ? 0 : 2
  }
  const opened = await openForCommand(readConfig())
  try {
    await migrateDatabase(opened.database)
    if (ofSanctions) {
      console.log(await ofSanctions(opened.database, new Date()))
      return 0
    }
    if (isGrant) {
      console.log(
        await grantRole(opened.database, {
          email,
          role: flag === '--super' ? 'super' : 'admin',
          now: new Date(),
        }),
      )
      return 0
    }
    const report = await verifyLedger(opened.database)
    for (const fault of report.faults) console.error(fault)
    console.log(
      report.faults.length
        ? `The ledger is broken in ${report.faults.length} places (${report.checked} events checked).`
        : `The ledger is whole: ${report.checked} events checked.`,
    )
    return report.faults.length ? 1 : 0
  } finally {
    await opened.close()
  }
}
