import type { ListSource } from './sanctions.ts'

/** The publishers of lists; the sample of made-up names is for the default setup (screening, Which lists count). */
export const LIST_PUBLISHERS = ['uk', 'un', 'eu', 'ofac', 'opensanctions', 'own', 'sample'] as const
export type ListPublisher = (typeof LIST_PUBLISHERS)[number]

const PUBLISHER_NAMES: Readonly<Record<ListPublisher, string>> = {
  uk: 'UK Sanctions List',
  un: 'UN Consolidated List',
  eu: 'EU Consolidated List',
  ofac: 'OFAC SDN List',
  opensanctions: 'OpenSanctions list',
  own: 'In-house list',
  sample: 'Sample list of made-up names',
}

/** Returns a list's name as shown everywhere. */
export function listName(source: ListSource): string {
  const [publisher, name] = source.split(':')
  const known = LIST_PUBLISHERS.find((name) => name === publisher)
  const title = known ? PUBLISHER_NAMES[known] : source
  return name ? `${title} “${name.replaceAll('-', ' ')}”` : title
}
