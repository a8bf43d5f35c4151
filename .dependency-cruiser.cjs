/** The borders of docs/architecture.md: who may import whom. Broken borders fail `npm run check`. */
const mayImport = {
  kernel: [],
  cfdi: ['kernel', 'sat'],
  sat: ['kernel'],
  pac: ['kernel', 'cfdi', 'sat'],
  contracts: ['kernel'],
  billing: ['kernel', 'cfdi', 'sat', 'contracts'],
  'event-store': ['kernel'],
  bus: ['kernel', 'contracts'],
  platform: ['kernel', 'cfdi', 'sat', 'pac', 'contracts', 'billing', 'event-store', 'bus'],
};

const libraryBorders = Object.entries(mayImport).map(([library, allowed]) => ({
  name: `lib-${library}`,
  comment: `libs/${library} may import of ours: ${allowed.join(', ') || 'nothing'}`,
  severity: 'error',
  from: { path: `^libs/${library}/` },
  to: { path: '^(libs|apps)/', pathNot: `^libs/(${[library, ...allowed].join('|')})/` },
}));

const pureDomain = {
  name: 'domain-is-pure',
  comment: 'Deciders, kernel, cfdi and sat import no framework, no driver and no clock of their own',
  severity: 'error',
  from: {
    path: '^(libs/(kernel|cfdi|sat|contracts|billing)/src|apps/[^/]+/src/.*/(decide|events)\\.ts|apps/[^/]+/src/[^/]+/process\\.ts)',
    pathNot: '\\.spec\\.ts$',
  },
  to: { path: 'node_modules/(@nestjs|pg|typeorm|kafkajs|fastify|pino|rxjs)/' },
};

module.exports = {
  forbidden: [
    ...libraryBorders,
    pureDomain,
    {
      name: 'apps-do-not-import-apps',
      comment: 'Services talk over the bus and read models; only standalone composes them',
      severity: 'error',
      from: { path: '^apps/([^/]+)/', pathNot: '^apps/standalone/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|bench)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
    },
  },
};
