import type { FastifyRequest } from 'fastify'

/** The first of `offered` that a client takes, by what it says of itself; undefined where it takes none. */
export function acceptedEncoding<T extends 'br' | 'gzip'>(
  { headers }: Pick<FastifyRequest, 'headers'>,
  offered: readonly T[],
): T | undefined {
  const taken = String(headers['accept-encoding'])
    .split(',')
    .filter((coding) => !/;\s*q=0(\.0*)?\s*$/.test(coding))
    .map((coding) => coding.trim().split(/\s*;/)[0])
  return offered.find((name) => taken.includes(name))
}
