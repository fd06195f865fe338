import { Button, Heading, Link, Section, Text } from '@react-email/components'
import { type CSSProperties, createElement as h, type ReactNode } from 'react'
import { dateAndTime, type Site } from './site.ts'
import { COLOUR, FONT, MONO } from './theme.ts'

const BODY: CSSProperties = { fontFamily: FONT, fontSize: 16, lineHeight: '24px', margin: '0 0 16px' }

/** The one heading of a mail. */
export function title(text: string): ReactNode {
  const style = {
    color: COLOUR.ink,
    fontFamily: FONT,
    fontSize: 26,
    fontWeight: 640,
    letterSpacing: '-0.02em',
    lineHeight: '32px',
    margin: '0 0 20px',
  }
  return h(Heading, { as: 'h1', className: 'm-h1', style }, text)
}

/** A paragraph of the body. */
export function paragraph(...children: ReactNode[]): ReactNode {
  return h(Text, { className: 'm-ink', style: { ...BODY, color: COLOUR.ink } }, ...children)
}

/** A paragraph of lesser weight: conditions, what to do otherwise. */
export function aside(...children: ReactNode[]): ReactNode {
  const style = { ...BODY, color: COLOUR.ink2, fontSize: 15, lineHeight: '22px' }
  return h(Text, { className: 'm-ink2', style }, ...children)
}

/** A link in running text. */
export function link(text: string, href: string): ReactNode {
  return h(
    Link,
    { className: 'm-link', href, style: { color: COLOUR.brand, textDecoration: 'underline' } },
    text,
  )
}

/** A link to an address, shown as it is. */
export function mailto(address: string): ReactNode {
  return link(address, `mailto:${address}`)
}

/** The one next action of a mail. */
export function action(text: string, href: string): ReactNode {
  const style: CSSProperties = {
    backgroundColor: COLOUR.brand,
    borderRadius: 8,
    color: COLOUR.onBrand,
    display: 'inline-block',
    fontFamily: FONT,
    fontSize: 16,
    fontWeight: 600,
    lineHeight: '24px',
    padding: '12px 22px',
    textAlign: 'center',
    textDecoration: 'none',
  }
  return h(Section, { style: { margin: '24px 0' } }, h(Button, { className: 'm-button', href, style }, text))
}

/** A code to be typed, large, in figures of one width; it is copied whole by a double click. */
export function figure(code: string): ReactNode {
  const style = {
    ...BODY,
    color: COLOUR.ink,
    fontFamily: MONO,
    fontSize: 34,
    fontWeight: 600,
    letterSpacing: '0.18em',
    lineHeight: '44px',
    margin: '8px 0 20px',
  }
  return h(Text, { className: 'm-ink', style }, code)
}

/** The address behind the button, for programs that show no buttons; it may break anywhere. */
export function bareAddress(href: string): ReactNode {
  const address = h(
    'a',
    {
      className: 'm-link',
      href,
      style: { color: COLOUR.brand, fontFamily: MONO, fontSize: 13, wordBreak: 'break-all' },
    },
    href,
  )
  const note = aside('If the button doesn’t work, copy this address into your browser:', h('br'), address)
  return h('div', { className: 'm-bare' }, note)
}

/** Names and values, such as the application id. */
export function facts(rows: { name: string; value: string; mono?: boolean }[]): ReactNode {
  const panel = {
    backgroundColor: COLOUR.sunken,
    border: `1px solid ${COLOUR.line}`,
    borderRadius: 8,
    margin: '4px 0 20px',
    padding: '14px 18px',
  }
  return h(
    Section,
    { className: 'm-panel', style: panel },
    rows.map(({ name, value, mono }, index) =>
      h(
        Text,
        {
          key: name,
          className: 'm-ink3',
          style: {
            ...BODY,
            color: COLOUR.ink3,
            fontSize: 14,
            lineHeight: '20px',
            margin: index === 0 ? 0 : '10px 0 0',
          },
        },
        `${name}: `,
        h('br'),
        h(
          'span',
          {
            className: 'm-ink',
            style: {
              color: COLOUR.ink,
              fontFamily: mono ? MONO : FONT,
              fontSize: mono ? 14 : 16,
              fontWeight: mono ? 450 : 600,
              wordBreak: 'break-word',
            },
          },
          value,
        ),
      ),
    ),
  )
}

/** From which device something was done, and when. */
export function deviceFacts({ device, at }: { device: string; at: Date }, site: Site): ReactNode {
  return facts([
    { name: 'Device', value: device },
    { name: 'When', value: dateAndTime(at, site) },
  ])
}

/** One item that has to be corrected: what is wrong, how to do it right, where. */
export function itemToCorrect(item: {
  label: string
  reasons: readonly { problem: string; remedy: string }[]
  href: string
}): ReactNode {
  const box = {
    backgroundColor: COLOUR.yellowBg,
    border: `1px solid ${COLOUR.yellowLine}`,
    borderRadius: 8,
    margin: '0 0 12px',
    padding: '16px 18px',
  }
  // A reviewer's own words come with their line breaks.
  const line: CSSProperties = {
    ...BODY,
    color: COLOUR.ink,
    fontSize: 15,
    lineHeight: '22px',
    margin: '6px 0 0',
    whiteSpace: 'pre-line',
  }
  const strong = (text: string) => h('strong', { style: { fontWeight: 600 } }, text)
  return h(
    Section,
    { key: item.label, className: 'm-fix', style: box },
    h(
      Text,
      {
        className: 'm-fix-label',
        style: { ...line, color: COLOUR.yellowInk, fontSize: 16, fontWeight: 640, margin: 0 },
      },
      item.label,
    ),
    item.reasons.flatMap(({ problem, remedy }) => [
      h(Text, { key: problem, className: 'm-ink', style: line }, strong('What is wrong: '), problem),
      h(
        Text,
        { key: `${problem}+`, className: 'm-ink', style: line },
        strong('How to do it right: '),
        remedy,
      ),
    ]),
    h(Text, { className: 'm-ink', style: line }, link(`Change: ${item.label}`, item.href)),
  )
}
