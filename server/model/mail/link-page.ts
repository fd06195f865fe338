import { LinkToken } from '#contract/link-token.ts'

/**
 * The page where the link of an email leads, with its token. Of a link that was cut off the page is all that is left: the
 * token stands in the address, so nothing else may be in it (security R12).
 */
export function linkPage(path: `/${string}`, token: string): string {
  return LinkToken.safeParse(token).success ? `${path}?token=${token}` : path
}
