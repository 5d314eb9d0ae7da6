'use strict';
// The dependency rules of docs/architecture.md. `npm run check` enforces them, also for type-only imports.

/** Forbids `from` to import anything that matches `to`. */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const ours = '^(src|workflows|activities|migrations|test|bench|tools|stack|evaluation)/';

/** The folders of src from the bottom up. A folder imports only from the layers below its own. */
const layers = [
  ['platform', 'domain'],
  ['forms', 'pdf', 'store'],
  [
    ...['access', 'browse', 'documents', 'embeds', 'files', 'mail', 'outbox', 'partners', 'reading'],
    ...['reference', 'webhooks'],
  ],
  ['http'],
  ['sandbox', 'temporal'],
  ['usecases'],
  ['api', 'admin'],
  ['site'],
  ['main'],
];

/** A rule per layer: no imports from the layers above, or from the other folders of the same layer. */
const importsPointDown = layers.map((rooms, index) => {
  const notBelow = layers.slice(index).flat().join('|');
  return forbid(
    `imports-point-down-from-${rooms.join('-')}`,
    'Imports point down. Pass in what a lower folder needs, or move it down.',
    { path: `^src/(${rooms.join('|')})/` },
    { path: `^src/(${notBelow})/`, pathNot: '^src/$1/' },
  );
});

module.exports = {
  forbidden: [
    forbid('no-cycles', 'A cycle has no starting point to read from.', {}, { circular: true }),
    ...importsPointDown,
    forbid(
      'every-room-has-a-layer',
      'A folder of src without a layer would escape the rule that imports point down.',
      { path: ours },
      { path: '^src/', pathNot: `^src/(${layers.flat().join('|')})/` },
    ),
    forbid(
      'platform-knows-nothing-of-ours',
      'platform is below everything else.',
      { path: '^src/platform/' },
      { path: ours, pathNot: '^src/platform/' },
    ),
    forbid(
      'domain-is-pure',
      'domain imports only domain: no I/O, no clock, no library.',
      { path: '^src/domain/' },
      { pathNot: '^src/domain/' },
    ),
    forbid(
      'forms-are-rules-of-fields',
      'A form defines what a field accepts. It knows only the domain and how to check fields.',
      { path: '^src/forms/' },
      { pathNot: '^(src/(domain|forms)/|node_modules/(zod|libphonenumber-js)/)' },
    ),
    forbid(
      'shapes-are-schemas',
      'What contracts share must build without the implementation, as contracts do.',
      { path: '^src/api/schemas/' },
      { pathNot: '^(src/(domain|forms|api/schemas)/|node_modules/zod/)' },
    ),
    forbid(
      'sandbox-is-a-stranger',
      'The sandbox stands in for outside parties. It sees no database, use case, or API.',
      { path: '^src/sandbox/' },
      { path: ours, pathNot: '^src/(sandbox|domain|partners|pdf|platform)/' },
    ),
    forbid(
      'contracts-build-without-the-implementation',
      'A contract says what the API promises. The OpenAPI document must build from contracts alone.',
      { path: '^src/api/resources/[^/]+/contract\\.ts$' },
      {
        path: '^(src/(store|usecases|outbox|temporal|files|webhooks|partners|main)/|node_modules/(koa|knex|objection|@aws-sdk|@temporalio)/)',
      },
    ),
    forbid(
      'handlers-stay-thin',
      'A handler calls a use case, and never a store or a service. It can name the types that they return.',
      { path: '^src/api/resources/[^/]+/handlers\\.ts$' },
      {
        path: '^(src/(store|outbox|temporal|files)/|node_modules/(knex|objection|@aws-sdk|@temporalio)/)',
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'admin-commands-stay-thin',
      'A command calls a use case, as a handler does. The use case writes the audit row.',
      { path: '^src/admin/' },
      { path: '^src/(store/(?!database|faults)|api/)', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'pages-stay-thin',
      'A page calls a use case, which checks the permission and writes the audit row.',
      { path: '^src/site/' },
      { path: '^src/(store|outbox|temporal|files)/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'pages-are-drawn',
      'A page gets what it shows passed in. It knows only the domain, paths, and components.',
      { path: '^src/site/((console|desk)/(pages|components)|components)/' },
      { path: ours, pathNot: '^src/(site|domain)/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'console-and-desk-stand-apart',
      "What both need is in src/site itself: a customer's page never shows what only operators can see.",
      { path: '^src/site/(console|desk)/' },
      { path: '^src/site/(console|desk)/', pathNot: '^src/site/$1/' },
    ),
    forbid(
      'site-is-shared',
      'Code that console and desk share knows neither of them.',
      { path: '^src/site/[^/]+$|^src/site/components/' },
      { path: '^src/site/(console|desk)/' },
    ),
    forbid(
      'usecases-know-no-transport',
      'HTTP, activities, and the admin command call use cases in the same way.',
      { path: '^src/usecases/' },
      { path: '^(src/(api|main)/|node_modules/(koa|@koa|@temporalio/client)/)' },
    ),
    forbid(
      'usecases-reach-no-transport',
      'Use cases must not reach a transport through another folder either.',
      { path: '^src/usecases/' },
      { path: '^src/(api|admin|main)/', reachable: true },
    ),
    forbid(
      'objection-stays-in-store',
      'Objection is no longer developed. If it has to go, one folder changes.',
      { path: ours, pathNot: '^(src/store/|migrations/|test/)' },
      { path: '^node_modules/(objection|knex)/' },
    ),
    forbid(
      'sql-is-made-of-fragments-in-browse',
      'All other SQL is constant text in src/store.',
      { path: ours, pathNot: '^src/browse/compile/' },
      { path: '^node_modules/sql-template-tag/' },
    ),
    forbid(
      'aws-stays-in-files',
      'Only src/files talks to S3.',
      { path: ours, pathNot: '^(src/files/|stack/(run|test-partner)/|test/)' },
      { path: '^node_modules/@aws-sdk/' },
    ),
    forbid(
      'pages-are-opened-in-reading',
      'Only the processes of src/reading load pdf.js, the canvas, and the recognizer.',
      { path: ours, pathNot: '^(src/reading/.+\\.mts$|test/|bench/|evaluation/)' },
      { path: '^node_modules/(pdfjs-dist|onnxruntime-node|@napi-rs/canvas)/' },
    ),
    forbid(
      'strangers-files-are-opened-apart',
      'A file from outside may attack whatever opens it, so only confined processes do.',
      {
        path: ours,
        // Writing a workbook opens none.
        pathNot:
          '^(src/(documents|reading)/.+\\.mts$|src/documents/workbooks/write-workbook\\.ts$|test/|bench/|evaluation/)',
      },
      { path: '^node_modules/(@cantoo/pdf-lib|tiff|pkijs|asn1js|hucre)/' },
    ),
    forbid(
      'layout-stays-in-reading',
      'Only src/reading knows where words are on a page. src/domain judges what was read.',
      { path: ours, pathNot: '^(src/reading/|test/|bench/|evaluation/)' },
      { path: '^src/reading/(extraction/|(document-layout|parse-reading|read-document)\\.ts$|.+\\.mts$)' },
    ),
    forbid(
      'documents-and-reading-know-the-domain-only',
      'Reading and combining get bytes, and need no database or object store.',
      { path: '^src/(documents|reading)/' },
      { path: ours, pathNot: '^src/($1|domain|platform)/' },
    ),
    forbid(
      'pdf-knows-the-domain-only',
      'Drawing gets its content passed in, and needs no database or object store.',
      { path: '^src/pdf/' },
      { path: ours, pathNot: '^src/(pdf|domain)/' },
    ),
    forbid(
      'embeds-know-the-domain-only',
      'Tokens and pages get their content passed in, and need no database or object store.',
      { path: '^src/embeds/' },
      { path: ours, pathNot: '^src/(embeds|domain)/' },
    ),
    forbid(
      'reference-knows-nothing-of-ours',
      'The documentation is built from the OpenAPI document and the guides, which are passed in.',
      { path: '^src/reference/' },
      { path: ours, pathNot: '^src/reference/' },
    ),
    forbid(
      'html-stays-in-its-rooms',
      "Only these folders make HTML, with a renderer that escapes it; the stack's demo page too.",
      {
        path: ours,
        pathNot:
          '^(src/(embeds|reference|site/((console|desk)/(pages|components)|components))/|test/|stack/run/demo-embeds/)',
      },
      { path: '^node_modules/(preact|markdown-it)' },
    ),
    forbid(
      'temporal-client-stays-in-temporal',
      'Only src/temporal starts and signals workflows.',
      { path: ours, pathNot: '^(src/temporal/|test/|bench/)' },
      { path: '^node_modules/@temporalio/client/' },
    ),
    forbid(
      'workflows-are-deterministic',
      'Workflows import the SDK, the domain, and activities as types: no Node built-ins, no zod.',
      { path: '^workflows/' },
      {
        path: '.*',
        pathNot: '^(workflows/|src/domain/|activities/|node_modules/@temporalio/(workflow|common)/)',
      },
    ),
    forbid(
      'workflows-import-activities-as-types',
      'Activity code must stay out of the workflow bundle.',
      { path: '^workflows/' },
      { path: '^activities/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'activities-know-no-http',
      'Activities call use cases.',
      { path: '^activities/' },
      { path: '^(src/(api|main)/|node_modules/(koa|@koa)/)' },
    ),
    forbid(
      'migrations-stand-alone',
      'A migration must always mean the same.',
      { path: '^migrations/' },
      { path: '^(src|workflows|activities|test|stack|evaluation)/' },
    ),
    forbid(
      'the-product-stands-alone',
      'The product is built without tests, benchmarks, and tools.',
      { path: '^(src|workflows|activities|migrations)/' },
      { path: '^(test|bench|tools|stack|evaluation)/' },
    ),
    forbid(
      'main-is-the-top',
      'Entry points connect the parts. No part knows them.',
      { path: '^(src|workflows|activities|migrations)/', pathNot: '^src/main/' },
      { path: '^src/main/' },
    ),
    forbid('resolvable', 'Every import must exist.', {}, { couldNotResolve: true }),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|\\.recordwell)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
