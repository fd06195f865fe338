import { latinLetters } from './screening-letters.ts'

/** A word as split off, and in lower-case Latin letters. */
export interface Word {
  shown: string
  text: string
}

/** Legal forms that Chinese, Japanese and Korean join to the name. */
export const JOINED_FORM =
  /股份有限公司|有限[责責]任公司|有限公司|集[团團](?=$|\P{L}|股|有)|株式[会會]社|有限[会會]社|合[同資]会社|주식회사|유한회사|[(（][株有주유][)）]|[㈜㈱㈲]/gu

/**
 * Legal forms by a common short form, in the languages of the lists: a company is the same whether LLC, OOO or Limited
 * Liability Company. Longer ones come first, so that a form is read completely.
 */
const FORMS: readonly (readonly [string, string])[] = [
  ['limited liability company responsibility of the', 'llc'],
  ['limited liability company responsibility of', 'llc'],
  ['limited liability company responsibility', 'llc'],
  ['limited liability company', 'llc'],
  ['limited liability partnership', 'llp'],
  ['limited liability co', 'llc'],
  ['ltd liability company', 'llc'],
  ['limited liability', 'llc'],
  ['limited company', 'ltd'],
  ['company limited', 'ltd'],
  ['co limited', 'ltd'],
  ['co ltd', 'ltd'],
  ['company ltd', 'ltd'],
  ['pte ltd', 'ltd'],
  ['pte limited', 'ltd'],
  ['pty ltd', 'ltd'],
  ['pty limited', 'ltd'],
  ['pvt ltd', 'ltd'],
  ['private limited', 'ltd'],
  ['private joint stock company', 'jsc'],
  ['public joint stock company', 'jsc'],
  ['open joint stock company', 'jsc'],
  ['closed joint stock company', 'jsc'],
  ['close joint stock company', 'jsc'],
  ['joint stock company', 'jsc'],
  ['private joint stock co', 'jsc'],
  ['public joint stock co', 'jsc'],
  ['open joint stock co', 'jsc'],
  ['closed joint stock co', 'jsc'],
  ['joint stock co', 'jsc'],
  ['joint stock', 'jsc'],
  ['private jsc', 'jsc'],
  ['public jsc', 'jsc'],
  ['open jsc', 'jsc'],
  ['closed jsc', 'jsc'],
  ['open stock company', 'jsc'],
  ['public limited company', 'plc'],
  ['public company limited', 'plc'],
  ['sendirian berhad', 'bhd'],
  ['sdn bhd', 'bhd'],
  ['gesellschaft mit beschrankter haftung', 'llc'],
  ['gesellschaft mbh', 'llc'],
  ['gmbh co kg', 'kg'],
  ['co kg', 'kg'],
  ['ug haftungsbeschrankt', 'llc'],
  ['aktiengesellschaft', 'jsc'],
  ['societe anonyme', 'jsc'],
  ['sociedad anonima', 'jsc'],
  ['societa per azioni', 'jsc'],
  ['societe a responsabilite limitee', 'llc'],
  ['sociedad de responsabilidad limitada', 'llc'],
  ['sociedad limitada', 'llc'],
  ['s de rl de cv', 'llc'],
  ['sa de cv', 'jsc'],
  ['compania anonima', 'jsc'],
  ['cia ltda', 'ltd'],
  ['besloten vennootschap', 'llc'],
  ['naamloze vennootschap', 'jsc'],
  ['spolka z ograniczona odpowiedzialnoscia', 'llc'],
  ['sp zoo', 'llc'],
  ['obshchestvo s ogranichennoy otvetstvennostyu', 'llc'],
  ['obshchestvo s ogranichennoi otvetstvennostyu', 'llc'],
  ['obschestvo s ogranichennoy otvetstvennostyu', 'llc'],
  ['obschestvo s ogranichennoi otvetstvennostyu', 'llc'],
  ['otkrytoe aktsionernoe obshchestvo', 'jsc'],
  ['zakrytoe aktsionernoe obshchestvo', 'jsc'],
  ['publichnoe aktsionernoe obshchestvo', 'jsc'],
  ['aktsionernoe obshchestvo', 'jsc'],
  ['aktsionernoye obshchestvo', 'jsc'],
  ['publichnoe aktsionernoe obschestvo', 'jsc'],
  ['otkrytoe aktsionernoe obschestvo', 'jsc'],
  ['zakrytoe aktsionernoe obschestvo', 'jsc'],
  ['aktsionernoe obschestvo', 'jsc'],
  ['aktsionernoye obschestvo', 'jsc'],
  ['tovaristvo z obmezhenoyu vidpovidalnistyu', 'llc'],
  ['tovarystvo z obmezhenoyu vidpovidalnistyu', 'llc'],
  ['federal state unitary enterprise', 'fsue'],
  ['state unitary enterprise', 'fsue'],
  ['unitary enterprise', 'fsue'],
  ['federalnoe gosudarstvennoe unitarnoe predpriyatie', 'fsue'],
  ['drustvo s ogranicenom odgovornoscu', 'llc'],
  ['drustvo sa ogranicenom odgovornoscu', 'llc'],
  ['druzba z omejeno odgovornostjo', 'llc'],
  ['uzdaroji akcine bendrove', 'llc'],
  ['akcine bendrove', 'jsc'],
  ['korlatolt felelossegu tarsasag', 'llc'],
  ['spolecnost s rucenim omezenym', 'llc'],
  ['spolocnost s rucenim obmedzenym', 'llc'],
  ['akciova spolecnost', 'as'],
  ['akciova spolocnost', 'as'],
  ['aktiebolag', 'jsc'],
  ['with limited liability', 'llc'],
  ['societatea cu raspundere limitata', 'llc'],
  ['societate cu raspundere limitata', 'llc'],
  ['free zone establishment', 'fze'],
  ['free zone company', 'fze'],
  ['anonim sirketi', 'jsc'],
  ['limited sirketi', 'llc'],
  ['ltd sti', 'llc'],
  ['sanayi ve ticaret', 'svt'],
  ['ticaret ve sanayi', 'svt'],
  ['san ve tic', 'svt'],
  ['tic ve san', 'svt'],
  ['san tic', 'svt'],
  ['proprietary limited', 'ltd'],
  ['proprietary ltd', 'ltd'],
  ['smc private limited', 'ltd'],
  ['smc pvt ltd', 'ltd'],
  ['opc private limited', 'ltd'],
  ['nigeria limited', 'ltd'],
  ['nigeria ltd', 'ltd'],
  ['nig limited', 'ltd'],
  ['nig ltd', 'ltd'],
  ['unlimited company', 'unl'],
  ['designated activity company', 'ltd'],
  ['company limited by guarantee', 'ltd'],
  ['community interest company', 'cic'],
  ['no liability', 'ltd'],
  ['single member company', 'llc'],
  ['one person company', 'llc'],
  ['limited partnership', 'lp'],
  ['private stock company', 'jsc'],
  ['pjs company', 'jsc'],
  ['pjs co', 'jsc'],
  ['sahami khass', 'jsc'],
  ['sahami khas', 'jsc'],
  ['sahami aam', 'jsc'],
  ['kabushiki kaisha', 'jsc'],
  ['kabushiki gaisha', 'jsc'],
  ['godo kaisha', 'llc'],
  ['yugen kaisha', 'ltd'],
  ['youxian gongsi', 'ltd'],
  ['cong ty tnhh', 'ltd'],
  ['cong ty co phan', 'jsc'],
  ['perseroan terbatas', 'ltd'],
  ['จำกัด มหาชน', 'plc'],
  ['בע מ', 'ltd'],
  ['ذ مم', 'llc'],
  ['ش ذ مم', 'llc'],
  ['ش مم', 'jsc'],
  ['ش مل', 'jsc'],
  ['ش مع', 'jsc'],
  ['spol sro', 'llc'],
  ['spolka akcyjna', 'jsc'],
  ['spolka komandytowa', 'kg'],
  ['spolka jawna', 'kg'],
  ['sp zoo sp k', 'kg'],
  ['sp k', 'kg'],
  ['sp j', 'kg'],
  ['sc srl', 'llc'],
  ['kommanditgesellschaft auf aktien', 'jsc'],
  ['ges mbh', 'llc'],
  ['sapi de cv', 'jsc'],
  ['sab de cv', 'jsc'],
  ['sociedad por acciones simplificada', 'jsc'],
  ['soc coop', 'coop'],
  ['anonymi etaireia', 'jsc'],
  ['ltd co', 'ltd'],
  ...Object.entries({
    ltd: '有限公司 有 유 有限会社 有限會社 유한회사 limited ltd ltda limitada ltee teoranta cyfyngedig cyf จำกัด محدودة yk pt dac clg',
    llc: '有限责任公司 有限責任公司 llc ooo gmbh sarl srl bv kft oue doo tov eood sro spzoo sl mchj too uab wll sia eurl sprl bvba lda ug mmc tdv ou 合同会社 შპს epe ike eirl srls slu sarlu suarl sagl mbh ood pllc ehf opc spc',
    fsue: 'fsue fgup',
    jsc: '股份有限公司 jsc ojsc cjsc pjsc pao oao zao ao ag sa spa nv ab asa oyj jsco pjsco sas aktsiaselts sae qsc tbk pat prat zat ca kk 株 주 株式会社 株式會社 주식회사 სს nao psc ksc kscc kscp bsc saoc saog sal sac saa sasu zrt nyrt ead ae dd sicav sca scpa hf',
    llp: 'llp lllp',
    lp: 'lp',
    plc: 'plc ccc',
    inc: 'inc incorporated',
    corp: 'corp corporation',
    co: 'co company cia sherkat sharikat sharikah شركة شرکت บริษัท',
    kg: 'kg kgaa ohg vof snc scs cv kd vos kommanditgesellschaft handelsbolag kommanditbolag hb kb',
    as: 'as aps oy',
    fze: 'fze fzc fzco fz dmcc',
    bhd: 'bhd sdn berhad',
    pte: 'pte pty pvt',
    group: 'group grp 集团 集團 groupe grupo gruppo gruppa grup',
    holding: 'holding holdings hldg hldgs kholding',
    est: 'est establishment anstalt',
    unl: 'unlimited',
    coop: 'coop cooperative kooperativ',
    cic: 'cic',
    gie: 'gie ek nuf',
  }).flatMap(([form, words]) => words.split(' ').map((word) => [word, form] as const)),
]

const BY_FIRST = new Map<string, { words: string[]; form: string }[]>()
for (const [text, form] of FORMS) {
  const words = text.split(' ').map(latinLetters)
  const first = words[0] ?? ''
  BY_FIRST.set(first, [...(BY_FIRST.get(first) ?? []), { words, form }])
}
for (const forms of BY_FIRST.values()) forms.sort((a, b) => b.words.length - a.words.length)

/** What the kind of a ship is called before its name. */
const SHIPS: readonly (readonly string[])[] =
  'motor vessel|motor tanker|mv|mt|ms|ss|fv|tt|vlcc|lngc|vessel|tanker|ship'
    .split('|')
    .map((words) => words.split(' '))

/** Returns the words of a name without those for the kind of a ship at its beginning. */
export function withoutShip(words: readonly Word[]): Word[] {
  const ship = SHIPS.find((ship) => ship.every((word, index) => words[index]?.text === word))
  return words.slice(ship?.length ?? 0)
}

/**
 * Folds each legal form at the start, within or at the end of a company's name into one word. A name that consists only
 * of forms keeps its first word as a name.
 */
export function foldForms(words: readonly Word[]): (Word & { isForm: boolean })[] {
  const folded: (Word & { isForm: boolean })[] = []
  for (let at = 0; at < words.length; ) {
    const form = formAt(words, at)
    const taken = words.slice(at, at + (form?.words.length ?? 1))
    folded.push({
      shown: taken.map(({ shown }) => shown).join(' '),
      text: form?.form ?? words[at]?.text ?? '',
      isForm: form !== undefined,
    })
    at += taken.length
  }
  return folded.some(({ isForm }) => !isForm) ? folded : words.map((word) => ({ ...word, isForm: false }))
}

function formAt(words: readonly Word[], at: number): { words: string[]; form: string } | undefined {
  return BY_FIRST.get(words[at]?.text ?? '')?.find((form) =>
    form.words.every((word, index) => words[at + index]?.text === word),
  )
}
