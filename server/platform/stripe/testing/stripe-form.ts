type Tree = { [key: string]: string | Tree }

/**
 * Parses Stripe's form encoding: `lines[0][amount]=1` is nested, with lists by index. Throws for what Stripe
 * would reject, such as a duplicate name.
 */
export function readForm(text: string): unknown {
  const root: Tree = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const [first, ...rest] = [...name.matchAll(/^([^[\]]+)|\[([^[\]]*)\]/g)].map(
      (part) => part[1] ?? part[2] ?? '',
    )
    if (!first || rest.includes('')) throw new Error(`The form has a name that is none: ${name}`)
    place(root, [first, ...rest], value)
  }
  return listsOf(root)
}

function place(tree: Tree, [name = '', ...rest]: string[], value: string): void {
  const held = tree[name]
  if (rest.length === 0) {
    if (held !== undefined) throw new Error(`The form says ${name} twice`)
    tree[name] = value
    return
  }
  if (typeof held === 'string') throw new Error(`The form says ${name} in two ways`)
  const below = held ?? {}
  tree[name] = below
  place(below, rest, value)
}

/** Objects with the keys 0, 1, 2 … are lists. */
function listsOf(tree: string | Tree): unknown {
  if (typeof tree === 'string') return tree
  const entries = Object.entries(tree).map(([name, value]) => [name, listsOf(value)] as const)
  const isList = entries.length > 0 && entries.every(([name], place) => name === String(place))
  return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries)
}
