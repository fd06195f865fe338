import type { Company } from '#contract/company.ts'

/** What every mail says about its sender, and where its links lead. */
export interface Site {
  company: Company
  /** The public address of a path. Throws when the path would lead to another site. */
  link(path: string): string
}

/** Makes the site of a deployment from its public address. */
export function siteOf(company: Company, publicUrl: string): Site {
  return {
    company,
    link(path) {
      if (!/^\/(?![/\\])/.test(path)) throw new Error('A link in a mail must be a path of this site')
      return new URL(publicUrl + path).href
    },
  }
}
