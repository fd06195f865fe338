import { type CSSProperties, createElement as h, type ReactNode } from 'react'
import type { BadgeLook } from '#contract/badge.ts'
import type { LeafState } from '#contract/verification/leaf.ts'
import { LEAF_LOOKS, leafShape, type RightLook, type Span } from '#domain/leaf/leaf-shape.ts'
import { lineBadge } from '#domain/leaf/leaf-state.ts'
import type { MailLine } from '#server/model/mail/mail-kinds.ts'
import { lineText } from './site.ts'
import { COLOUR, FONT } from './theme.ts'

const PITCH = 25
const BAR = 12
const WIDTH = 176

/** The sign says the same as the colour, to those who can't tell it. */
const LOOKS: Partial<Record<BadgeLook['family'], { className: string; colour: string; sign: string }>> = {
  green: { className: 'm-ok', colour: COLOUR.greenInk, sign: '✓ ' },
  blue: { className: 'm-blue', colour: COLOUR.blueInk, sign: '' },
  yellow: { className: 'm-look', colour: COLOUR.yellowInk, sign: '! ' },
}
const PLAIN = { className: 'm-ink2', colour: COLOUR.ink2, sign: '' }

/**
 * The leaf of a case with its list next to it. Its bars are coloured cells, because images are often blocked; without
 * rounded corners it is still a leaf (design §11.3). Nothing if there is no leaf to show.
 */
export function leafTable(lines: readonly MailLine[]): ReactNode {
  const { rows } = leafShape(lines.length, { width: WIDTH, pitch: PITCH })
  const shown = lines.flatMap((line, index) => {
    const row = rows[index]
    return row ? h(Line, { key: line.key, line, left: row.left, right: row.right }) : []
  })
  if (shown.length === 0) return null
  const border = `1px solid ${COLOUR.line}`
  return table({ className: 'm-line', width: '100%', style: { borderTop: border, margin: '0 0 20px' } }, [
    h('tr', { key: 'space' }, h('td', { colSpan: 3, height: 14, style: { fontSize: 0 } })),
    ...shown,
  ])
}

function Line({ line, left, right }: { line: MailLine; left: Span; right: Span }) {
  const { label, state } = line
  const { label: word, family } = lineBadge(line)
  const look = LOOKS[family] ?? PLAIN
  const text: CSSProperties = { fontFamily: FONT, fontSize: 14, lineHeight: '20px', padding: '2px 0' }
  return h(
    'tr',
    { className: 'm-row' },
    h(
      'td',
      { className: 'm-bars', width: 210, 'aria-hidden': true, style: { width: 210 } },
      h(Bars, { state, left, right }),
    ),
    h(
      'td',
      {
        className: 'm-ink',
        style: { ...text, color: COLOUR.ink, fontWeight: state === 'look_again' ? 600 : 400 },
      },
      lineText(label),
    ),
    h(
      'td',
      {
        className: `m-word ${look.className}`,
        align: 'right',
        style: { ...text, color: look.colour, fontWeight: 600, paddingLeft: 12, whiteSpace: 'nowrap' },
      },
      look.sign && h('span', { className: 'm-sign', 'aria-hidden': true }, look.sign),
      word,
    ),
  )
}

/** What was given, the vein, and our check, each in cells of its own. */
function Bars({ state, left, right }: { state: LeafState; left: Span; right: Span }) {
  const look = LEAF_LOOKS[state]
  const start = Math.round(left.x)
  const given = Math.round(left.width)
  const gap = Math.round(right.x - left.x - left.width)
  return table({}, [
    h(
      'tr',
      { key: 'bars' },
      start > 0 && h('td', { className: 'm-space', width: start, style: { width: start } }),
      h(
        'td',
        { className: 'm-left', width: given, style: { width: given } },
        givenBar(look.left === 'solid'),
      ),
      h('td', { className: 'm-gap', width: gap, style: { width: gap } }),
      h(
        'td',
        { className: 'm-right', width: Math.round(right.width), style: { width: Math.round(right.width) } },
        ourBar(look.right),
      ),
    ),
  ])
}

const givenBar = (isGiven: boolean) =>
  isGiven ? bar([{ key: 'm-given', colour: COLOUR.brand }]) : bar([{ key: 'open', edge: DASHED }])

const DASHED = `1px dashed ${COLOUR.lineStrong}`

function ourBar(look: RightLook): ReactNode {
  switch (look) {
    case 'dashed':
      return bar([{ key: 'open', edge: DASHED }])
    case 'hatched':
      return bar([
        {
          key: 'm-with-us',
          colour: COLOUR.blueBg,
          edge: `1px solid ${COLOUR.blueSolid}`,
          image: `repeating-linear-gradient(135deg, ${COLOUR.blueSolid} 0 2px, ${COLOUR.blueBg} 2px 5px)`,
        },
      ])
    case 'solid':
      return bar([{ key: 'm-checked', colour: COLOUR.leaf }])
    case 'broken':
      return bar([
        { key: 'm-again', colour: COLOUR.yellowLine },
        { key: 'gap', width: 3 },
        { key: 'm-again-end', colour: COLOUR.yellowLine },
      ])
    case 'dotted':
      return bar([
        { key: 'm-checked', colour: COLOUR.leaf },
        { key: 'gap', width: 3 },
        { key: 'dot', colour: COLOUR.yellowSolid, width: 4 },
      ])
    case 'crossed':
      // A rejected case shows its applicant no leaf.
      return null
    default:
      return look satisfies never
  }
}

interface Piece {
  key: string
  colour?: string
  edge?: string
  image?: string
  width?: number
}

/** One bar of one or more pieces side by side, over the whole width of its cell. */
function bar(pieces: readonly Piece[]): ReactNode {
  const cells = pieces.map(({ key, colour, edge, image, width }) =>
    h('td', {
      key,
      className: key,
      bgcolor: colour,
      height: edge ? BAR - 2 : BAR,
      width,
      style: {
        backgroundImage: image,
        border: edge,
        borderRadius: BAR / 2,
        fontSize: 0,
        height: edge ? BAR - 2 : BAR,
        lineHeight: 0,
        width,
      },
    }),
  )
  return table({ width: '100%' }, [h('tr', { key: 'bar' }, ...cells)])
}

function table(props: { className?: string; width?: string; style?: CSSProperties }, rows: ReactNode[]) {
  return h(
    'table',
    { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0, ...props },
    h('tbody', null, rows),
  )
}
