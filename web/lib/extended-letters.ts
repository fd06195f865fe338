import latin from '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-ext-wght-normal.woff2?url'
import vietnamese from '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-vietnamese-wght-normal.woff2?url'

// Names contain letters that the first page's font files don't have: "Łukasz", "Đorđe", "Nguyễn". Those files load when
// such a letter is shown, without being in the first page's styles, whose size is limited (P1).
const FILES = [
  [
    vietnamese,
    'U+0102-0103, U+0110-0111, U+0128-0129, U+0168-0169, U+01A0-01A1, U+01AF-01B0, U+0300-0301, U+0303-0304, U+0308-0309, U+0323, U+0329, U+1EA0-1EF9, U+20AB',
  ],
  [
    latin,
    'U+0100-0130, U+0132-0151, U+0154-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF',
  ],
] as const

if (typeof FontFace !== 'undefined')
  for (const [file, unicodeRange] of FILES)
    document.fonts.add(
      new FontFace('Hanken Grotesk Variable', `url("${file}") format("woff2")`, {
        weight: '100 900',
        display: 'swap',
        unicodeRange,
      }),
    )
