import { sweepDocuments, sweepRefusal } from '#server/features/operations/housekeeping/sweep-files.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { isStorageKey } from '#server/platform/files/file-store.ts'
import type { SweepReport } from '#server/platform/files/sweeper.ts'
import { type Command, counted, refuseMore, WrongArguments } from './command.ts'

const OPTIONS = ['--dry-run', '--whole-store']

/** Sweeps files that belong to nothing, without a limit; or reports what that would move. */
export const sweepFilesCommand: Command = {
  usage: [
    ['sweep-files --dry-run', 'list the files that the next sweep would move or delete'],
    ['sweep-files', 'sweep them now, without the limit of a scheduled run'],
    [
      'sweep-files --whole-store',
      'also move files that no record mentions, such as after restoring a backup',
    ],
  ],
  parse: (words) => {
    refuseMore(words.filter((word) => !OPTIONS.includes(word)))
    const dryRun = words.includes('--dry-run')
    return async ({ database, openFiles, now }) => {
      const files = await openFiles()
      try {
        const refusal = await sweepRefusal({ database, files }, now())
        if (refusal && !dryRun) throw new Error(refusal.why)
        const report = await sweepDocuments({ database, files }, now(), {
          unlimited: true,
          dryRun,
          wholeStore: words.includes('--whole-store'),
        })
        const says = [
          ...(dryRun ? ['Nothing was changed. A sweep now would do this:'] : []),
          ...linesOf(report),
          ...(refusal ? [`No sweep runs at the moment. ${refusal.why}`] : []),
        ]
        return { says: says.join('\n') }
      } finally {
        await files.close()
      }
    }
  },
}

function linesOf({ setAside, removed, expired, broughtBack }: SweepReport): string[] {
  return [
    ['moved to deleted/ for 30 days', setAside],
    ['deleted, because their records were', removed],
    ['deleted after 30 days in deleted/', expired],
    ['moved back from deleted/, because a record needs them', broughtBack],
  ].flatMap(([what, keys]) => [`${keys?.length} ${what}`, ...[keys ?? []].flat().map((key) => `  ${key}`)])
}

/** Restores files that a sweep moved to `deleted/`. */
export const restoreFiles: Command = {
  usage: [['restore-files --all | KEY…', 'bring files back that a sweep moved to deleted/']],
  parse: (words) => {
    const isAll = words.length === 1 && words[0] === '--all'
    if (words.length === 0) throw new WrongArguments('Name the keys of the files, or all of them by --all.')
    const odd = isAll ? undefined : words.find((word) => !isStorageKey(word))
    if (odd !== undefined) throw new WrongArguments(`“${odd}” is no key of a file.`)
    return async ({ database, openFiles, now }) => {
      const files = await openFiles()
      try {
        const wanted = isAll ? await setAsideIn(files.store) : words
        const faults: string[] = []
        for (const key of wanted)
          if (!(await files.store.bringBack(key))) faults.push(`${key}: is not in deleted/`)
        const restored = wanted.length - faults.length
        if (restored > 0)
          await database.transaction((tx) =>
            recordEvent(tx, {
              at: now(),
              type: 'files.restored',
              actor: { kind: 'system' },
              after: { files: restored },
            }),
          )
        return {
          says: `${restored} of ${counted(wanted.length, 'file')} ${restored === 1 ? 'is' : 'are'} back in place.`,
          faults,
        }
      } finally {
        await files.close()
      }
    }
  },
}

async function setAsideIn(store: { listSetAside(): AsyncIterable<{ key: string }> }): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.listSetAside()) keys.push(key)
  return keys
}
