/** The light tokens of the design language, as mail programs need them: written into each element (design §3.1). */
export const COLOUR = {
  canvas: '#F5F8F6',
  surface: '#FFFFFF',
  sunken: '#ECF1EE',
  ink: '#10201A',
  ink2: '#3B4C45',
  ink3: '#56675F',
  line: '#DCE4E0',
  brand: '#0B5A48',
  onBrand: '#FFFFFF',
  leaf: '#3E9B6E',
  lineStrong: '#77887F',
  blueBg: '#E3EDFC',
  blueSolid: '#2563C9',
  blueInk: '#16458C',
  greenInk: '#125A2B',
  yellowSolid: '#A06A00',
  yellowBg: '#FCF1CC',
  yellowLine: '#DDBB55',
  yellowInk: '#664600',
} as const

export const FONT =
  '"Hanken Grotesk Variable", "Hanken Grotesk", "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif'
export const MONO = '"Geist Mono", ui-monospace, SFMono-Regular, Menlo, Consolas, monospace'

/** Only what cannot be written into an element: phone widths, and the dark tokens where a program honours them. */
export const STYLESHEET = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
  .m-outer { padding: 12px 8px 24px !important; }
  .m-card { padding: 24px 20px 28px !important; }
  .m-h1 { font-size: 23px !important; line-height: 29px !important; }
  .m-button { display: block !important; }
  .m-bars { padding-right: 10px !important; width: 34px !important; }
  .m-bars .m-space { display: none !important; }
  .m-bars .m-left { width: 12px !important; }
  .m-bars .m-gap { width: 3px !important; }
  .m-bars .m-right { width: 19px !important; }
}
@media (prefers-color-scheme: dark) {
  .m-canvas, .m-canvas > table > tbody > tr > td { background-color: #0B1210 !important; }
  .m-card { background-color: #121B18 !important; border-color: #26342E !important; }
  .m-ink, .m-h1 { color: #EAF1EE !important; }
  .m-ink2 { color: #B9C7C1 !important; }
  .m-ink3, .m-ink3 a { color: #94A59D !important; }
  .m-link { color: #6CCFA9 !important; }
  .m-button { background-color: #6CCFA9 !important; color: #04241A !important; }
  .m-panel { background-color: #0E1613 !important; border-color: #26342E !important; }
  .m-fix { background-color: #33290C !important; border-color: #6B5618 !important; }
  .m-fix-label { color: #F3D37A !important; }
  .m-given { background-color: #6CCFA9 !important; }
  .m-checked { background-color: #3FA878 !important; }
  .m-ok { color: #93DDA9 !important; }
  .m-blue { color: #A9CBFA !important; }
  .m-look { color: #F3D37A !important; }
  .m-line { border-color: #26342E !important; }
  .m-mark { background-image: linear-gradient(135deg, #6CCFA9 50%, transparent 50%), repeating-linear-gradient(0deg, #3FA878 0 3px, #0B1210 3px 5px) !important; background-color: #6CCFA9 !important; }
}
`
