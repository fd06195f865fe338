import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { AppError } from './app-error.ts'

/**
 * Reads JSON bodies, and refuses one that gives a key twice or names a prototype: two readers of one body must never see
 * two values (security R33).
 */
export function registerJsonBody(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error')
  server.removeContentTypeParser('application/json')
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const text = textOf(body as Buffer)
    if (text === undefined)
      return done(new AppError('VALIDATION_ERROR', 'The request is not written in UTF-8.'))
    if (hasKeyTwice(text))
      return done(new AppError('VALIDATION_ERROR', 'The request gives the same key twice.'))
    return parse(request, text, done)
  })
}

/** A text in UTF-8 (RFC 8259, 8.1); undefined for any other, of which a reader would make other letters without a word. */
function textOf(body: Buffer): string | undefined {
  return isUtf8(body) ? body.toString() : undefined
}

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Whether an object of this JSON gives one of its keys twice, however they are spelled. Says nothing of what is no JSON. */
export function hasKeyTwice(json: string): boolean {
  /** The keys so far of the objects around; undefined for a list. */
  const around: (Set<string> | undefined)[] = []
  for (let at = 0; at < json.length; at += 1) {
    switch (json.charCodeAt(at)) {
      case 0x7b:
        around.push(new Set())
        break
      case 0x5b:
        around.push(undefined)
        break
      case 0x7d:
      case 0x5d:
        around.pop()
        break
      case QUOTE: {
        const start = at
        at = endOfString(json, start)
        const keys = around.at(-1)
        if (!keys || !isKey(json, at + 1)) break
        const key = keyOf(json.slice(start, at + 1))
        if (keys.has(key)) return true
        keys.add(key)
        break
      }
      default:
    }
  }
  return false
}

/** Where the closing quotation mark is; the end of the text where there is none. */
function endOfString(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); at >= 0; at = json.indexOf('"', at + 1)) {
    let first = at
    while (json.charCodeAt(first - 1) === BACKSLASH) first -= 1
    if ((at - first) % 2 === 0) return at
  }
  return json.length
}

/** Whether the string that ended here is followed by a colon. */
function isKey(json: string, from: number): boolean {
  let at = from
  while (json[at] === ' ' || json[at] === '\n' || json[at] === '\r' || json[at] === '\t') at += 1
  return json[at] === ':'
}

function keyOf(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1)
  try {
    return JSON.parse(quoted) as string
  } catch {
    // What is not JSON is refused by the parser.
    return quoted
  }
}
