/** Words of company names that are written in several ways, the first of each line standing for all of them. */
const SPELLINGS = `
international intl int
national natl
engineering engg eng
technology tech
manufacturing mfg mfrs
development devt dev
industries ind inds
industrial indl
services svcs svc
service serv
enterprises ents
enterprise ent
management mgmt mgt
shipping shpg
trading trdg
organisation org
association assn assoc
institute inst
department dept
government govt
university univ
brothers bros
centre center ctr cntr
defence defense
laboratory lab
committee cttee
construction constr
production prod
research res
scientific sci
general gen
foundation fdn stiftung stichting fondation fundacion fundacao fondazione fundacja
bureau bur
import imp
export exp
commercial coml
no nr number
`

const spelt = new Map(
  SPELLINGS.trim()
    .split(/\n+/)
    .flatMap((line) => {
      const [full = '', ...others] = line.split(' ')
      return others.map((other) => [other, full] as const)
    }),
)

/** American endings that British English spells with an s. */
const AMERICAN = /iz(ations?|ed|ers?|ing)$/

/** Returns a word of a company's name in the one way in which it is compared: British, abbreviations in full. */
export function companyWord(text: string): string {
  const british = text.replace(AMERICAN, 'is$1')
  return spelt.get(british) ?? british
}
