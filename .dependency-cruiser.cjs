/** The borders of docs/architecture.md: who may import whom. Broken borders fail `npm run check`. */
const mayImport = {
  kernel: [],
  cfdi: ['kernel', 'sat'],
  sat: ['kernel'],
  pac: ['kernel', 'cfdi', 'sat'],
  // cfdi: types alone, see below.
  contracts: ['kernel', 'cfdi'],
  billing: ['kernel', 'cfdi', 'sat', 'contracts'],
  answers: ['kernel', 'contracts', 'sat', 'billing'],
  // bus: the trace that a request belongs to. sat: time zones.
  http: ['kernel', 'sat', 'bus'],
  pdf: ['kernel', 'cfdi'],
  'event-store': ['kernel'],
  bus: ['kernel', 'contracts'],
  eventing: ['kernel', 'contracts', 'event-store', 'bus'],
  hosting: ['kernel', 'contracts', 'event-store', 'bus', 'eventing'],
  fiscal: ['kernel', 'cfdi', 'sat', 'pac', 'contracts', 'eventing', 'hosting'],
};

const SPECS = '\\.spec\\.ts$';

const libraryBorders = Object.entries(mayImport).map(([library, allowed]) => ({
  name: `lib-${library}`,
  comment: `libs/${library} may import of ours: ${allowed.join(', ') || 'nothing'}`,
  severity: 'error',
  // Specs may start what they test among its neighbours.
  from: { path: `^libs/${library}/`, pathNot: SPECS },
  to: { path: '^(libs|apps)/', pathNot: `^libs/(${[library, ...allowed].join('|')})/` },
}));

const pureDomain = {
  name: 'domain-is-pure',
  comment: 'Deciders, kernel, cfdi and sat import no framework, no driver and no clock of their own',
  severity: 'error',
  from: {
    path: '^(libs/(kernel|cfdi|sat|contracts|billing|answers)/src|apps/[^/]+/src/.*/(decide|events)\\.ts|apps/[^/]+/src/[^/]+/process\\.ts)',
    pathNot: SPECS,
  },
  to: { path: 'node_modules/(@nestjs|pg|typeorm|kafkajs|fastify|pino|rxjs)/' },
};

/** Messages carry what libs/cfdi defines, such as the document that is to be stamped; none of its code runs there. */
const contractsKnowShapesOnly = {
  name: 'contracts-know-shapes-of-cfdi-only',
  comment: 'libs/contracts imports types of libs/cfdi, nothing that runs',
  severity: 'error',
  from: { path: '^libs/contracts/' },
  to: { path: '^libs/cfdi/', dependencyTypesNot: ['type-only'] },
};

module.exports = {
  forbidden: [
    ...libraryBorders,
    contractsKnowShapesOnly,
    pureDomain,
    {
      name: 'apps-do-not-import-apps',
      comment: 'Services talk over the bus and read models; only standalone composes them',
      severity: 'error',
      from: { path: '^apps/([^/]+)/', pathNot: `^apps/standalone/|${SPECS}` },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'packages-stand-alone',
      comment: 'A package of packages/ is installed alone, without dependencies: it imports itself and Node',
      severity: 'error',
      from: { path: '^packages/([^/]+)/(bin|src)/' },
      to: { pathNot: '^packages/$1/(bin|src)/', dependencyTypesNot: ['core'] },
    },
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'imports-lead-to-sources',
      comment: 'An import that can not be followed, or leads into the build, would pass every rule above',
      severity: 'error',
      from: { path: '^(apps|libs)/' },
      to: { path: '^dist/|^#' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^bench/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    webpackConfig: { fileName: 'scripts/lib/aliases.cjs' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
    },
  },
};
