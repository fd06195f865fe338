import type { Company } from '#contract/company.ts'
import type { DateStyle } from '#contract/date-style.ts'

/** What every mail says about its sender, and where its links lead. */
export interface Site {
  company: Company
  dateStyle: DateStyle
  /** The public address of a path. Throws when the path would lead to another site. */
  link(path: string): string
}

/** What a deployment says of itself for its mails. */
export interface Deployment {
  company: Company
  publicUrl: string
  dateStyle: DateStyle
}

/** Makes the site of a deployment. */
export function mailSite({ company, publicUrl, dateStyle }: Deployment): Site {
  return {
    company,
    dateStyle,
    link(path) {
      if (!/^\/(?![/\\])/.test(path)) throw new Error('A link in a mail must be a path of this site')
      return new URL(publicUrl + path).href
    },
  }
}
