import * as contract from '#contract/onboarding/nudges.ts'
import { linkPage } from '#server/model/mail/link-page.ts'
import type { Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'
import { stopReminders } from './stop-reminders.ts'

/** The link under every reminder that stops them, for anyone who has the email, signed in or not. */
export function registerNudges(routes: Routes, services: Services): void {
  routes.on(contract.confirmStopReminders)(async ({ params, reply }) =>
    reply.redirect(linkPage('/stop-reminders', params.token)),
  )

  routes.on(contract.stopReminders)(async ({ params }) => {
    await stopReminders(services, params.token)
    return { success: true }
  })
}
