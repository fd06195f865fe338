import type { MailKind, MailProps } from './mail-kinds.ts'
import type { MailContent } from './outbox.ts'
import { type Deployment, siteOf } from './templates/site.ts'

/**
 * Renders a mail of one kind as HTML and plain text. React and the templates are loaded with the first mail, so that
 * they cost nothing at the start, and no memory where no mail is sent (performance P10). Throws when a path would lead
 * to another site.
 */
export async function renderMail<K extends MailKind>(
  kind: K,
  props: MailProps[K],
  deployment: Deployment,
): Promise<MailContent> {
  const { renderView } = await import('./templates/views.ts')
  return await renderView(kind, props, siteOf(deployment))
}
