import pg from 'pg'

/**
 * Sends no named statements. If several of our connections share one of the server's, as on PGlite and behind a
 * pooler in transaction mode, a name prepared on one is unknown, or already taken, on another.
 */
export class UnnamedClient extends pg.Client {
  // Every overload of `query` begins with a text or a config object.
  override query(...[config, ...rest]: unknown[]): never {
    const unnamed =
      typeof config === 'object' && config !== null && 'name' in config
        ? { ...config, name: undefined }
        : config
    return (super.query as (...args: unknown[]) => never).call(this, unnamed, ...rest)
  }
}
