/** Text that is already HTML. */
export interface Html {
  readonly text: string
}

type Value = Html | string | number | undefined | false | readonly Html[]

/** A template of HTML in which every value is escaped, unless it is Html itself (security R31). */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return { text: parts.reduce((text, part, i) => text + render(values[i - 1]) + part) }
}

function render(value: Value): string {
  if (value === undefined || value === false) return ''
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value))
  return 'text' in value ? value.text : value.map((item) => item.text).join('')
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}
