import { afterAll } from 'vitest'
import { endFile } from './end-of-file.ts'

// Runs for each file, even if files share their modules.
afterAll(endFile)
