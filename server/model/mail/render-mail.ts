import type { MailKind, MailProps } from './mail-kinds.ts'
import type { MailContent } from './outbox.ts'
import { type Deployment, mailSite } from './templates/site.ts'

/**
 * Loads React and the templates, which takes half a second once: not at the start, so that they cost no memory where no mail is
 * sent (performance P10), and ahead of a transaction, which would keep others waiting meanwhile.
 */
export const loadTemplates = () => import('./templates/views.ts')

/** Renders a mail of one kind as HTML and plain text. Throws when a path would lead to another site. */
export async function renderMail<K extends MailKind>(
  kind: K,
  props: MailProps[K],
  deployment: Deployment,
): Promise<MailContent> {
  const { renderView } = await loadTemplates()
  return await renderView(kind, props, mailSite(deployment))
}
