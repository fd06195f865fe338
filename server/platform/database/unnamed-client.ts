import pg from 'pg'

/**
 * Sends no statement by a name. Where several connections of ours share one of the server's, as on PGlite and behind a pooler
 * in transaction mode, a name given on one is unknown, or given twice, on another.
 */
export class UnnamedClient extends pg.Client {
  // The many signatures of `query` all begin with a text or a config object.
  override query(...[config, ...rest]: unknown[]): never {
    const unnamed =
      typeof config === 'object' && config !== null && 'name' in config
        ? { ...config, name: undefined }
        : config
    return (super.query as (...args: unknown[]) => never).call(this, unnamed, ...rest)
  }
}
