import { SaxesParser } from 'saxes'
import { LIST_LIMITS, ListError } from './list-error.ts'

/** An element with its content. */
export interface XmlNode {
  name: string
  attributes: Readonly<Record<string, string>>
  text: string
  children: XmlNode[]
}

interface Records {
  /** Elements with these names are emitted one by one, whole; nothing else is kept. */
  names: readonly string[]
  onRoot(name: string, attributes: Readonly<Record<string, string>>): void
}

/**
 * Yields the records of a long XML file one by one, in constant memory. A document type is refused, and with it
 * all entities; depth, records and their content are bounded. Throws ListError if the file is truncated or
 * malformed.
 */
export async function* xmlRecords(text: AsyncIterable<string>, records: Records): AsyncGenerator<XmlNode> {
  const parser = new SaxesParser()
  const open: XmlNode[] = []
  const ended: XmlNode[] = []
  let depth = 0
  /** Characters since the end of the last record, or of the last element outside any. */
  let pending = 0
  parser.on('error', (error) => {
    throw new ListError(`The file is not well-formed XML: ${error.message.replace(/\.$/, '')}.`)
  })
  parser.on('doctype', () => {
    throw new ListError('The file declares a document type, which no sanctions list does. It was not read.')
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (++depth > LIST_LIMITS.depth)
      throw new ListError(`The file is nested deeper than ${LIST_LIMITS.depth}.`)
    if (depth === 1) records.onRoot(name, attributes)
    const parent = open.at(-1)
    if (!parent && !records.names.includes(name)) {
      pending = 0
      return
    }
    const node: XmlNode = { name, attributes: attributes as Record<string, string>, text: '', children: [] }
    parent?.children.push(node)
    open.push(node)
  })
  const addText = (more: string) => {
    const node = open.at(-1)
    if (node) node.text += more
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    depth--
    const node = open.pop()
    if (open.length > 0) return
    pending = 0
    if (node) ended.push(node)
  })
  for await (const chunk of text) {
    // In pieces, so that the file's chunk size doesn't determine the bound of a record.
    for (let at = 0; at < chunk.length; at += PIECE) {
      const piece = chunk.slice(at, at + PIECE)
      pending += piece.length
      parser.write(piece)
      if (pending > LIST_LIMITS.recordCharacters)
        throw new ListError('One record of the file is longer than a sanctions list has any.')
      yield* ended.splice(0)
    }
  }
  parser.close()
}

const PIECE = 65_536

/** The texts of the elements at a path below a node, in order, without empty ones. */
export function textsAt(node: XmlNode, ...path: string[]): string[] {
  return nodesAt(node, ...path)
    .map(({ text }) => text.trim())
    .filter(Boolean)
}

/** The first of them; empty if there is none. */
export function textAt(node: XmlNode, ...path: string[]): string {
  return textsAt(node, ...path)[0] ?? ''
}

/** The elements at a path below a node. */
export function nodesAt(node: XmlNode, ...path: string[]): XmlNode[] {
  let found = [node]
  for (const name of path)
    found = found.flatMap(({ children }) => children.filter((child) => child.name === name))
  return found
}
