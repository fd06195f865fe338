const floor = (name, path, to, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path },
  to: { path: to },
})

/** What rules may import: pure functions without a clock, network or page. */
const DOMAIN_LIBRARIES = [
  'node_modules/zod/',
  // The machine-readable codes of travel documents.
  'node_modules/mrz/',
  // The world's phone numbering plans.
  'node_modules/libphonenumber-js/',
]

/** Files about one subject of the product. */
const SUBJECT = '^(contract|domain)/[^/]+/'

/** Files that combine features. */
const ABOVE_FEATURES = [
  '^server/(boot|commands|demo)/',
  '^server/(main|admin|app|housekeeping)\\.ts$',
  '^web/(pages|routes)/',
  '^web/(main|app|router)\\.tsx$',
]

/** The rules of the architecture: an import may go down, never up and never sideways. */
export default {
  forbidden: [
    floor(
      'contract-is-the-ground',
      '^contract/',
      '^(domain|server|web)/',
      'The contract imports nothing of ours.',
    ),
    floor(
      'domain-knows-only-the-contract',
      '^domain/',
      '^(server|web)/',
      'Rules know no database and no page.',
    ),
    floor('server-without-web', '^server/', '^web/', 'What both need goes down to domain/ or contract/.'),
    floor('web-without-server', '^web/', '^server/', 'What both need goes down to domain/ or contract/.'),
    {
      name: 'the-contract-needs-only-zod',
      comment: 'It is the ground of everything; tests may use their tools.',
      severity: 'error',
      from: { path: '^contract/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^contract/', 'node_modules/zod/'] },
    },
    {
      name: 'the-domain-needs-only-listed-libraries',
      comment:
        'It runs in the browser and on the server: pure and well-kept libraries alone, each listed here.',
      severity: 'error',
      from: { path: '^domain/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^(contract|domain)/', ...DOMAIN_LIBRARIES] },
    },
    {
      name: 'features-keep-to-themselves',
      comment: 'app.ts, routes/ and pages/ compose features; what two of them need goes down.',
      severity: 'error',
      from: { path: '^(server|web)/features/([^/]+)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^$1/features/', pathNot: '^$1/features/$2/' },
    },
    {
      name: 'features-know-nothing-above-them',
      comment: 'What starts the process and what shows several subjects knows them, not the other way round.',
      severity: 'error',
      from: { path: '^(server|web)/features/', pathNot: '\\.test\\.tsx?$' },
      to: { path: ABOVE_FEATURES },
    },
    {
      name: 'shared-parts-know-no-feature',
      comment: 'What features share serves each of them alike.',
      severity: 'error',
      from: { path: '^(server/model|web/shared)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: ['^(server|web)/features/', ...ABOVE_FEATURES] },
    },
    {
      name: 'the-platform-knows-no-product',
      comment: 'Its adapters would serve another product as well.',
      severity: 'error',
      from: { path: '^server/platform/', pathNot: ['\\.test\\.ts$', '/testing/'] },
      to: { path: ['^server/(?!platform/)', SUBJECT] },
    },
    {
      name: 'ui-and-lib-know-no-subject',
      comment:
        'They serve every page alike; of the contract they know what belongs to no subject, and who is signed in.',
      severity: 'error',
      from: { path: '^web/(ui|lib)/', pathNot: ['\\.test\\.tsx?$', '/testing\\.ts$'] },
      to: { path: ['^web/(?!ui/|lib/)', SUBJECT], pathNot: '^contract/sign-in/' },
    },
    {
      name: 'product-code-needs-no-test-code',
      severity: 'error',
      from: { path: '^(server|web)/', pathNot: ['\\.test\\.tsx?$', '/testing/'] },
      to: { path: ['\\.test\\.tsx?$', '/testing/'] },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    // Parses TypeScript without the compiler's API, which version 7 does not have.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.css$' },
    enhancedResolveOptions: {
      conditionNames: ['import', 'node', 'default'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
