const floor = (name, path, to, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path },
  to: { path: to },
})

/** What rules may import: pure functions without a clock, a network or a page. */
const DOMAIN_LIBRARIES = [
  'node_modules/zod/',
  // The phone plans of the world.
  'node_modules/libphonenumber-js/',
]

/** The arrows of the architecture: an import may go down, never up and never sideways. */
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
      comment: 'app.ts and routes/ compose features; what two of them need goes down.',
      severity: 'error',
      from: { path: '^(server|web)/features/([^/]+)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^$1/features/', pathNot: '^$1/features/$2/' },
    },
    {
      name: 'shared-parts-know-no-feature',
      comment: 'The platform, the design system and the client library serve every feature alike.',
      severity: 'error',
      from: { path: '^(server/platform|web/ui|web/lib)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '/features/' },
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
    // Reads TypeScript without the compiler's programming interface, which version 7 does not have.
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
