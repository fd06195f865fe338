import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'

/**
 * Makes the data folder where there is none. Throws a sentence that names DATA_DIR where that fails, or where it
 * `isWritten` and this account can't.
 */
export async function makeDataFolder(folder: string, isWritten: boolean): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    if (isWritten) await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    const why = code === 'EEXIST' ? 'it is no folder' : message
    throw new Error(
      `This account can’t write to ${folder} (${why}): give it the folder, as with chown, or name another in DATA_DIR.`,
      { cause },
    )
  }
}
