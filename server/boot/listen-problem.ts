import { type Config, ConfigError } from '#server/config.ts'

/** Why the server cannot listen: a ConfigError where another address or port would help, else what was thrown. */
export function listenProblem(error: unknown, { host, port }: Pick<Config, 'host' | 'port'>): unknown {
  switch (error instanceof Error && 'code' in error && error.code) {
    case 'EADDRINUSE':
      return new ConfigError([`PORT is "${port}", expected a port that no other program listens on.`])
    case 'EACCES':
      return new ConfigError([`PORT is "${port}", expected a port that this account may listen on.`])
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new ConfigError([`HOST is "${host}", expected an address of this machine.`])
    default:
      return error
  }
}
