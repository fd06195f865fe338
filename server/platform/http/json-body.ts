import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { AppError } from './app-error.ts'

/**
 * Parses JSON bodies, and refuses one with a duplicate key or a prototype's name: two parsers of the same body
 * must never see different values (security R33).
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

/** Decodes UTF-8 (RFC 8259, 8.1); undefined for any other bytes, which a lenient decoder would silently replace. */
function textOf(body: Buffer): string | undefined {
  return isUtf8(body) ? body.toString() : undefined
}

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Whether an object in this JSON has a duplicate key, however it is escaped. Doesn't validate the JSON. */
export function hasKeyTwice(json: string): boolean {
  /** The keys seen so far in the enclosing objects; undefined for an array. */
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

/** The index of the closing quotation mark; the end of the text if there is none. */
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
    // The parser refuses what isn't JSON.
    return quoted
  }
}
