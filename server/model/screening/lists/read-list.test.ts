import { createHash } from 'node:crypto'
import { chmod, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listFile, readWhole, ukCsv } from '#server/testing/sanctions-files.ts'
import { LIST_LIMITS, ListError, ScatteredEntry } from './list-error.ts'
import { fileHash } from './read-list.ts'

const UK_XML = `\uFEFF<?xml version="1.0" encoding="utf-8"?>
<Designations><DateGenerated>20/08/2026</DateGenerated>
<Designation><UniqueID>TST0001</UniqueID><Names>
  <Name><Name1>VIKTOR</Name1><Name6>ORLOV &amp; SON</Name6><NameType>Primary Name</NameType></Name>
  <Name><Name6>Vik</Name6><NameType>ALias</NameType><AliasStrength>Low quality a.k.a</AliasStrength></Name>
</Names><NonLatinNames><NonLatinName><NameNonLatinScript>Виктор Орлов</NameNonLatinScript></NonLatinName></NonLatinNames>
<RegimeName>The Test Regulations</RegimeName><IndividualEntityShip>Individual</IndividualEntityShip>
<DateDesignated>25/01/2021</DateDesignated>
<IndividualDetails><Individual><DOBs><DOB>dd/mm/1971</DOB><DOB>09/03/1972</DOB></DOBs>
<Nationalities><Nationality>Russia</Nationality></Nationalities>
<PassportDetails><Passport><PassportNumber>AB 12</PassportNumber></Passport></PassportDetails><NationalIdentifierDetails><NationalIdentifier>
<NationalIdentifierNumber>77-1</NationalIdentifierNumber></NationalIdentifier></NationalIdentifierDetails></Individual></IndividualDetails></Designation>
<Designation><UniqueID>TST0002</UniqueID><Names><Name><Name6>FERN TRADING LTD</Name6><NameType>Primary name</NameType></Name></Names>
<IndividualEntityShip>Entity</IndividualEntityShip><Addresses><Address><AddressCountry>Iran</AddressCountry></Address></Addresses>
<EntityDetails><Entity><BusinessRegistrationNumbers><BusinessRegistrationNumber>BR-99</BusinessRegistrationNumber></BusinessRegistrationNumbers></Entity></EntityDetails></Designation>
</Designations>`

const UN_XML = `<?xml version="1.0" encoding="UTF-8"?>
<CONSOLIDATED_LIST dateGenerated="2026-10-03T23:00:03.428Z"><INDIVIDUALS><INDIVIDUAL>
<DATAID>1</DATAID><FIRST_NAME>VIKTOR</FIRST_NAME><SECOND_NAME>ORLOV</SECOND_NAME><THIRD_NAME/>
<UN_LIST_TYPE>Test</UN_LIST_TYPE><REFERENCE_NUMBER>TSi.001</REFERENCE_NUMBER><LISTED_ON>2020-01-01</LISTED_ON>
<NAME_ORIGINAL_SCRIPT>Виктор Орлов</NAME_ORIGINAL_SCRIPT><NATIONALITY><VALUE>Russian Federation</VALUE></NATIONALITY>
<INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>V. Orlow; Vitya Orlov</ALIAS_NAME></INDIVIDUAL_ALIAS>
<INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>Vik</ALIAS_NAME></INDIVIDUAL_ALIAS><INDIVIDUAL_ALIAS><QUALITY/><ALIAS_NAME/></INDIVIDUAL_ALIAS>
<INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>1970</FROM_YEAR><TO_YEAR>1972</TO_YEAR></INDIVIDUAL_DATE_OF_BIRTH>
<INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>1971-03-09</DATE></INDIVIDUAL_DATE_OF_BIRTH>
<INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>APPROXIMATELY</TYPE_OF_DATE><YEAR>1974</YEAR></INDIVIDUAL_DATE_OF_BIRTH>
<INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>Passport</TYPE_OF_DOCUMENT><NUMBER>AB 12</NUMBER><ISSUING_COUNTRY>Mali</ISSUING_COUNTRY></INDIVIDUAL_DOCUMENT>
</INDIVIDUAL></INDIVIDUALS><ENTITIES><ENTITY><DATAID>2</DATAID><FIRST_NAME>FERN TRADING</FIRST_NAME>
<ENTITY_ALIAS><QUALITY>a.k.a.</QUALITY><ALIAS_NAME>FT</ALIAS_NAME></ENTITY_ALIAS>
<ENTITY_ADDRESS><COUNTRY>Mali</COUNTRY></ENTITY_ADDRESS></ENTITY></ENTITIES></CONSOLIDATED_LIST>`

const EU_XML = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-08-05T16:47:04.449+02:00" globalFileId="1">
<sanctionEntity designationDetails="" unitedNationId="" euReferenceNumber="EU.1.23" logicalId="13"><remark>Made up</remark>
<regulation regulationType="regulation" publicationDate="2023-07-08" programme="TST" logicalId="348"><publicationUrl>http://eur-lex.europa.eu/test</publicationUrl></regulation>
<subjectType code="person" classificationCode="P"/>
<nameAlias firstName="Viktor" middleName="" lastName="Orlov" wholeName="Viktor Orlov" strong="true" logicalId="17"><regulationSummary numberTitle="1/2023"/></nameAlias>
<nameAlias firstName="" middleName="" lastName="" wholeName="Виктор Орлов" strong="true" logicalId="19"/>
<nameAlias wholeName="Vik" strong="false" logicalId="20"/>
<citizenship region="" countryIso2Code="RU" countryDescription="RUSSIAN FEDERATION" logicalId="1"/>
<citizenship region="" countryIso2Code="00" countryDescription="UNKNOWN" logicalId="2"/>
<birthdate circa="false" birthdate="1971-03-09" day="9" month="3" year="1971" logicalId="3"/>
<birthdate circa="true" year="1972" logicalId="4"/><birthdate circa="false" yearRangeFrom="1970" yearRangeTo="1973" logicalId="5"/>
<identification number="A1" identificationTypeCode="passport" identificationTypeDescription="National passport" countryIso2Code="RU" countryDescription="RUSSIAN FEDERATION"/></sanctionEntity>
<sanctionEntity designationDate="2022-06-18" euReferenceNumber="" logicalId="201"><subjectType code="enterprise" classificationCode="E"/>
<nameAlias wholeName="Fern Trading" strong="true" logicalId="1"/><address countryIso2Code="IR" countryDescription="IRAN"/>
<identification number="BR-99" identificationTypeCode="regnumber"/></sanctionEntity></export>`

const OFAC_XML = `<?xml version="1.0" standalone="yes"?>
<sdnList xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/XML">
<publshInformation><Publish_Date>08/07/2026</Publish_Date><Record_Count>3</Record_Count></publshInformation>
<sdnEntry><uid>100</uid><firstName>Viktor</firstName><lastName>ORLOV</lastName><sdnType>Individual</sdnType>
<programList><program>TEST1</program><program>TEST2</program></programList>
<idList><id><uid>1</uid><idType>Passport</idType><idNumber>AB123456</idNumber></id></idList>
<akaList><aka><uid>2</uid><type>a.k.a.</type><category>strong</category><lastName>ORLOW</lastName><firstName>V.</firstName></aka>
<aka><uid>3</uid><type>a.k.a.</type><category>weak</category><lastName>VIK</lastName></aka></akaList>
<nationalityList><nationality><uid>4</uid><country>Russia</country><mainEntry>true</mainEntry></nationality></nationalityList>
<dateOfBirthList><dateOfBirthItem><uid>5</uid><dateOfBirth>09 Mar 1971</dateOfBirth></dateOfBirthItem>
<dateOfBirthItem><uid>6</uid><dateOfBirth>circa 1972</dateOfBirth></dateOfBirthItem>
<dateOfBirthItem><uid>7</uid><dateOfBirth>1970 to 1973</dateOfBirth></dateOfBirthItem></dateOfBirthList></sdnEntry>
<sdnEntry><uid>101</uid><lastName>FERN TRADING</lastName><sdnType>Entity</sdnType><programList><program>TEST1</program></programList>
<idList><id><uid>8</uid><idType>Registration Number</idType><idNumber>BR-99</idNumber></id></idList>
<addressList><address><uid>9</uid><country>Iran</country></address></addressList></sdnEntry>
<sdnEntry><uid>102</uid><lastName>FERN STAR</lastName><sdnType>Vessel</sdnType></sdnEntry></sdnList>`

const OPENSANCTIONS = [
  {
    id: 'Q1',
    caption: 'Viktor Orlov',
    schema: 'Person',
    target: true,
    datasets: ['test'],
    first_seen: '2024-01-01T00:00:00',
    last_seen: '2026-10-01T06:30:02',
    properties: {
      name: ['Viktor Orlov', 'Виктор Орлов'],
      lastName: ['Orlov'],
      alias: ['V. Orlow'],
      weakAlias: ['Vik'],
      birthDate: ['1971-03-09', '1972'],
      nationality: ['ru'],
      passportNumber: ['AB12'],
      topics: ['role.pep', 'sanction'],
      positionOccupancies: [
        {
          schema: 'Occupancy',
          properties: {
            post: [{ schema: 'Position', properties: { name: ['Minister of Ferns'], country: ['ru'] } }],
          },
        },
      ],
      sanctions: [
        { schema: 'Sanction', properties: { program: ['Test regulations'], startDate: ['2023-05-06'] } },
      ],
    },
  },
  {
    id: 'NK-2',
    schema: 'Company',
    last_seen: '2026-10-02T06:30:02',
    properties: {
      name: ['Fern Trading'],
      jurisdiction: ['ir'],
      registrationNumber: ['BR-99'],
      topics: ['debarment'],
    },
  },
  { id: 'addr-1', schema: 'Address', properties: { full: ['1 Fern Street'] } },
  { id: 'Q3', schema: 'Person', target: false, properties: { name: ['A Cousin'] } },
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('')

const OWN_CSV = `id,kind,name,aliases,born,countries,number,reason,since
7,person,Viktor Orlov,V. Orlow | Vitya Orlov,09/03/1971; 1972,Russia,,Charged back three times,2025-02-03
8,company,Fern Trading Ltd,,,IR,BR-99,Sold what was not theirs,
`

const PERSON = { kind: 'person', countries: ['RU'] }
const COMPANY = { kind: 'entity', countries: ['IR'], numbers: ['BR-99'] }

describe('the lists as they are published (law §3.2)', () => {
  test('the EU list', async () => {
    const list = await readWhole(await listFile(EU_XML))
    expect(list).toMatchObject({ format: 'eu-xml', publishedOn: '2026-08-05' })
    expect(list.entries).toMatchObject([
      {
        ...PERSON,
        ref: 'EU.1.23',
        names: [
          { text: 'Viktor Orlov', quality: 'primary', family: 'Orlov' },
          { text: 'Виктор Орлов', quality: 'alias' },
          { text: 'Vik', quality: 'weak_alias' },
        ],
        births: [
          { year: 1971, month: 3, day: 9 },
          { year: 1972, isApproximate: true },
          { fromYear: 1970, toYear: 1973 },
        ],
        regime: 'TST',
        documents: ['National passport A1, RUSSIAN FEDERATION'],
        listedOn: '2023-07-08',
        url: 'https://eur-lex.europa.eu/test',
      },
      { ...COMPANY, ref: '201', listedOn: '2022-06-18' },
    ])
  })

  test('OFAC’s list, whose dates have the month first', async () => {
    const list = await readWhole(await listFile(OFAC_XML))
    expect(list).toMatchObject({ format: 'ofac-xml', publishedOn: '2026-08-07' })
    expect(list.entries).toMatchObject([
      {
        ...PERSON,
        ref: '100',
        names: [
          { text: 'Viktor ORLOV', quality: 'primary', family: 'ORLOV' },
          { text: 'V. ORLOW', quality: 'alias', family: 'ORLOW' },
          { text: 'VIK', quality: 'weak_alias' },
        ],
        births: [
          { year: 1971, month: 3, day: 9 },
          { year: 1972, isApproximate: true },
          { fromYear: 1970, toYear: 1973 },
        ],
        numbers: [],
        documents: ['Passport AB123456'],
        regime: 'TEST1, TEST2',
        url: 'https://sanctionssearch.ofac.treas.gov/Details.aspx?id=100',
      },
      { ...COMPANY, ref: '101' },
      { kind: 'ship', ref: '102' },
    ])
  })

  test('an OpenSanctions list, with offices of politically exposed people', async () => {
    const list = await readWhole(await listFile(OPENSANCTIONS))
    expect(list).toMatchObject({ format: 'opensanctions-json', publishedOn: '2026-10-02' })
    expect(list.entries).toMatchObject([
      {
        ...PERSON,
        ref: 'Q1',
        names: [
          { text: 'Viktor Orlov', quality: 'primary', family: 'Orlov' },
          { text: 'Виктор Орлов', quality: 'variation' },
          { text: 'V. Orlow', quality: 'alias' },
          { text: 'Vik', quality: 'weak_alias' },
        ],
        births: [{ year: 1971, month: 3, day: 9 }, { year: 1972 }],
        documents: ['Passport AB12'],
        positions: ['Minister of Ferns'],
        regime: 'Test regulations, Politically exposed, Sanctioned',
        listedOn: '2023-05-06',
      },
      { ...COMPANY, ref: 'NK-2', regime: 'Debarred' },
    ])
    const [minister] = list.entries
    expect(minister?.isExposedOnly).toBeUndefined()
    const exposed = OPENSANCTIONS.replace('"role.pep","sanction"', '"role.pep"')
    expect((await reading(exposed)).entries[0]).toMatchObject({ ref: 'Q1', isExposedOnly: true })
  })

  test('an OpenSanctions list whose offices and sanctions are lines of their own, before or after the people they are about', async () => {
    const [nested = '', ...others] = OPENSANCTIONS.trim().split('\n')
    const { properties, ...minister } = JSON.parse(nested)
    const { positionOccupancies: _, sanctions: __, ...own } = properties
    const part = (id: string, schema: string, values: Record<string, string[]>) =>
      JSON.stringify({ id, schema, target: false, properties: values })
    const lines = [
      part('os-2', 'Sanction', { entity: ['Q1'], program: ['Later regulations'], startDate: ['2024-01-01'] }),
      part('occ-1', 'Occupancy', { holder: ['Q1'], post: ['pos-1'], startDate: ['2019'] }),
      JSON.stringify({ ...minister, properties: own }),
      ...others,
      part('pos-1', 'Position', { name: ['Minister of Ferns', 'Fern minister'] }),
      part('occ-2', 'Occupancy', { holder: ['Q1'], post: ['pos-2', 'pos-unknown'] }),
      part('pos-2', 'Position', { name: ['Member of the Forest Assembly'] }),
      part('os-1', 'Sanction', { entity: ['Q1'], program: ['Test regulations'], startDate: ['2023-05-06'] }),
    ]
    const path = await listFile(`${lines.join('\n')}\n`)
    await expect(readWhole(path)).rejects.toThrow(new ScatteredEntry(1))
    const list = await readWhole(path, { isScattered: true })
    expect(list).toMatchObject({ publishedOn: '2026-10-02', sha256: await fileHash(path) })
    expect(list.entries).toMatchObject([
      {
        ref: 'Q1',
        positions: ['Minister of Ferns', 'Member of the Forest Assembly'],
        regime: 'Later regulations, Test regulations, Politically exposed, Sanctioned',
        listedOn: '2023-05-06',
      },
      { ...COMPANY, ref: 'NK-2', regime: 'Debarred' },
    ])
  })

  test('an in-house list with its columns in another order', async () => {
    const list = await reading('Kind,"Name",Id\nperson,Viktor Orlov,7\n')
    expect(list).toMatchObject({ format: 'own-csv', entries: [{ ref: '7', kind: 'person' }] })
  })

  test('an in-house list, with the reason', async () => {
    const list = await readWhole(await listFile(OWN_CSV))
    expect(list).toMatchObject({ format: 'own-csv', publishedOn: null })
    expect(list.entries).toMatchObject([
      {
        ...PERSON,
        ref: '7',
        names: [
          { text: 'Viktor Orlov', quality: 'primary' },
          { text: 'V. Orlow', quality: 'alias' },
          { text: 'Vitya Orlov', quality: 'alias' },
        ],
        births: [{ year: 1971, month: 3, day: 9 }, { year: 1972 }],
        regime: 'Charged back three times',
        listedOn: '2025-02-03',
      },
      { ...COMPANY, ref: '8' },
    ])
  })

  test('the UK list as CSV: rows of one id are one entry, and the file is known by its hash', async () => {
    const text = ukCsv(
      [
        {
          ref: 'TST0001',
          first: 'Viktor',
          last: 'ORLOV',
          born: '00/00/1971',
          nationality: 'Russia',
          passport: '(1) AB 12 (2) none',
        },
        {
          ref: 'TST0001',
          last: 'Vik',
          type: 'Alias',
          strength: 'Low quality a.k.a',
          born: '09/03/1972',
          passport: 'AB 13',
        },
        { ref: 'TST0002', last: 'FERN "TRADING" LTD', kind: 'Entity', number: '(1) 123 (2) 456' },
      ],
      '13-Feb-2026',
    )
    const path = await listFile(text)
    const list = await readWhole(path)
    expect(list).toMatchObject({ format: 'uk-csv', publishedOn: '2026-02-13' })
    expect(list.sha256).toBe(
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
    )
    expect(list.entries).toEqual([
      {
        ref: 'TST0001',
        kind: 'person',
        names: [
          { text: 'Viktor ORLOV', quality: 'primary', family: 'ORLOV' },
          { text: 'Vik', quality: 'weak_alias', family: 'Vik' },
        ],
        births: [{ year: 1971 }, { year: 1972, month: 3, day: 9 }],
        countries: ['RU'],
        numbers: [],
        regime: 'The Test (Sanctions) Regulations',
        listedOn: null,
        documents: ['Passport AB 12', 'Passport AB 13'],
      },
      expect.objectContaining({ kind: 'entity', numbers: ['123', '456'] }),
    ])
  })

  test.each([
    ['a name', 'Viktor', 'ORLOV'],
    ['none, as yet', '', ''],
  ])('the UK list as CSV with scattered rows, after %s, once they are gathered', async (_, first, last) => {
    const path = await listFile(
      ukCsv([
        { ref: 'TST0001', first, last, born: '00/00/1971' },
        { ref: 'TST0002', last: 'FERN' },
        { ref: 'TST0001', last: 'Vik', type: 'Alias' },
      ]),
    )
    await expect(readWhole(path)).rejects.toThrow(new ScatteredEntry('TST0001'))
    const { entries } = await readWhole(path, { isScattered: true })
    expect(entries.map(({ ref, names }) => [ref, names.map(({ text }) => text)])).toEqual(
      last
        ? [
            ['TST0001', ['Viktor ORLOV', 'Vik']],
            ['TST0002', ['FERN']],
          ]
        : [
            ['TST0002', ['FERN']],
            ['TST0001', ['Vik']],
          ],
    )
  })

  test('the UK list as XML', async () => {
    const list = await readWhole(await listFile(UK_XML))
    expect(list).toMatchObject({ format: 'uk-xml', publishedOn: '2026-08-20' })
    expect(list.entries).toEqual([
      {
        ref: 'TST0001',
        kind: 'person',
        names: [
          { text: 'VIKTOR ORLOV & SON', quality: 'primary', family: 'ORLOV & SON' },
          { text: 'Vik', quality: 'weak_alias', family: 'Vik' },
          { text: 'Виктор Орлов', quality: 'variation' },
        ],
        births: [{ year: 1971 }, { year: 1972, month: 3, day: 9 }],
        countries: ['RU'],
        numbers: [],
        regime: 'The Test Regulations',
        listedOn: '25/01/2021',
        documents: ['Passport AB 12', 'National identifier 77-1'],
      },
      expect.objectContaining({ ref: 'TST0002', kind: 'entity', countries: ['IR'], numbers: ['BR-99'] }),
    ])
  })

  test('the UN list', async () => {
    const list = await readWhole(await listFile(UN_XML))
    expect(list).toMatchObject({ format: 'un-xml', publishedOn: '2026-10-03' })
    expect(list.entries).toEqual([
      {
        ref: 'TSi.001',
        kind: 'person',
        names: [
          { text: 'VIKTOR ORLOV', quality: 'primary' },
          { text: 'Виктор Орлов', quality: 'variation' },
          { text: 'V. Orlow', quality: 'alias' },
          { text: 'Vitya Orlov', quality: 'alias' },
          { text: 'Vik', quality: 'weak_alias' },
        ],
        births: [
          { fromYear: 1970, toYear: 1972 },
          { year: 1971, month: 3, day: 9 },
          { year: 1974, isApproximate: true },
        ],
        countries: ['RU'],
        numbers: [],
        regime: 'Test',
        listedOn: '2020-01-01',
        documents: ['Passport AB 12, Mali'],
      },
      expect.objectContaining({ ref: '2', kind: 'entity', countries: ['ML'] }),
    ])
  })
})

const reading = async (content: string | Buffer | Iterable<string>) => readWhole(await listFile(content))
const HEADER_ONLY = ukCsv([])

describe('files that are not lists', () => {
  const nested = (depth: number) => `${'{"properties":{"x":['.repeat(depth)}${']}}'.repeat(depth)}\n`
  const bomb = `<?xml version="1.0"?><!DOCTYPE Designations [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><Designations>&b;</Designations>`
  test.each([
    ['an entity bomb', bomb, 'declares a document type'],
    [
      'a file from elsewhere named by an entity',
      bomb.replace('"ha"', 'SYSTEM "file:///etc/passwd"'),
      'document type',
    ],
    ['an entity nobody declared', '<Designations>&lol;</Designations>', 'not well-formed XML'],
    ['XML that is cut off', UK_XML.slice(0, 900), 'not well-formed XML'],
    ['XML nested without end', `<Designations><Designation>${'<a>'.repeat(99)}`, 'nested deeper'],
    ['JSON that is cut off', OPENSANCTIONS.slice(0, -9), 'Line 4 is not JSON'],
    ['JSON of something else', '{"properties":{"name":"Viktor"}}', 'no entity of FollowTheMoney'],
    ['an EU list that is cut off', EU_XML.slice(0, -30), 'not well-formed XML'],
    ['an in-house list without names', 'id,kind\n1,person\n', 'Missing: name'],
    ['an in-house list with semicolons', 'id;kind;name\n1;person;Viktor\n', 'an in-house list, with commas'],
    ['JSON nested without end', nested(9_000), 'no entity of FollowTheMoney'],
    [
      'an in-house list of planets',
      'id,kind,name\n1,planet,Mars\n',
      'neither a person, a company nor a ship',
    ],
    ['another XML', '<html><body>404</body></html>', 'no list of the UK, the UN, the EU or OFAC'],
    ['an entry twice', UK_XML.replace('TST0002', 'TST0001'), 'there twice'],
    ['a kind that is not known', UK_XML.replace('>Entity<', '>Planet<'), 'neither an individual'],
    ['a page instead of CSV', 'Sorry, this page is not there', 'ends before the header'],
    ['another CSV', 'a\nname,born\nViktor,1971\n', 'Missing: unique id'],
    ['CSV that is cut off', `${HEADER_ONLY}"01/03/2026","TST0001","ORL`, 'not well-formed CSV'],
    ['CSV with a field too few', `${HEADER_ONLY}"01/03/2026","TST0001"\n`, 'Record 3 has 2 fields'],
    ['a list of nobody', HEADER_ONLY, 'has no names'],
    ['an empty file', '', 'The file is empty.'],
    ['a list packed by gzip', gzipSync(UK_XML), 'compressed (gzip). Unpack it'],
    ['an archive', Buffer.from('PK\x03\x04rest'), 'compressed (zip). Unpack it'],
    ['what is not text', Buffer.from([0x61, 0xff, 0xfe, 0x0a]), 'not text in UTF-8'],
  ])('%s is refused with a sentence', async (_, content, sentence) => {
    const refused = reading(content)
    await expect(refused).rejects.toThrow(ListError)
    await expect(refused).rejects.toThrow(sentence)
  })

  test('one endless record is refused once it is too long, wherever it is', async () => {
    function* endless(start: string) {
      yield start
      for (let i = 0; i < 12; i++) yield 'x'.repeat(LIST_LIMITS.recordCharacters)
    }
    for (const start of [
      '<Designations><Designation><UniqueID>',
      '<Designations><!-- ',
      '<Designations ',
      '<!DOCTYPE Designations [ ',
    ]) {
      const path = await listFile(endless(start))
      await expect(readWhole(path, { format: 'uk-xml' })).rejects.toThrow(
        'longer than a sanctions list has any',
      )
    }
    await expect(reading(endless(`${HEADER_ONLY}"`))).rejects.toThrow('not well-formed CSV')
  })

  test('what a sentence quotes from a file is short, however long it is there', async () => {
    const refused = await reading(`id,kind,name\n1,${'planet '.repeat(9_000)},Mars\n`).catch((error) => error)
    expect(refused).toBeInstanceOf(ListError)
    expect(refused.message.length).toBeLessThan(600)
  })

  test('a missing file is reported with a sentence, too', async () => {
    await expect(readWhole('/nowhere/list.csv')).rejects.toThrow('There is no such file.')
  })

  test('a folder, a path inside a file, and an empty file are reported with a sentence, whatever the format', async () => {
    const empty = await listFile('')
    for (const format of [undefined, 'uk-csv', 'un-xml'] as const) {
      await expect(readWhole(dirname(empty), { format })).rejects.toThrow('This is a folder')
      await expect(readWhole(join(empty, 'list.csv'), { format })).rejects.toThrow('There is no such file.')
      await expect(readWhole(empty, { format })).rejects.toThrow('The file is empty.')
    }
    await expect(fileHash(dirname(empty))).rejects.toThrow('This is a folder')
  })

  // Root can read everything.
  test.skipIf(process.getuid?.() === 0)(
    'a file without read permission is reported with a sentence',
    async () => {
      const path = await listFile('Unique ID')
      await chmod(path, 0o000)
      await expect(readWhole(path)).rejects.toThrow('may not read the file')
    },
  )

  test('a file with an error somewhere is refused or read, and nothing else happens', async () => {
    const broken = fc.tuple(
      fc.constantFrom(
        UK_XML,
        UN_XML,
        EU_XML,
        OFAC_XML,
        OPENSANCTIONS,
        OWN_CSV,
        ukCsv([{ ref: 'A', last: 'B' }]),
      ),
      fc.nat(),
      fc.string(),
    )
    await fc.assert(
      fc.asyncProperty(broken, async ([text, at, more]) => {
        const place = at % text.length
        const path = await listFile(text.slice(0, place) + more + text.slice(place + more.length))
        await readWhole(path).then(
          ({ entries }) => expect(entries.length).toBeGreaterThan(0),
          (error) => expect(error).toBeInstanceOf(ListError),
        )
      }),
      { numRuns: 60 },
    )
  })
})
