import { describe, expect, it } from 'vitest'
import { html } from './layout.ts'

describe('an HTML template', () => {
  it('R31 escapes every value', () => {
    expect(html`<p title="${`"'`}">${'<b>&'}</p>`.text).toBe('<p title="&quot;&#39;">&lt;b&gt;&amp;</p>')
  })

  it('leaves HTML inside HTML as it is, one or many', () => {
    expect(html`<ul>${['a', '<'].map((text) => html`<li>${text}</li>`)}</ul>`.text).toBe(
      '<ul><li>a</li><li>&lt;</li></ul>',
    )
  })

  it('writes nothing for undefined values', () => {
    expect(html`[${undefined}${false}${''}${0}]`.text).toBe('[0]')
  })
})
