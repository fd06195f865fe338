import type { Company } from '#contract/company.ts'

export interface LegalSection {
  heading: string
  paragraphs: readonly string[]
  /** List items after the paragraphs. */
  points?: readonly string[]
}

/** A legal document; pages and the dialog render the same one. */
export interface LegalText {
  title: string
  /** The day of the last change, as `YYYY-MM-DD`. */
  updated: string
  sections: readonly LegalSection[]
}

/** Returns who "we" are, for the first section of each document. */
export function whoWeAre(company: Company): string {
  return `${company.name} is run by ${company.legalName}, ${company.address}. In this document “we” and “us” mean that company, and “you” means the person or company who uses the service.`
}
