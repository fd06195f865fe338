import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root folder of the project, whatever the working directory. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))
