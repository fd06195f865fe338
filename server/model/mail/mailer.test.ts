import { describe, expect, test } from 'vitest'
import { COMPANY } from '#contract/company.ts'
import type { MailKind, MailLine, MailProps } from './mail-kinds.ts'
import { renderMail } from './mailer.ts'

const site = { company: COMPANY, publicUrl: 'https://verify.example', dateStyle: 'us' as const }
const statement = 'High net worth investor statement'
const applicationId = '7Q4K-2M9X'
const lines: MailLine[] = [
  { key: 'risk-warning', label: 'Risk disclosure', state: 'given' },
  { key: 'name', label: 'Name', state: 'checked' },
  { key: 'address', label: 'Address', state: 'with_us' },
  { key: 'id-front', label: 'ID front', state: 'expiring' },
  { key: 'selfie', label: 'Selfie', state: 'look_again' },
  { key: 'purpose', label: 'What you want to do', state: 'ready' },
  { key: 'certification', label: 'Certification', state: 'to_do' },
]
const application = { name: 'Ana', applicationId, company: null }
const first = {
  label: 'Proof of address',
  reasons: [
    { problem: 'The document is older than 3 months.', remedy: 'Upload one from the last 3 months.' },
  ],
  path: '/onboarding/consumer?step=proof-of-address',
}

const invoice = {
  name: 'Ana',
  label: 'VC-2026-0142',
  amount: '£4,250.00',
  dueAt: new Date('2026-07-31T22:59:59Z'),
  projectName: 'Glenmore Peatland',
  path: '/invoice/abc',
  stillDue: null,
}

const plan = {
  goes: ['Your account'],
  kept: [
    { what: 'Invoices', until: '10 March 2032', why: 'Tax law requires us to keep them.' },
    { what: 'Statements', until: '10 March 2032', why: 'They prove what was agreed.' },
  ],
}

/** One example of each kind; the type makes a new kind appear here. */
const EXAMPLES: { [K in MailKind]: { props: MailProps[K]; links: string[] } } = {
  'sign-up': {
    props: { code: '048213', codeMinutes: 15, path: '/idp/sign-up?token=a1&next=b2', linkHours: 48 },
    links: ['/idp/sign-up?token=a1&next=b2'],
  },
  'sign-up-known': { props: { name: 'Ana' }, links: ['/login'] },
  'password-reset': {
    props: { name: 'Ana', path: '/idp/reset?token=a1', expiresInMinutes: 30 },
    links: ['/idp/reset?token=a1'],
  },
  'system-email-confirmation': {
    props: { name: 'Ana', path: '/confirm-email?token=a1', expiresInHours: 24 },
    links: ['/confirm-email?token=a1'],
  },
  'application-code': { props: { code: '048213', expiresInMinutes: 15 }, links: [] },
  'application-ending': {
    props: {
      isSubmitted: true,
      isCompany: false,
      keptUntil: new Date('2026-07-04T14:04:00Z'),
      path: '/email-collection',
    },
    links: ['/email-collection'],
  },
  'hand-off-link': {
    props: {
      name: 'Ana',
      path: '/p#a1',
      photos: ['ID front', 'Selfie'],
      expiresAt: new Date('2026-07-04T14:04:00Z'),
    },
    links: ['/p#a1'],
  },
  'email-changed': {
    props: { name: 'Ana', newEmail: 'ana@new.example' },
    links: ['/profile?tab=edit'],
  },
  'details-changed': {
    props: { name: 'Ana', what: 'email address', before: 'a@x.example', after: 'b@x.example', isEmail: true },
    links: [],
  },
  'account-suspended': { props: { name: 'Ana' }, links: [] },
  'sign-in-failures': { props: { name: 'Ana', failures: 10 }, links: ['/login'] },
  'password-changed': {
    props: { name: 'Ana', device: 'Firefox on Windows', at: new Date('2026-03-10T10:00:00Z') },
    links: ['/login'],
  },
  'new-device': {
    props: { name: 'Ana', device: 'Firefox on Windows', at: new Date('2026-03-10T10:00:00Z') },
    links: ['/login'],
  },
  'session-moved': {
    props: {
      name: 'Ana',
      device: 'Firefox on Windows',
      other: 'Safari on Mac',
      at: new Date('2026-03-10T10:00:00Z'),
    },
    links: ['/login'],
  },
  'sign-in-method-changed': {
    props: {
      name: 'Ana',
      change: 'passkey-added',
      passkey: 'Work laptop',
      device: 'Firefox on Windows',
      at: new Date('2026-03-10T10:00:00Z'),
    },
    links: ['/profile?tab=security'],
  },
  'recovery-code-used': {
    props: { name: 'Ana', left: 9, device: 'Firefox on Windows', at: new Date('2026-03-10T10:00:00Z') },
    links: ['/profile?tab=security'],
  },
  'job-trouble': {
    props: {
      name: 'Ana',
      job: 'Delete old data',
      trouble: { what: 'It was due and didn’t start, twice.', todo: 'Choose “Run now”.' },
      path: '/admin/jobs',
    },
    links: ['/admin/jobs'],
  },
  'account-restored': { props: { name: 'Ana' }, links: ['/login'] },
  'role-granted': {
    props: { name: 'Ana', role: 'Super Admin', by: 'Priya Raman' },
    links: ['/admin/dashboard'],
  },
  'role-removed': { props: { name: 'Ana', role: 'Admin', left: null, by: null }, links: ['/profile'] },
  'role-proposed': {
    props: {
      name: 'Ana',
      person: 'ben@verdaccord.example',
      by: 'Priya Raman',
      expiresAt: new Date('2026-07-04T14:04:00Z'),
      path: '/admin/dashboard?tab=controls',
    },
    links: ['/admin/dashboard?tab=controls'],
  },
  'role-proposal-answered': {
    props: { name: 'Ana', person: 'ben@verdaccord.example', by: 'Priya Raman', isConfirmed: false },
    links: ['/admin/dashboard?tab=controls'],
  },
  'ledger-fault': {
    props: {
      name: 'Ana',
      faults: ['event 7: was changed'],
      more: 2,
      at: new Date('2026-07-04T14:04:00Z'),
      path: '/admin/audit',
    },
    links: ['/admin/audit'],
  },
  'document-refused': {
    props: {
      name: 'Ana',
      file: 'Selfie',
      documentId: 'd1',
      fault: 'its key belongs to another file',
      at: new Date('2026-07-04T14:04:00Z'),
      path: '/admin/users/7?tab=kyc',
    },
    links: ['/admin/users/7?tab=kyc'],
  },
  'unusual-reading': {
    props: {
      name: 'Ana',
      reader: 'Marta Silva',
      what: 'opened documents of 61 people within an hour',
      at: new Date('2026-07-04T14:04:00Z'),
      path: '/admin/audit?actor=7&from=2026-07-04',
    },
    links: ['/admin/audit?actor=7&from=2026-07-04'],
  },
  'export-refused': {
    props: { name: 'Ana', exportId: 'a1', at: new Date('2026-07-04T14:04:00Z'), path: '/admin/users/7' },
    links: ['/admin/users/7'],
  },
  'value-refused': {
    props: {
      name: 'Ana',
      what: 'a birth date',
      place: 'kyc_profiles.dob:7',
      at: new Date('2026-07-04T14:04:00Z'),
      path: '/admin/users/7',
    },
    links: ['/admin/users/7'],
  },
  'data-export-ready': {
    props: { name: 'Ana', path: '/data-export/a1', expiresAt: new Date('2026-07-04T14:04:00Z') },
    links: ['/data-export/a1'],
  },
  'verification-submitted': {
    props: { ...application, dueAt: new Date('2026-07-04T14:04:00Z'), sentAgain: null, next: null },
    links: ['/verification'],
  },
  'verification-approved': { props: { ...application, lines }, links: ['/'] },
  'verification-action-required': {
    props: { ...application, lines, items: [first] },
    links: [first.path],
  },
  'verification-rejected': { props: application, links: ['/verification'] },
  'verification-confirm-due': {
    props: { name: 'Ana', applicationId, confirmBy: new Date('2026-07-04T14:04:00Z'), hasExpired: true },
    links: ['/verification/confirm'],
  },
  'verification-confirmed': {
    props: { name: 'Ana', applicationId, expiresOn: '1 June 2030' },
    links: ['/verification'],
  },
  'id-document-expiring': {
    props: { name: 'Ana', expiresOn: '1 June 2026', daysLeft: 30 },
    links: ['/profile?tab=documents'],
  },
  'verification-reopened': { props: application, links: ['/verification'] },
  'verification-withdrawn': { props: application, links: ['/verification'] },
  'investor-statement-signed': {
    props: { name: 'Ana', statement, signedOn: '10 March 2026', endsOn: '10 March 2027' },
    links: ['/profile?tab=certifications'],
  },
  'investor-statement-ending': {
    props: { name: 'Ana', statement, endsOn: '10 March 2027', daysLeft: 30 },
    links: ['/trader-certification'],
  },
  'investor-statement-ended': {
    props: { name: 'Ana', statement, endsOn: '10 March 2027', nowCounts: null },
    links: ['/trader-certification'],
  },
  'beta-invitation': {
    props: {
      name: 'Ana',
      path: '/invitation?token=a1',
      pixelPath: null,
      unsubscribePath: '/unsubscribe?token=b2',
      expiresAt: new Date('2026-07-04T14:04:00Z'),
    },
    links: ['/invitation?token=a1', '/unsubscribe?token=b2'],
  },
  'draft-left-alone': {
    props: {
      name: 'Ana',
      isCompany: false,
      path: '/onboarding/consumer',
      savedAt: new Date('2026-03-10T10:00:00Z'),
      keptUntil: new Date('2026-06-08T10:00:00Z'),
      stopPath: '/stop-reminders?token=a1',
    },
    links: ['/onboarding/consumer', '/stop-reminders?token=a1'],
  },
  'erasure-requested': {
    props: { name: 'Ana', dueAt: new Date('2026-07-04T14:04:00Z'), plan },
    links: ['/profile/privacy'],
  },
  'erasure-cancelled': { props: { name: 'Ana' }, links: ['/profile/privacy'] },
  'erasure-refused': {
    props: { name: 'Ana', answer: 'A payment is still open.' },
    links: ['/profile/privacy'],
  },
  'account-erased': { props: { name: 'Ana', plan, isAsked: true }, links: [] },
  'complaint-received': {
    props: { name: 'Ana', reference: 'DP-000012', dueAt: new Date('2026-07-04T14:04:00Z') },
    links: ['/profile/privacy'],
  },
  'complaint-answered': {
    props: { name: 'Ana', reference: 'DP-000012', answer: 'You are right.' },
    links: ['/profile/privacy'],
  },
  'bug-report': {
    props: {
      reportId: 12,
      description: 'It does not work',
      at: new Date('2026-07-04T14:04:00Z'),
      pagePath: '/verification',
      userId: 7,
      userAgent: 'A browser',
    },
    links: ['/admin/users/7'],
  },
  'invoice-issued': { props: invoice, links: ['/invoice/abc'] },
  'invoice-due-soon': { props: invoice, links: ['/invoice/abc'] },
  'invoice-overdue': { props: invoice, links: ['/invoice/abc'] },
  'invoice-paid': { props: invoice, links: ['/invoice/abc'] },
  'invoice-part-paid': { props: { ...invoice, stillDue: '£20.00' }, links: ['/invoice/abc'] },
  'invoice-credited': { props: invoice, links: ['/invoice/abc'] },
  'invoice-corrected': { props: { ...invoice, stillDue: '£20.00' }, links: ['/invoice/abc'] },
  'invoice-voided': { props: invoice, links: ['/invoice/abc'] },
  'invoice-refunded': { props: { ...invoice, stillDue: '£20.00' }, links: ['/invoice/abc'] },
}
const KINDS = Object.keys(EXAMPLES) as MailKind[]
/** Kinds that greet their recipient by name. */
const GREETING = KINDS.filter((kind) => 'name' in EXAMPLES[kind].props)

const rendered = <K extends MailKind>(kind: K, changes: Partial<MailProps[K]> = {}) =>
  renderMail<K>(kind, { ...EXAMPLES[kind].props, ...changes }, site)

const unescaped = (html: string) =>
  html
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

describe.each(KINDS)('the mail %s', (kind) => {
  test('has its links in both parts', async () => {
    const { html, text } = await rendered(kind)
    for (const path of EXAMPLES[kind].links) {
      expect(unescaped(html)).toContain(`href="https://verify.example${path}"`)
      expect(text.split(/\s/)).toContain(`https://verify.example${path}`)
    }
  })

  test('is a document with a language, a title, no remote parts and no scripts', async () => {
    const { html, subject } = await rendered(kind)
    expect(html).toContain('lang="en-GB"')
    expect(unescaped(html)).toContain(`<title>${subject}</title>`)
    expect(html).not.toMatch(/<img|<script|<link|url\(|@import|@font-face/)
    expect(html).not.toContain('undefined')
  })

  test('R31 has a subject of one line and a text part without markup', async () => {
    const { subject, text } = await rendered(kind)
    expect(subject).toMatch(/^[^\r\n]{10,78}$/)
    expect(text).not.toMatch(/<\/?[a-z]|&[a-z#]+;|undefined/)
    expect(text).toContain(COMPANY.supportEmail)
    expect(text).toContain(COMPANY.address)
  })
})

describe.each(GREETING)('the greeting of %s', (kind) => {
  test('A22 R31 shows a name with markup as text', async () => {
    const { html, text } = await rendered(kind, { name: '<script>alert(1)<b>x' } as Partial<
      MailProps[MailKind]
    >)
    expect(html).not.toMatch(/<script|<b>x/)
    expect(html).toContain('&lt;script&gt;alert(1)&lt;b&gt;x')
    expect(text).toContain('Hello <script>alert(1)<b>x,')
  })

  test('R31 does not contain a web address as a name, which mail programs would turn into a link', async () => {
    for (const name of ['Win at http://evil.example', 'www.evil.example', 'evil.example', 'x@evil.example']) {
      const { html, text } = await rendered(kind, { name } as Partial<MailProps[MailKind]>)
      expect(html + text).not.toContain('evil')
      expect(text).toContain('Hello,')
    }
  })

  test('isolates a name that is read from right to left', async () => {
    const { html, text } = await rendered(kind, { name: '\u05d3\u05e0\u05d4' } as Partial<
      MailProps[MailKind]
    >)
    for (const written of [html, text]) expect(written).toContain('Hello \u2068\u05d3\u05e0\u05d4\u2069,')
  })

  test('occurs once', async () => {
    expect((await rendered(kind)).text.match(/Hello Ana,/g)).toHaveLength(1)
  })
})

test('R31 A16 A22 a bug report reaches support as plain text', async () => {
  const description = 'Line one\n<img src=x onerror=alert(1)>\r\n{{template}} &amp; "quotes"'
  const { html, text, subject } = await rendered('bug-report', { description })
  expect(subject).toBe('Bug report 12')
  expect(html).not.toMatch(/<img/)
  for (const words of ['Line one', '<img src=x onerror=alert(1)>', '{{template}} &amp; "quotes"'])
    expect(text).toContain(words)
})

test('the answer is promised by the date and time of the case, with the zone', async () => {
  const { text } = await rendered('verification-submitted')
  expect(text).toContain('We’ll email you by Jul 4, 2026, 15:04 BST.')
  const uk = await renderMail('verification-submitted', EXAMPLES['verification-submitted'].props, {
    ...site,
    dateStyle: 'uk',
  })
  expect(uk.text).toContain('4 Jul 2026, 15:04 BST')
  expect(text).toContain(applicationId)
})

test('a receipt after a removal says who was removed and whom we look at again, not that they were sent again', async () => {
  const removal = { removed: ['Dan Shaw'], decidedAgain: ['Ada Fern', 'evil.example'] }
  const { text } = await rendered('verification-submitted', { sentAgain: [], removal })
  const words = text.replaceAll(/\s+/g, ' ')
  expect(words).toContain('You removed Dan Shaw. We’re looking at Ada Fern and Someone you named again.')
  expect(words).not.toMatch(/sent again|evil/)
  const both = await rendered('verification-submitted', { sentAgain: ['Settlement'], removal })
  expect(both.text.replaceAll(/\s+/g, ' ')).toMatch(
    /You removed Dan Shaw\..+ Someone on our team is checking what you sent again: Settlement\./,
  )
})

test('a company’s mails mention its details, and no documents, of which it may have sent none', async () => {
  const company = { company: 'Fern Hill Limited' }
  const sent = await rendered('verification-submitted', company)
  expect(sent.text).toContain('We’re checking the details of ')
  const approved = await rendered('verification-approved', company)
  expect(approved.text.replaceAll(/\s+/g, ' ')).toContain(
    'we’ve checked the details and approved the application',
  )
})

test('a receipt of a resubmission names it, who looks at it and by when, and not the whole application', async () => {
  const { subject, text } = await rendered('verification-submitted', { sentAgain: ['Selfie', 'Address'] })
  const words = text.replaceAll(/\s+/g, ' ')
  expect(subject).toContain('the changes to')
  expect(words).toContain('Someone on our team is checking what you sent again: Selfie, Address.')
  expect(words).toContain('We’ll email you by Jul 4, 2026, 15:04 BST.')
  expect(words).not.toContain('We’re checking your details and documents.')
})

test('a receipt names the one thing that is left to do, and links to it; if nothing is, it says so', async () => {
  const nothing = 'You don’t need to do anything'
  expect((await rendered('verification-submitted')).text).toContain(nothing)
  const next = {
    title: 'Investor Certification',
    text: 'About 5 minutes.',
    action: 'Sign',
    path: '/sign-here',
  }
  const { text, html } = await rendered('verification-submitted', { next })
  expect(text).not.toContain(nothing)
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    'One thing is left for you: Investor Certification. About 5 minutes.',
  )
  expect(html).toContain('/sign-here')
})

test('each item to correct is named with what is wrong, how to fix it and where', async () => {
  const second = {
    label: 'ID document',
    reasons: [
      { problem: 'It is <blurred> & dark.', remedy: 'Use daylight.' },
      { problem: 'Glare covers part of it.', remedy: 'Turn off the flash.' },
    ],
    path: '/b',
  }
  const { html, text, subject } = await rendered('verification-action-required', { items: [first, second] })
  // The second item has two problems but is one item, as on every page.
  expect(subject).toBe('Action required: 2 items in your application')
  expect(text.match(/Change: ID document/g)).toHaveLength(1)
  for (const item of [first, second])
    for (const words of [
      item.label,
      ...item.reasons.flatMap(({ problem, remedy }) => [problem, remedy]),
      `https://verify.example${item.path}`,
    ]) {
      expect(text).toContain(words)
      expect(unescaped(html)).toContain(words)
    }
  expect(html).toContain('It is &lt;blurred&gt; &amp; dark.')
})

test.each(['erasure-requested', 'account-erased'] as const)(
  'the mail %s says once that something is kept, then what and until when',
  async (kind) => {
    const { text } = await rendered(kind)
    expect(text.match(/What we must keep/g)).toHaveLength(1)
    expect(text.replaceAll(/\s+/g, ' ')).toContain(
      'Statements: Until 10 March 2032. They prove what was agreed.',
    )
  },
)

describe.each(KINDS.filter((kind) => 'company' in EXAMPLES[kind].props))(
  'the mail %s about a company',
  (kind) => {
    const about = (company: string) => rendered(kind, { company } as Partial<MailProps[typeof kind]>)

    test('names it, as text', async () => {
      const { subject, text, html } = await about('Fern & <b>Söhne A/S')
      expect(`${subject} ${text}`).toContain('Fern & <b>Söhne A/S')
      expect(html).not.toContain('<b>Söhne')
      expect(text).not.toMatch(/your verification|You are verified/i)
    })

    test('shortens a long name in its subject, at a space', async () => {
      const company = 'Fern Hill Carbon, Woodland and Peat Restoration (Holdings) Limited'
      const { subject, text } = await about(company)
      expect(subject).not.toContain('Restoration')
      expect(text).toContain(company)
      if (subject.includes('Fern')) expect(subject).toContain('Fern Hill Carbon, Woodland and Peat…')
    })

    test.each(['evil.example', 'Pay at https://evil.example', 'x'.repeat(100), 'a@evil.example'])(
      'can’t be misused to send %j to someone else',
      async (company) => {
        const { subject, text } = await about(company)
        expect(`${subject} ${text}`).not.toContain(company)
        expect(`${subject} ${text}`).toMatch(/your company/i)
        // At the start of a sentence it has a capital letter.
        expect(`${subject}\n${text}`).not.toMatch(/^your company/m)
      },
    )
  },
)

test.each(['verification-approved', 'verification-action-required'] as const)(
  'the mail %s has the leaf as cells and each line as text',
  async (kind) => {
    const { html, text } = await rendered(kind)
    for (const words of ['Name: Checked', 'Selfie: Look again', 'Certification: To do'])
      expect(text.split('\n')).toContain(words)
    expect(html.match(/class="m-bars"/g)).toHaveLength(lines.length)
    expect(html).toContain('bgcolor="#3E9B6E"')
    // The sign is for who sees no colours; as text the word says it.
    expect(html).toContain('>! </span>Look again')
    expect(html).not.toMatch(/<svg|<img/)
  },
)

test('an approval mentions a check only if every line was checked', async () => {
  const whole = await rendered('verification-approved')
  expect(whole.text).toContain('we’ve checked the details and documents and approved your application')
  const unseen = { key: 'selfie', label: 'Selfie', state: 'approved' as const }
  const { html, text } = await rendered('verification-approved', { lines: [...lines, unseen] })
  expect(text).toContain('we’ve approved your application')
  expect(text).toContain('Selfie: Approved')
  expect(`${html} ${text}`).not.toMatch(/we’ve checked/i)
})

test('an approval despite an expired ID says that the new one is asked for', async () => {
  const expired = { key: 'id-front', label: 'ID front', state: 'look_again' as const }
  const sentence = 'Your ID has run out. We’ll ask you for the new one.'
  expect((await rendered('verification-approved', { lines: [expired] })).text).toContain(sentence)
  expect((await rendered('verification-approved')).text).not.toContain(sentence)
})

test('the name of someone on a leaf does not become a link', async () => {
  const evil = { key: 'owner:1', label: 'evil.example', state: 'checked' as const }
  const { html, text } = await rendered('verification-approved', { lines: [...lines, evil] })
  expect(`${html} ${text}`).not.toContain('evil.example')
  expect(text).toContain('Someone you named: Checked')
})

test('a mail about a case without a leaf has none', async () => {
  const { html } = await rendered('verification-approved', { lines: [] })
  expect(html).not.toContain('class="m-bars"')
})

test('a rejection gives no reason and says how to complain', async () => {
  const { text } = await rendered('verification-rejected')
  expect(text).toContain(COMPANY.complaintsEmail)
  expect(text).not.toMatch(/forg|sanction|fraud|duplicate|under.?age|policy/i)
})

test('the mail names the deployment’s company', async () => {
  const company = { ...COMPANY, legalName: 'Änderung & Söhne', supportEmail: 'help@soehne.example' }
  const { html, text } = await renderMail('verification-approved', EXAMPLES['verification-approved'].props, {
    ...site,
    company,
  })
  expect(html).toContain('Änderung &amp; Söhne')
  expect(text).toContain('help@soehne.example')
})

test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '', 'idp'])(
  'R32 a link to %j is refused',
  async (path) => {
    await expect(rendered('password-reset', { path })).rejects.toThrow('path of this site')
  },
)

test('an invitation has a picture that counts its opening only if that is wanted', async () => {
  const { html, text } = await rendered('beta-invitation', { pixelPath: '/api/mail/opened/c3' })
  expect(html.match(/<img[^>]*>/g)).toEqual([
    expect.stringContaining('https://verify.example/api/mail/opened/c3'),
  ])
  expect(text).not.toContain('opened')
})
