import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parseSync } from '@swc/core'
import { compile } from 'tailwindcss'
import { root } from './root.mjs'

const STYLES = join(root, 'web/styles')
const requireFromStyles = createRequire(join(STYLES, 'app.css'))

/** Returns the classes that the product's stylesheets define, each as `file.css: name`. */
export function definedClasses() {
  return globSync('*.css', { cwd: STYLES })
    .sort()
    .flatMap((file) => classesOf(readFileSync(join(STYLES, file), 'utf8')).map((name) => `${file}: ${name}`))
}

/** Returns the class names in the selectors of a stylesheet, each once, as they are written in HTML. */
export function classesOf(css) {
  const selectors = css
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/"[^"]*"/g, '')
    .matchAll(/[^{};]+(?=\{)/g)
  const names = new Set()
  for (const [selector] of selectors) {
    if (selector.trim().startsWith('@')) continue
    for (const [, name] of selector.matchAll(/\.((?:\\[0-9a-f]{1,6} ?|\\.|[\w-])+)/g))
      names.add(unescaped(name))
  }
  return [...names]
}

const unescaped = (name) =>
  name.replaceAll(/\\([0-9a-f]{1,6}) ?|\\(.)/g, (_, code, sign) =>
    code ? String.fromCodePoint(Number.parseInt(code, 16)) : sign,
  )

/** Returns those of these classes for which Tailwind makes a rule. */
export async function knownToTailwind(names) {
  const css = '@import "tailwindcss/theme.css"; @import "./tokens.css"; @import "tailwindcss/utilities.css";'
  // On one line, or a block that ends with a line of its own.
  const variants =
    readFileSync(join(STYLES, 'app.css'), 'utf8').match(/^@custom-variant (?:.*;|[^;]*\{[\s\S]*?^\})$/gm) ??
    []
  const compiler = await compile([css, ...variants].join('\n'), { base: STYLES, loadStylesheet })
  const made = new Set(classesOf(compiler.build(names)))
  return new Set(names.filter((name) => MARKER.test(name) || made.has(name)))
}

/**
 * Classes without a rule: those that variants of other elements look for, and the names of buttons, badges and
 * fields.
 */
const MARKER = /^(button|badge|field|(group|peer)(\/[\w-]+)?)$/

async function loadStylesheet(id, base) {
  const path = id.startsWith('.') ? join(base, id) : requireFromStyles.resolve(id)
  return { path, base: dirname(path), content: readFileSync(path, 'utf8') }
}

/** Returns the classes that the pages and components use, with the files that use them. */
export function usedClasses() {
  const used = new Map()
  for (const file of globSync('web/**/*.{ts,tsx}', { cwd: root })) {
    if (/\.test\.tsx?$/.test(file)) continue
    for (const name of classesUsedIn(readFileSync(join(root, file), 'utf8'), file.endsWith('x')))
      used.set(name, [...(used.get(name) ?? []), file])
  }
  return used
}

/** The names of attributes, properties, variables, tables and functions that hold classes. */
const HOLDS_CLASSES = /class(es|name)?$|^class|_class(es)?$/i
const JOINS_CLASSES = /^(classNames|buttonLook|\w+Class)$/

/**
 * Returns the classes in a source: the strings in anything that holds classes, and in the tables of the same
 * file that it looks up. Strings that are compared or used as a key are not classes.
 */
export function classesUsedIn(source, tsx = true) {
  const ast = parseSync(source, { syntax: 'typescript', tsx })
  const constants = new Map()
  const names = new Set()
  const seen = new Set()

  const collect = (node) => {
    if (Array.isArray(node)) return node.forEach(collect)
    if (node === null || typeof node !== 'object') return undefined
    switch (node.type) {
      case 'StringLiteral':
        return add(node.value)
      case 'TemplateLiteral':
        // Parts of a composed name are not names.
        node.quasis.forEach((quasi, index) => {
          let text = quasi.cooked ?? quasi.raw
          if (index > 0) text = text.replace(/^\S+/, '')
          if (index < node.quasis.length - 1) text = text.replace(/\S+$/, '')
          add(text)
        })
        return collect(node.expressions)
      case 'BinaryExpression':
        return /^(&&|\|\||\?\?)$/.test(node.operator) ? collect([node.left, node.right]) : undefined
      case 'ConditionalExpression':
        return collect([node.consequent, node.alternate])
      case 'MemberExpression':
        return collect(node.object)
      case 'KeyValueProperty':
        // A control's `kind` is not a class.
        return node.key.value === 'kind' ? undefined : collect(node.value)
      case 'CallExpression':
        return JOINS_CLASSES.test(node.callee.value ?? '') ? collectArguments(node) : undefined
      case 'Identifier': {
        const table = constants.get(node.value)
        if (!table || seen.has(table)) return undefined
        seen.add(table)
        return collect(table)
      }
      default:
        return /^Ts|^JSXElement$|Function|^Arrow/.test(node.type) && !node.expression
          ? undefined
          : Object.values(node).forEach(collect)
    }
  }
  // The first three arguments of a button's look are not classes.
  const collectArguments = ({ callee, arguments: given }) =>
    collect(callee.value.startsWith('button') ? given.slice(3) : given)
  const add = (text) => {
    for (const name of text.split(/\s+/)) if (name) names.add(name)
  }
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (node === null || typeof node !== 'object') return undefined
    if (node.type === 'JSXAttribute' && HOLDS_CLASSES.test(node.name.value ?? '')) collect(node.value)
    if (node.type === 'CallExpression') collect(node)
    if (node.type === 'VariableDeclarator' && HOLDS_CLASSES.test(node.id.value ?? '')) collect(node.init)
    if (node.type === 'KeyValueProperty' && HOLDS_CLASSES.test(node.key.value ?? '')) collect(node.value)
    return Object.values(node).forEach(visit)
  }
  for (const item of ast.body) {
    const declared = item.type === 'ExportDeclaration' ? item.declaration : item
    if (declared.type !== 'VariableDeclaration') continue
    for (const { id, init } of declared.declarations) if (id.value) constants.set(id.value, init)
  }
  visit(ast)
  return [...names]
}
