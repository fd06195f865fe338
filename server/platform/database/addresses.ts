/**
 * The addresses of a PostgreSQL URL that names one host or several, as libpq writes it
 * (`postgres://user:password@a:5432,b:5432/name`): one URL for each host.
 */
export function addressesOf(url: string): string[] {
  const [, start = '', hosts = '', rest = ''] = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/i.exec(url) ?? []
  return hosts.split(',').map((host) => start + host + rest)
}
