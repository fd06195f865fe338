import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { POSSIBLE_FROM_MAX, POSSIBLE_FROM_MIN } from '#contract/screening/screening.ts'
import { plainDate } from '#domain/plain-date.ts'
import { ListIndex, ListIndexBuilder } from './list-index.ts'
import { compareNames } from './screening-comparison.ts'
import { isRaised, matchEntry, POSSIBLE_FROM, prepareSubject, SEEN_FROM } from './screening-match.ts'
import { comparedOf, type ListedBirth, type ListedEntry, type ScreeningSubject } from './screening-records.ts'
import { splitCompanyName, splitPersonName } from './split-names.ts'

const person = (name: string, more: Partial<ScreeningSubject> = {}): ScreeningSubject => ({
  key: 'person',
  kind: 'person',
  label: 'Applicant',
  name,
  ...more,
})
const company = (name: string, more: Partial<ScreeningSubject> = {}): ScreeningSubject => ({
  ...person(name, more),
  key: 'company',
  kind: 'company',
})
const listed = (name: string, more: Partial<ListedEntry> = {}): ListedEntry => ({
  ref: 'T1',
  kind: 'person',
  names: [{ text: name, quality: 'primary' }],
  births: [],
  countries: [],
  numbers: [],
  regime: null,
  listedOn: null,
  ...more,
})
const entity = (name: string, more: Partial<ListedEntry> = {}) => listed(name, { kind: 'entity', ...more })
const match = (subject: ScreeningSubject, entry: ListedEntry) => matchEntry(prepareSubject(subject), entry)
const levelOf = (subject: ScreeningSubject, entry: ListedEntry) => match(subject, entry)?.level ?? 'clear'
const born = (...births: ListedBirth[]) => ({ births })
const IN_1971 = born({ year: 1971, month: 3, day: 9 })

describe('who is found by a name (law §3.3)', () => {
  test.each([
    ['reordered', 'Orlov Viktor', 'Viktor ORLOV', 'strong'],
    ['transliterated', 'Mohammed Tarhan', 'Muhammad TARHAN', 'strong'],
    ['transliterated otherwise', 'Iouri Velikov', 'Yuri VELIKOV', 'strong'],
    ['in Cyrillic', 'Юрий Великов', 'Yuri VELIKOV', 'strong'],
    ['in Arabic, which writes few vowels', 'محمد ترهان', 'Mohammed TARHAN', 'strong'],
    ['with marks', 'Zoë Ångström-Łódź', 'Zoe ANGSTROM LODZ', 'strong'],
    ['an initial', 'M. Tarhan', 'Mohammed TARHAN', 'possible'],
    ['double-barrelled', 'Anna Weber-Falk', 'Anna WEBER FALK', 'strong'],
    ['written as one', 'Kim Jongseo', 'KIM Jong Seo', 'strong'],
    ['a missing middle name', 'Viktor Orlov', 'Viktor Pavlovich ORLOV', 'possible'],
    ['a middle name that the list doesn’t have', 'Viktor Pavlovich Orlov', 'Viktor ORLOV', 'possible'],
    ['two middle names beside short ones', 'Max Jonathan Frederick Weber', 'Max WEBER', 'possible'],
    ['a Nigerian title', 'Alhaji Viktor Orlov', 'Viktor ORLOV', 'strong'],
    ['a second family name', 'Viktor Orlov Molina', 'Viktor ORLOV', 'possible'],
    ['a short form', 'Bill Tarhan', 'William TARHAN', 'strong'],
    ['a short form of an English name', 'Archie Tarhan', 'Archibald TARHAN', 'strong'],
    ['the short form of the commonest name', 'Mo Tarhan', 'Mohammed TARHAN', 'strong'],
    ['a Russian short form in another', 'Grisha Orlov', 'Grigory ORLOV', 'strong'],
    ['a first name in English', 'Catherine Orlova', 'Ekaterina ORLOVA', 'strong'],
    ['a short form of another name', 'Mo Tarhan', 'Mahmoud TARHAN', 'clear'],
    ['a short form of another language', 'Masha Orlova', 'Mariya ORLOVA', 'strong'],
    ['an Arabic name of two parts', 'Abdul Rahman Yasin', 'Abd al-Rahman YASIN', 'strong'],
    ['the same as one word', 'Abdurrahman Yasin', 'Abd al-Rahman YASIN', 'strong'],
    ['the same in Somali', 'Abdirahman Yasin', 'Abdul Rahman YASIN', 'strong'],
    ['the same without its first part', 'Rahman Yasin', 'Abdul Rahman YASIN', 'strong'],
    ['a slip in it', 'Abedlrahman Yasin', 'Abdelrahman YASIN', 'strong'],
    ['a name of the faith', 'Salahuddin Tarhan', 'Salah al-Din TARHAN', 'strong'],
    ['the same in French', 'Noureddine Tarhan', 'Nur al-Din TARHAN', 'strong'],
    ['in Arabic with its article', 'بشار الترهان', 'Bashar AL-TARHAN', 'strong'],
    ['an Arabic name of two parts in Arabic', 'عبد الرحمن ياسين', 'Abd al-Rahman YASIN', 'strong'],
    ['ph for f', 'Sophia Tarhan', 'Sofia TARHAN', 'strong'],
    [
      'in Arabic, with a name that Latin letters write in one',
      'حمد الله ترهان',
      'HAMDULLAH Tarhan',
      'possible',
    ],
    ['in Persian, with two names in one', 'علیرضا کریمی', 'Ali Reza KARIMI', 'possible'],
    ['in Arabic, with a letter that is read in several ways', 'قاسم جمال', 'Gasim GAMAL', 'possible'],
    ['in Arabic, with long vowels', 'أمجد يوسف', 'Amjad YOUSSEF', 'possible'],
    ['in Arabic, as another name', 'سعيد كريمي', 'Ali Reza KARIMI', 'clear'],
    ['in Hebrew, with letters that are read in two ways', 'איתמר בן גביר', 'Itamar BEN-GVIR', 'possible'],
    ['in Georgian', 'გიორგი თარხან', 'Giorgi TARKHAN', 'strong'],
    ['in Armenian', 'Արմեն Պետրոսյան', 'Armen PETROSYAN', 'strong'],
    ['in Greek', 'Γιώργος Παπαδόπουλος', 'Giorgos PAPADOPOULOS', 'strong'],
    ['in Greek, with letters read together', 'Ευγενία Παπαδοπούλου', 'Evgenia PAPADOPOULOU', 'strong'],
    ['in Armenian, with letters read together', 'Հարություն Պետրոսյան', 'Harutyun PETROSYAN', 'strong'],
    ['in Hebrew, which writes few vowels', 'דוד לוי', 'David LEVI', 'strong'],
    ['in Chinese', '王伟明', 'WANG Weiming', 'strong'],
    ['in traditional Chinese, and the other way around', 'Guohua Chen', '陳國華', 'strong'],
    ['with a family name of two signs', '欧阳娜', 'OUYANG Na', 'strong'],
    ['with a sign that reads like a particle', '王德明', 'WANG Deming', 'strong'],
    ['with a sign whose reading isn’t known', '王䶮', '王䶮', 'strong'],
    ['with another such sign', '王䶮', '王䴙', 'clear'],
    ['as another Chinese name', '王伟明', 'WANG Guohua', 'clear'],
    ['a short form of two names', 'Ted Tarhan', 'Theodore TARHAN', 'strong'],
    ['a particle that is a name', 'Ben Davies', 'DAVIES', 'clear'],
    ['another such particle', 'Van Morrison', 'MORRISON', 'clear'],
    ['a Russian short form', 'Tolya Tarhan', 'Anatoly TARHAN', 'strong'],
    ['a listed one with a word for a trader', 'Ivan Tarhan', 'Individual Entrepreneur Ivan TARHAN', 'strong'],
    ['another family name of one family', 'Izzat Ibrahim al-Mosuli', 'Izzat Ibrahim AL-DURI', 'clear'],
    ['other vowels between the same consonants', 'Tariq Turan', 'Turki TORUN', 'clear'],
    ['a long vowel written otherwise', 'Saeed Moussa', 'Said MUSA', 'strong'],
    ['a name in Pinyin and as it sounds', 'Shi Guohua', 'XI Guohua', 'strong'],
    ['another first name of the same consonants', 'Hussein Turan', 'Hassan TURAN', 'possible'],
    ['two names of the same consonants', 'Jun Zhang', 'Ri Song JIN', 'clear'],
    ['two names a little alike in another order', 'Mary Powell', 'Pavel Georgievich MALY', 'clear'],
    ['two names a little alike with a third', 'Sami Mohamoud', 'Mohamut Eisa SANI', 'clear'],
    ['other beginnings of both', 'Ibrahim Rafiq', 'Ibrahim Wahed SHAFIQ', 'clear'],
    ['two slips in their order', 'Viktro Orlvo', 'Viktor ORLOV', 'strong'],
    ['the middle names of four fathers', 'Saif Rawi', 'SAIF AL-DIN FULAYYIH HASSAN TAHA AL-RAWI', 'possible'],
    ['signs that no one sees', 'Vik\u200btor Orl\u00adov', 'Viktor ORLOV', 'strong'],
    ['Cyrillic letters among Latin ones', 'Viktоr Оrlоv', 'Viktor ORLOV', 'strong'],
    ['a Latin letter among Cyrillic ones', 'Виктoр Орлов', 'Viktor ORLOV', 'strong'],
    ['digits for letters', 'V1ktor 0rlov', 'Viktor ORLOV', 'strong'],
    ['a sign for a glottal stop', 'Muʿammar Tarhan', 'Muammar TARHAN', 'strong'],
    ['in Arabic with a lengthened line', 'محـــمد ترهان', 'Mohammed TARHAN', 'strong'],
    ['a first name of a neighbouring language', 'Uladzimir Orlov', 'Vladimir ORLOV', 'strong'],
    ['a typing error', 'Viktor Orlvo', 'Viktor ORLOV', 'strong'],
    ['a title', 'Dr Viktor Orlov', 'Viktor ORLOV', 'strong'],
    ['another person', 'George Bush', 'George HABBASH', 'clear'],
    ['one word of many', 'Musa Hassan Ahmed', 'MUSA', 'clear'],
    ['many middle names', 'Viktor Anton Bernard Casimir Dorian Orlov', 'Viktor ORLOV', 'possible'],
    ['a repeated middle name', `Viktor ${'Maximilian '.repeat(5)}Orlov`, 'Viktor ORLOV', 'possible'],
    ['a repeated word', 'Orlov Orlov Orlov', 'Viktor ORLOV', 'clear'],
  ])('%s: %s against %s', (_, given, name, expected) => {
    const level = levelOf(person(given, { birthDate: '1971-03-09' }), listed(name, IN_1971))
    if (expected === 'possible') expect(level).not.toBe('clear')
    else expect(level).toBe(expected)
  })

  test.each([
    ['Fern Trading Limited', 'FERN TRADING LTD', 'strong'],
    ['Fern Trading', 'FERN TRADING GMBH', 'strong'],
    ['A B C Shipping', 'ABC SHIPPING', 'strong'],
    ['ООО Северный Свет', 'OOO Severnyy Svet', 'strong'],
    ['Limited Liability Company Severny', 'OOO SEVERNY', 'strong'],
    ['Peleng JSC', 'OPEN JOINT STOCK COMPANY "PELENG"', 'strong'],
    ['Fern Gesellschaft mit beschränkter Haftung', 'FERN LLC', 'strong'],
    ['Green Trading Limited', 'GURON TRADING LIMITED', 'possible'],
    ['7 Corp', '17 CORP', 'clear'],
    ['Corp', '2020 CORP', 'clear'],
    ['Emma Trading', 'EMMA LLC', 'clear'],
    ['Limited Company', 'GMBH GROUP', 'clear'],
    ['Fern S.A.', 'FERN SOCIEDAD ANONIMA', 'strong'],
    ['PJSC Fern', 'Fern Public Joint-Stock Company', 'strong'],
    ['Fern 株式会社', 'FERN CO LTD', 'possible'],
    ['合同会社Fern', 'FERN', 'possible'],
    ['(주)Fern', 'FERN CO., LTD.', 'possible'],
    ['Fern Proprietary Limited', 'FERN PTY LTD', 'strong'],
    ['Fern Nigeria Limited', 'FERN LTD', 'strong'],
    ['Fern Spółka Akcyjna', 'FERN S.A.', 'strong'],
    ['Fern spol. s r.o.', 'FERN', 'possible'],
    ['Fern S.A.B. de C.V.', 'FERN S.A.', 'strong'],
    ['Fern San. ve Tic. Ltd. Şti.', 'FERN SANAYI VE TICARET LIMITED SIRKETI', 'strong'],
    ['Fern Zrt.', 'FERN', 'possible'],
    ['شركة Fern', 'FERN COMPANY', 'strong'],
    ['Fern (ش.م.م)', 'FERN', 'possible'],
    ['Fern בע"מ', 'FERN LTD', 'strong'],
    ['Fern Kommanditgesellschaft', 'FERN KG', 'strong'],
    ['Fern Unlimited Company', 'FERN', 'possible'],
    ['Alpha Fern', 'ALFA FERN', 'possible'],
    ['Fern d.o.o.', 'Fern društvo s ograničenom odgovornošću', 'strong'],
    ['Fern UAB', 'Uždaroji akcinė bendrovė Fern', 'strong'],
    ['Fern Kft.', 'Fern Korlátolt felelősségű társaság', 'strong'],
    ['Fern s.r.o.', 'Fern společnost s ručením omezeným', 'strong'],
    ['Fern W.L.L.', 'Fern With Limited Liability', 'strong'],
    ['ФГУП Ферн', 'FERN FEDERAL STATE UNITARY ENTERPRISE', 'strong'],
    ['Товариство з обмеженою відповідальністю Ферн', 'TOV FERN', 'strong'],
    ['北京羊齿科技', '北京羊齿科技有限公司', 'strong'],
    ['北京羊齿科技有限公司', '北京羊齿科技有限责任公司', 'possible'],
    ['羊齿股份有限公司', '羊齿集团股份有限公司', 'possible'],
    ['Fern JSC', 'Aktsionernoe obschestvo Fern', 'strong'],
    ['Fern S. de R.L. de C.V.', 'FERN LLC', 'strong'],
    ['Fern S. de R.L.', 'FERN LLC', 'strong'],
    ['Fern Società a responsabilità limitata', 'FERN S.R.L.', 'strong'],
    ['Akcionarsko društvo Fern', 'JSC FERN', 'strong'],
    ['شركة ذات مسؤولية محدودة Fern', 'FERN LLC', 'strong'],
    ['Fern Sociedade Anônima', 'FERN S.A.', 'strong'],
    ['Дружество с ограничена отговорност Ферн', 'FERN OOD', 'strong'],
    ['Fern S.à r.l.', 'FERN LLC', 'strong'],
    ['Fern Spółka z o.o.', 'FERN Sp. z o.o.', 'strong'],
    ['Fern-M L.L.C.', 'LLC FERN-M', 'strong'],
    ['Fern-M d.o.o.', 'FERN-M LLC', 'strong'],
    ['Moss Fern Intl', 'MOSS FERN INTERNATIONAL', 'strong'],
    ['Moss Factory No. 7', 'MOSS FACTORY NUMBER 7', 'strong'],
    ['M/V Heron', 'HERON', 'strong'],
    ['Motor Vessel Heron', 'HERON', 'strong'],
    ['Tanker Energy', 'HERON ENERGY', 'clear'],
    ['Heron Ltd trading as Fern Valley', 'FERN VALLEY LLC', 'possible'],
    ['Heron Ltd (formerly Fern Valley Ltd)', 'FERN VALLEY LLC', 'possible'],
  ])('the company %s against %s', (given, name, expected) => {
    expect(levelOf(company(given), entity(name))).toBe(expected)
  })

  test('consonants alone are never strong, and are not compared between names in Latin letters', () => {
    const birth = { birthDate: '1971-03-09' }
    const found = match(person('قاسم جمال', birth), listed('Gasim GAMAL', IN_1971))
    expect(found).toMatchObject({ level: 'possible', explanation: { words: [{ fit: 'consonants' }, {}] } })
    expect(levelOf(person('Qsm Jml', birth), listed('Gasim GAMAL', IN_1971))).toBe('clear')
  })

  test('a person and a company with the same name are possible, and never strong', () => {
    expect(levelOf(person('Emma Daniels'), entity('Emma Daniels'))).toBe('possible')
    expect(levelOf(company('Viktor Orlov'), listed('Viktor Orlov'))).toBe('possible')
    expect(levelOf(person('Viktor Orlov'), entity('Individual Entrepreneur Viktor ORLOV'))).toBe('possible')
    expect(levelOf(person('Emma Daniels'), entity('Emma Danielson Foods'))).toBe('clear')
    expect(levelOf(company('Blue Heron'), listed('Blue Heron', { kind: 'ship' }))).toBe('strong')
  })
})

describe('other compared facts', () => {
  const orlov = (more: Partial<ScreeningSubject> = {}) => person('Viktor Orlov', more)

  test('a name without a date of birth on both sides is never strong', () => {
    expect(levelOf(orlov(), listed('Viktor Orlov', IN_1971))).toBe('possible')
    const found = match(orlov({ birthDate: '1971-03-09' }), listed('Viktor Orlov'))
    expect(found).toMatchObject({ level: 'possible', score: 1 })
    expect(found?.explanation.heldBack).toEqual(['A date of birth is missing on one side.'])
  })

  test.each([
    [{ year: 1971, month: 3, day: 9 }, 'agrees', 0.05],
    [{ year: 1971, month: 3 }, 'agrees', 0],
    [{ year: 1971 }, 'agrees', 0],
    [{ fromYear: 1970, toYear: 1972 }, 'agrees', 0],
    [{ year: 1971, month: 9, day: 3 }, 'close', -0.02],
    [{ year: 1971, month: 3, day: 19 }, 'close', -0.02],
    [{ year: 1971, month: 11, day: 24 }, 'close', -0.05],
    [{ year: 1971, month: 11, day: 9 }, 'close', -0.05],
    [{ year: 1917, month: 3, day: 9 }, 'close', -0.02],
    [{ year: 1973, month: 3, day: 9 }, 'close', -0.05],
    [{ year: 1974, isApproximate: true }, 'agrees', 0],
    [{ year: 1976, month: 3, day: 9 }, 'close', -0.05],
    [{ year: 1985, month: 3, day: 9 }, 'differs', -0.2],
    [{ year: 1976 }, 'differs', -0.15],
    [{ year: 1982 }, 'differs', -0.2],
    [{ fromYear: 1973, toYear: 1979 }, 'close', -0.05],
    [{ fromYear: 1975, toYear: 1979 }, 'differs', -0.15],
  ] as const)('a birth listed as %o %s', (birth, result, points) => {
    const subject = orlov({ birthDate: '1971-03-09' })
    const found = match(subject, listed('Viktor Orlov', born(birth)))
    expect(found?.explanation.facts[0]).toMatchObject({ fact: 'birth_date', result, points })
  })

  test.each([
    [{ year: 1971, month: 3, day: 9 }, 'agrees', 0],
    [{ year: 1971, month: 3 }, 'agrees', 0],
    [{ year: 1971 }, 'agrees', 0],
    [{ year: 1971, month: 4, day: 3 }, 'close', -0.05],
    [{ year: 1972, month: 3, day: 9 }, 'close', -0.05],
  ] as const)('someone who gives month and year of birth: listed as %o it %s', (birth, result, points) => {
    const found = match(orlov({ birthDate: '1971-03' }), listed('Viktor Orlov', born(birth)))
    expect(found?.explanation.facts[0]).toMatchObject({ fact: 'birth_date', result, points })
  })

  test.each([
    ['Viktor Orlov', 'Viktor ORLOV', { year: 1971, month: 3, day: 9 }, 'strong'],
    ['Viktor Orlvo', 'Viktor ORLOV', { year: 1971, month: 3, day: 9 }, 'strong'],
    ['Viktor Orlov', 'Viktor ORLOV', { year: 1971, month: 9, day: 3 }, 'possible'],
    ['Viktor Orlov', 'Viktor ORLOV', { year: 1971 }, 'possible'],
    ['Viktor Pavlovich Orlov', 'Viktor Pavlovich ORLOV', { year: 1971 }, 'strong'],
    ['Victor Orlov', 'ORLOV Viktor', { year: 1971, month: 3 }, 'strong'],
    ['Viktor Orlov', 'Viktor ORLOW', { year: 1971 }, 'possible'],
    ['Viktor Orlov', 'Viktor Pavlovich ORLOV', { year: 1971 }, 'possible'],
    ['Viktor Orlov', 'Viktor ORLOV', { year: 1971, isApproximate: true }, 'possible'],
    ['Viktor Orlov', 'Viktor ORLOV', { year: 1971, month: 3, day: 9, isApproximate: true }, 'possible'],
    ['Viktor Orlov', 'Viktor ORLOV', { fromYear: 1970, toYear: 1972 }, 'possible'],
    ['Karim Rahman', 'Kari Rahmat', { year: 1971 }, 'possible'],
    ['Ahmed Ali', 'Ahmed Iman Ali', { year: 1973, isApproximate: true }, 'possible'],
  ] as const)('%s, listed as %s and born %o, is %s', (given, name, birth, level) => {
    const subject = person(given, { birthDate: '1971-03-09' })
    expect(levelOf(subject, listed(name, born(birth)))).toBe(level)
  })

  test('an owner’s month of birth is not a day: only the same name is strong', () => {
    const owner = (name: string, birthDate: string) => person(name, { birthDate })
    expect(levelOf(owner('Viktor Orlov', '1971-03'), listed('Viktor Orlov', IN_1971))).toBe('strong')
    expect(levelOf(owner('Viktor Orlow', '1971-03'), listed('Viktor Orlov', IN_1971))).toBe('possible')
    expect(levelOf(owner('Viktor Orlov', '1971-04'), listed('Viktor Orlov', IN_1971))).toBe('possible')
  })

  test('of several births the most favourable counts, and years far apart are uncertain', () => {
    const entry = listed('Viktor Orlov', born({ year: 1950 }, { year: 1971, month: 3, day: 9 }))
    expect(levelOf(orlov({ birthDate: '1971-03-09' }), entry)).toBe('strong')
    const unsure = listed('Viktor Orlov', born({ year: 1950 }, { year: 1971, month: 3 }))
    expect(match(orlov({ birthDate: '1971-03-09' }), unsure)).toMatchObject({ level: 'possible', score: 1 })
    const close = listed('Viktor Orlov', born({ year: 1972 }, { year: 1971, month: 3 }))
    expect(levelOf(orlov({ birthDate: '1971-03-09' }), close)).toBe('strong')
  })

  test('no date and no country hides the exact listed name', () => {
    const subject = person('John Smith', { birthDate: '1988-03-09', country: 'GB' })
    expect(levelOf(subject, listed('John SMITH', { ...IN_1971, countries: ['SD'] }))).toBe('possible')
    expect(levelOf(subject, listed('Johan SMITT', IN_1971))).toBe('clear')
  })

  test('a long second family name, given as one, hides no short listed name', () => {
    const asked = person('Adil Mahdi Macdonald', { family: 'Mahdi Macdonald' })
    expect(levelOf(asked, listed('Adil MAHDI'))).toBe('possible')
  })

  test('a listed initial is not a family name', () => {
    const subject = person('Viktor Pavel Orlov', { family: 'Orlov' })
    expect(levelOf(subject, listed('Viktor Pavel O.'))).toBe('clear')
    expect(levelOf(subject, listed('V. Pavel Orlov'))).toBe('possible')
  })

  test('nor is the last word of an owner’s name, whose family name isn’t marked', () => {
    const owner = person('Viktor Pavel Orlov')
    expect(levelOf(owner, listed('Viktor Pavel O.'))).toBe('clear')
    expect(levelOf(owner, listed('V. Pavel Orlov'))).toBe('possible')
    expect(levelOf(owner, listed('Orlov, Viktor P.'))).toBe('possible')
    expect(levelOf(person('Viktor Pavel O.'), listed('Viktor Pavel O.'))).toBe('possible')
    // If the list marks the family name, the last word is a first name.
    const names = [{ text: 'Orlov, Pavel V.', quality: 'primary' as const, family: 'Orlov' }]
    expect(levelOf(person('Orlov Pavel Viktor'), listed('', { names }))).toBe('possible')
  })

  test('another nationality lowers nothing', () => {
    const subject = orlov({ birthDate: '1971-03-09', country: 'FR' })
    expect(
      match(subject, listed('Viktor Orlov', { ...IN_1971, countries: ['RU'] }))?.explanation.facts,
    ).toContainEqual(expect.objectContaining({ fact: 'country', result: 'differs', points: 0 }))
  })

  test('a weak alias alone is only possible', () => {
    const subject = orlov({ birthDate: '1971-03-09' })
    const names = [{ text: 'Viktor Orlov', quality: 'weak_alias' as const }]
    expect(levelOf(subject, listed('', { ...IN_1971, names }))).toBe('possible')
    const both = [...names, { text: 'Viktor ORLOV', quality: 'primary' as const }]
    expect(match(subject, listed('', { ...IN_1971, names: both }))).toMatchObject({
      level: 'strong',
      explanation: { quality: 'primary' },
    })
  })

  test('a registration number finds a company under another name', () => {
    const subject = company('Fern Trading', { companyNumber: '01234567' })
    const found = match(subject, entity('Moss Holdings', { numbers: ['no. 123-4567', '1234567'] }))
    expect(found).toMatchObject({ level: 'strong', score: 0.95 })
  })

  test('every word shows how it was matched', () => {
    const found = match(person('Khaled A Velikov'), listed('VELIKOV Haled Igor'))
    expect(found?.explanation.words.map(({ given, listed: other, fit }) => [given, other, fit])).toEqual([
      ['Khaled', 'Haled', 'sound'],
      ['Velikov', 'VELIKOV', 'same'],
      ['A', null, 'only_given'],
      [null, 'Igor', 'only_listed'],
    ])
  })
})

const word = fc.stringMatching(/^[a-z]{2,9}$/)
const name = fc.array(word, { minLength: 1, maxLength: 5 })
const indexOf = (entries: readonly ListedEntry[]) => {
  const builder = new ListIndexBuilder()
  for (const entry of entries) builder.add(entry)
  return new ListIndex(builder.finish())
}
/** Whether looking up one name finds the entry of another. */
const isFound = (given: string, listedName: string) =>
  indexOf([listed(listedName)]).candidates(prepareSubject(person(given))).length > 0
const padded = (part: number) => [...String(part).padStart(2, '0')]
const hostile = fc.string({ unit: 'binary', maxLength: 40 })
const score = (a: string[], b: string[]) =>
  compareNames(splitPersonName(a.join(' ')), splitPersonName(b.join(' ')), 'person').score

test('what was compared of an entry is the same in any order, and different once it is sanctioned', () => {
  const names = [
    { text: 'Viktor ORLOV', quality: 'primary' },
    { text: 'Vitya ORLOV', quality: 'weak_alias' },
  ] as const
  const entry = listed('', {
    names: [...names],
    births: [{ year: 1971 }, { year: 1972 }],
    countries: ['RU', 'BY'],
    numbers: ['1', '2'],
  })
  const reordered = listed('', {
    names: names.toReversed(),
    births: [{ year: 1972 }, { year: 1971 }],
    countries: ['BY', 'RU'],
    numbers: ['2', '1'],
  })
  expect(comparedOf(reordered)).toBe(comparedOf(entry))
  expect(comparedOf({ ...entry, isExposedOnly: true })).not.toBe(comparedOf(entry))
  expect(comparedOf({ ...entry, isExposedOnly: false })).toBe(comparedOf(entry))
})

describe('for any two names', () => {
  test('the score is from 0 to 1, and 1 for the name itself', () => {
    fc.assert(
      fc.property(name, name, (a, b) => {
        expect(score(a, b)).toBeGreaterThanOrEqual(0)
        expect(score(a, b)).toBeLessThanOrEqual(1)
        expect(score(a, a)).toBe(1)
      }),
    )
  })

  test('the same words in another order are the same name', () => {
    const shuffled = fc
      .uniqueArray(word, { minLength: 1, maxLength: 5 })
      .chain((a) => fc.tuple(fc.constant(a), fc.shuffledSubarray(a, { minLength: a.length })))
    fc.assert(
      fc.property(shuffled, ([a, b]) => {
        // A particle or a title is one by its position.
        const weights = (words: string[]) =>
          splitPersonName(words.join(' '))
            .map(({ text, weight }) => `${text} ${weight}`)
            .sort()
        fc.pre(weights(a).join() === weights(b).join())
        expect(score(a, b)).toBe(1)
      }),
    )
  })

  test('an additional unlisted word of the customer’s never raises the score', () => {
    fc.assert(
      fc.property(name, name, (a, b) => {
        expect(score([...a, '99887766'], b)).toBeLessThanOrEqual(score(a, b))
      }),
    )
  })

  test('from 0.93 on the name alone they are possible and looked up, whatever the date or country', () => {
    const year = fc.integer({ min: 1920, max: 2010 })
    fc.assert(
      fc.property(name, fc.nat(), year, year, (words, at, given, other) => {
        // The whole name, or without a word in the middle.
        const left = words.filter((_, index) => index === 0 || index !== at % words.length)
        const subject = person(left.join(' '), { birthDate: `${given}-03-09`, country: 'GB' })
        const entry = listed(words.join(' '), { births: [{ year: other }], countries: ['SD'] })
        fc.pre(score(left, words) >= 0.93)
        expect(match(subject, entry)).toBeDefined()
        expect(isFound(left.join(' '), words.join(' '))).toBe(true)
      }),
    )
  })

  test('without the day of birth only the same name and a certain year are strong', () => {
    const year = fc.integer({ min: 1960, max: 1963 })
    const birth = fc
      .record({ year, month: fc.constantFrom(undefined, 3), isApproximate: fc.constantFrom(undefined, true) })
      .map(
        ({ isApproximate, ...date }): ListedBirth => ({ ...date, ...(isApproximate && { isApproximate }) }),
      )
    const range = year.map((fromYear): ListedBirth => ({ fromYear, toYear: fromYear + 2 }))
    fc.assert(
      fc.property(name, name, fc.oneof(birth, range), year, (a, b, listedBirth, given) => {
        const subject = person(a.join(' '), { birthDate: `${given}-03-09` })
        const isCertain =
          !('fromYear' in listedBirth) && !listedBirth.isApproximate && listedBirth.year === given
        const hasMonth = isCertain && listedBirth.month !== undefined
        for (const other of [a, b, a.slice(1), [...a, ...b]]) {
          const found = match(subject, listed(other.join(' '), born(listedBirth)))
          if (found?.level !== 'strong') continue
          expect(isCertain).toBe(true)
          expect(found.explanation.words.map(({ fit }) => fit)).not.toContain('spelling')
          expect(found.explanation.words.map(({ fit }) => fit)).not.toContain('only_listed')
          expect(found.explanation.words.map(({ fit }) => fit)).not.toContain('only_given')
        }
        const itself = match(subject, listed(a.join(' '), born(listedBirth)))
        if (hasMonth) expect(itself?.level).toBe('strong')
        if (!isCertain || (!hasMonth && a.length < 3)) expect(itself?.level).toBe('possible')
      }),
    )
  })

  test('an approximate year is as far away as what lies beyond it', () => {
    const about = listed('Viktor Pavlovich ORLOV', born({ year: 1974, isApproximate: true }))
    const found = (birthDate: string) => match(person('Viktor Orlov', { birthDate }), about)
    expect([found('1977-05-01')?.level, found('1979-05-01')?.level, found('1980-05-01')]).toEqual([
      'possible',
      'possible',
      undefined,
    ])
    expect(found('1995-05-01')).toBeUndefined()
  })

  test('two digits of day, month or year swapped are a slip, and never strong', () => {
    const parts = fc.record({
      year: fc.integer({ min: 1930, max: 2005 }),
      month: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constantFrom(1, 10)),
      day: fc.integer({ min: 1, max: 31 }),
    })
    const part = fc.constantFrom('year', 'month', 'day')
    fc.assert(
      fc.property(parts, part, fc.nat(3), fc.nat(3), ({ year, month, day }, which, i, j) => {
        const date = plainDate(year, month, day)
        const digits = { year: [...String(year)], month: padded(month), day: padded(day) }
        const chosen = digits[which]
        const [a = '', b = ''] = [chosen[i], chosen[j]]
        fc.pre(date !== null && a !== '' && b !== '' && a !== b)
        chosen[i] = b
        chosen[j] = a
        const [otherYear, otherMonth, otherDay] = [digits.year, digits.month, digits.day].map((signs) =>
          Number(signs.join('')),
        ) as [number, number, number]
        fc.pre(otherYear >= 1900 && plainDate(otherYear, otherMonth, otherDay) !== null)
        const entry = listed('Viktor Orlov', born({ year: otherYear, month: otherMonth, day: otherDay }))
        const found = match(person('Viktor Orlov', { birthDate: date ?? '' }), entry)
        expect(found).toMatchObject({ level: 'possible' })
        expect(found?.explanation.facts[0]).toMatchObject({ result: 'close', points: -0.02 })
      }),
    )
  })

  test('strong means that nothing contradicts it', () => {
    const date = fc
      .date({ min: new Date('1930-01-01'), max: new Date('2005-12-31'), noInvalidDate: true })
      .map((at) => at.toISOString().slice(0, 10))
    fc.assert(
      fc.property(name, date, date, (words, given, other) => {
        const [year = 0, month, day] = other.split('-').map(Number)
        const entry = listed(words.join(' '), born({ year, month, day } as ListedBirth))
        const level = match(person(words.join(' '), { birthDate: given }), entry)?.level
        expect(level).toBe(given === other ? 'strong' : 'possible')
      }),
    )
  })

  /**
   * A name, and how someone may write it: with a letter left out, or words joined, split, abbreviated, repeated or in
   * another order.
   */
  const part = fc.oneof(
    { arbitrary: word, weight: 4 },
    fc.constantFrom('حمد', 'الله', 'عبد', 'علیرضا', 'قاسم', 'hamdullah', 'abdul', 'ali', 'reza', 'gasim'),
    fc.constantFrom('王', '伟明', '國', '䶮', 'wang', 'weiming', 'ming', 'guo', 'm', 'de', 'ltd'),
  )
  const parts = fc.array(part, { minLength: 1, maxLength: 5 })
  const written = fc.tuple(parts, fc.nat(), fc.nat(), fc.nat(6)).map(([words, at, where, how]) => {
    const index = at % words.length
    const word = words[index] ?? ''
    const place = 1 + (where % Math.max(1, word.length - 1))
    const changed = [
      [`${word.slice(0, place)}${word.slice(place + 1)}`],
      [`${word}${words[index + 1] ?? ''}`],
      [word.slice(0, place), word.slice(place)],
      [word.slice(0, 1)],
      [word, word],
      [],
      [`${word.slice(0, place)}x${word.slice(place)}`],
    ][how] as string[]
    const after = how === 1 ? words.slice(index + 2) : words.slice(index + 1)
    return [words.join(' '), [...after, ...words.slice(0, index), ...changed].join(' ')] as const
  })

  test.each(['person', 'company'] as const)(
    'everyone who would match is found by the index, as a %s',
    (kind) => {
      fc.assert(
        fc.property(fc.array(written, { minLength: 1, maxLength: 4 }), fc.boolean(), (names, isEntity) => {
          const entries = names.map(([text], at) =>
            listed(text, { ref: `T${at}`, kind: isEntity ? 'entity' : 'person' }),
          )
          const index = indexOf(entries)
          for (const [, given] of names) {
            const prepared = prepareSubject({ ...person(given), kind })
            for (const from of [POSSIBLE_FROM, SEEN_FROM] as const) {
              const looked = index.candidates(prepared, from)
              for (const entry of entries)
                if (matchEntry(prepared, entry, from)) expect(looked).toContain(entry.ref)
            }
          }
        }),
        { numRuns: 150 },
      )
    },
  )

  test('a registration number is found under any name', () => {
    const index = indexOf([entity('Moss Holdings', { numbers: ['no. 123-4567', '1234567'] })])
    expect(index.candidates(prepareSubject(company('Fern', { companyNumber: '01234567' })))).toEqual(['T1'])
    expect(index.candidates(prepareSubject(company('Fern', { companyNumber: '7654321' })))).toEqual([])
  })

  test.each([
    ['M. Hassan', 'Mohammed HASSAN', true],
    ['Kim Jongseo', 'KIM Jong Seo', true],
    ['Iouri Velikov', 'Yuri VELIKOV', true],
    ['محمد ترهان', 'Mohammed TARHAN', true],
    ['王伟明', 'WANG Weiming', true],
    ['Guohua Chen', '陳國華', true],
    ['Mohammed Karovi', 'Mohammed TARHAN', false],
  ])('%s finds %s: %s', (given, name, expected) => {
    expect(isFound(given, name)).toBe(expected)
  })

  test('hostile texts are compared like others', () => {
    fc.assert(
      fc.property(hostile, hostile, (a, b) => {
        const found = match(person(a), listed(b))
        if (found) expect(isFound(a, b)).toBe(true)
        expect(found === undefined || found.score >= POSSIBLE_FROM).toBe(true)
        expect(splitCompanyName(a).every(({ weight }) => weight > 0)).toBe(true)
      }),
    )
  })
})

describe('the bar', () => {
  const prepared = prepareSubject(person('Viktor Orlov', { birthDate: '1940-01-01' }))
  const entry = listed('Viktor Orlov', IN_1971)

  test('is never above a nearly identical name, whatever the date or country', () => {
    const found = matchEntry(prepared, entry)
    expect(found).toMatchObject({ level: 'possible', explanation: { nameScore: 1 } })
    for (const bar of [POSSIBLE_FROM_MIN, POSSIBLE_FROM, POSSIBLE_FROM_MAX])
      expect(found && isRaised(found, bar)).toBe(true)
  })

  test('can’t be lower than the lowest score that is found', () => {
    expect(POSSIBLE_FROM_MIN).toBe(SEEN_FROM)
  })

  test('keeps what is below it with its score, down to 0.70', () => {
    const asked = prepareSubject(
      person('Konstanza Winterberg', { family: 'Winterberg', birthDate: '1985-05-05' }),
    )
    const below = listed('Konstanze WINTERBERGER', born({ year: 1960, month: 2, day: 1 }))
    expect(matchEntry(asked, below)).toBeUndefined()
    const seen = matchEntry(asked, below, SEEN_FROM)
    expect(seen).toMatchObject({ level: 'possible', score: 0.722 })
    expect(seen && isRaised(seen, 0.73)).toBe(false)
    expect(seen && isRaised(seen, 0.72)).toBe(true)
    expect(indexOf([below]).candidates(asked, SEEN_FROM)).toEqual(['T1'])
  })
})
