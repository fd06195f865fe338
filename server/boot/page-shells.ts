import { existsSync, readFileSync } from 'node:fs'

/** The addresses of a path of the client's router. */
export function addressPattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/\/\{-\$\w+\}/g, '(?:/[^/]+)?').replace(/\$\w+/g, '([^/]+)')}/?$`)
}

/**
 * The page shell for an address: where people wait for the page, it names the scripts that the first ones would else ask for
 * only once they run (performance P13). `file` is what the build says of those pages, each by its path.
 */
export function pageShells(shell: string, file: string): (url: string) => string {
  const scripts: Record<string, string[]> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const shells = Object.entries(scripts).map(([path, names]) => {
    const links = names.map((name) => `<link rel="modulepreload" crossorigin href="/${name}">\n  `).join('')
    return { pattern: addressPattern(path), document: shell.replace('</head>', () => `${links}</head>`) }
  })
  return (url) => {
    const { pathname } = new URL(`http://page.invalid${url}`)
    return shells.find(({ pattern }) => pattern.test(pathname))?.document ?? shell
  }
}
