import { lockApplication } from '#server/model/applications/applications.ts'
import { removeApplication } from '#server/model/applications/remove-application.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { Services } from '#server/services.ts'

/** Deletes an unclaimed application with its files, as its visitor wishes. Throws NOT_FOUND when it has just gone. */
export async function discardApplication(services: Services, userId: number, origin: Origin): Promise<void> {
  const { database, files, now } = services
  const { keys } = await database.transaction(async (tx) => {
    if (!(await lockApplication(tx, { userId })))
      throw new AppError('NOT_FOUND', 'There is no application in this browser.')
    return removeApplication(tx, userId, { at: now(), actor: { kind: 'user', id: userId }, origin })
  })
  for (const key of keys) await files.remove(key)
}
