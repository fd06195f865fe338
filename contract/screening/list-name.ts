import type { ListSource } from './sanctions.ts'

/** The kinds of lists; the sample of made-up names serves the default setting (choices §6). */
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

/** What a list is called wherever people read of it. */
export function listName(source: ListSource): string {
  const [publisher, name] = source.split(':')
  const known = LIST_PUBLISHERS.find((name) => name === publisher)
  const title = known ? PUBLISHER_NAMES[known] : source
  return name ? `${title} “${name.replaceAll('-', ' ')}”` : title
}
