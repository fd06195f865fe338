import { afterAll } from 'vitest'
import { endFile } from './end-of-file.ts'

// Runs for each file, also where files share their modules.
afterAll(endFile)
