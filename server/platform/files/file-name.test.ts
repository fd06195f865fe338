import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanFileName, contentDisposition, extensionOf } from './file-name.ts'

/** Any text, including lone surrogates, with many characters that must be removed. */
const anyCode = fc.oneof(
  fc.integer({ min: 0, max: 0xffff }),
  fc.constantFrom(0, 10, 13, 0x202e, 0x2066, 0x22, 0x25, 0x2e, 0x2f, 0x5c),
)
const anyName = fc.array(anyCode, { maxLength: 400 }).map((codes) => String.fromCharCode(...codes))

describe('A10 a file name is cleaned for display', () => {
  it.each([
    ['passport.png', 'passport.png'],
    ['../../etc/passwd', 'passwd'],
    ['/absolute/path/me.jpg', 'me.jpg'],
    ['C:\\Users\\me\\scan.pdf', 'scan.pdf'],
    ['a\u0000b.png', 'ab.png'],
    ['a\r\nSet-Cookie: x.png', 'aSet-Cookie: x.png'],
    ['gnp.\u202etxt.png', 'gnp.txt.png'],
    ['a.png.html', 'a.png.html'],
    ['  two   spaces .pdf ', 'two spaces .pdf'],
    ['Ausweis Müller.pdf', 'Ausweis Müller.pdf'],
    ['護照.png', '護照.png'],
    ['', 'document'],
    ['..', 'document'],
    ['folder/', 'document'],
    ['\u202e\u0000', 'document'],
  ])('%j becomes %j', (name, clean) => {
    expect(cleanFileName(name)).toBe(clean)
  })

  it('keeps the extension of a name of 5,000 characters', () => {
    const clean = cleanFileName(`${'é'.repeat(5000)}.pdf`)
    expect(Buffer.byteLength(clean)).toBeLessThanOrEqual(255)
    expect(clean).toMatch(/^é+\.pdf$/)
  })

  it('is never empty, too long or a path, and does not change if cleaned again', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const clean = cleanFileName(name)
        expect(clean.length).toBeGreaterThan(0)
        expect(Buffer.byteLength(clean)).toBeLessThanOrEqual(255)
        expect(clean).not.toMatch(/[/\\\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
        expect(cleanFileName(clean)).toBe(clean)
      }),
    )
  })
})

it('returns the extension in lower case', () => {
  expect(extensionOf('A.B.PDF')).toBe('pdf')
  expect(extensionOf('none')).toBe('')
  expect(extensionOf('.hidden')).toBe('')
})

describe('A10 a download header', () => {
  it('is plain for a plain name', () => {
    expect(contentDisposition('attachment', 'my scan.pdf')).toBe('attachment; filename="my scan.pdf"')
  })

  it('has other names by RFC 5987 next to a plain one', () => {
    expect(contentDisposition('inline', 'Müller "é" 100%.pdf')).toBe(
      `inline; filename="M_ller ___ 100_.pdf"; filename*=UTF-8''M%C3%BCller%20%22%C3%A9%22%20100%25.pdf`,
    )
  })

  it('can’t be split or broken out of by any name', () => {
    const shape = /^attachment; filename="[ !#-[\]-~]+"(; filename\*=UTF-8''[\w%.!#$&+^`|~-]+)?$/
    fc.assert(
      fc.property(anyName, (name) => {
        expect(contentDisposition('attachment', name)).toMatch(shape)
      }),
    )
  })
})
