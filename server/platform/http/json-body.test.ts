import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasKeyTwice } from './json-body.ts'

describe('T7 A25 a key given twice', () => {
  it.each([
    '{"a":1,"a":2}',
    '{"a":1, "b":2,\n"a" :3}',
    '{"a":1,"\\u0061":2}',
    '[{"x":{"k":[],"k":{}}}]',
    '{"\\"":1,"\\u0022":2}',
    '{"a":"}","a":1}',
    '{"a\\\\":1,"a\\\\":1}',
  ])('is found in %s', (json) => expect(hasKeyTwice(json)).toBe(true))

  it.each([
    '{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}',
    '{"a":"a","b":"a"}',
    '["a","a"]',
    '{"a":"\\",\\"a\\":1"}',
    '{"A":1,"a":2}',
    '"a"',
    '',
    '{"a',
    '}}]]',
  ])('is not seen in %s', (json) => expect(hasKeyTwice(json)).toBe(false))

  it('is never found in what was written from an object', () => {
    fc.assert(fc.property(fc.json(), (json) => !hasKeyTwice(JSON.stringify(JSON.parse(json)))))
  })

  it('is found without reading a long text letter by letter', () => {
    // As long as the largest upload that is sent as JSON.
    const json = `{"content":"${'A'.repeat(32 * 1024 * 1024)}","content":1}`
    expect(hasKeyTwice(json)).toBe(true)
  })
})
