import { FaceReader } from '#server/model/faces/face-reader.ts'
import { DocumentReader } from '#server/model/reading/document-reader.ts'
import type { Services } from '#server/services.ts'
import { readByMachine } from './read-by-machine.ts'

/** Registers the reading of documents: one at a time, because the rest of the server wants the processors, too. */
export function registerReadingJobs(services: Services): void {
  const readers = { documents: new DocumentReader(), faces: new FaceReader() }
  services.jobs.handle('read-document', { concurrency: 1 }, ({ documentId }) =>
    readByMachine(services, readers, documentId),
  )
}
