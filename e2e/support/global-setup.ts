import { rm } from 'node:fs/promises'
import { makeEmbeddedTemplate } from '#server/testing/embedded-template.ts'

/** Makes the empty database that each product of the journeys copies, and deletes it afterwards. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await makeEmbeddedTemplate()
  process.env.E2E_EMPTY_DATABASE = folder
  return () => rm(folder, { recursive: true, force: true })
}
