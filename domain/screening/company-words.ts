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
organization organisation org
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
establishment est
foundation fdn
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
      const [one = '', ...others] = line.split(' ')
      return others.map((other) => [other, one] as const)
    }),
)

/** Returns a word of a company's name in the one way in which it is compared: abbreviations in full. */
export function companyWord(text: string): string {
  return spelt.get(text) ?? text
}
