'use strict';
// The dependency rules of docs/architecture.md, checked by `npm run check`. Type-only imports count too.

/** Forbids `from` to import anything that matches `to`. */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const ours = '^(src|workflows|activities|migrations|test|bench|tools|stack|evaluation)/';

/**
 * The rooms of src from the bottom up. A room imports those of the layers below, and none beside it or above.
 */
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

/** For each layer: it imports nothing above, and none of its rooms another one of it. */
const importsPointDown = layers.map((rooms, index) => {
  const notBelow = layers.slice(index).flat().join('|');
  return forbid(
    `imports-point-down-from-${rooms.join('-')}`,
    'Imports point downwards: what a lower room needs is handed in, or belongs lower itself.',
    { path: `^src/(${rooms.join('|')})/` },
    { path: `^src/(${notBelow})/`, pathNot: '^src/$1/' },
  );
});

module.exports = {
  forbidden: [
    forbid('no-cycles', 'A cycle has no bottom to read from.', {}, { circular: true }),
    ...importsPointDown,
    forbid(
      'every-room-has-a-layer',
      'A room of src that stands in no layer would escape the rule that imports point downwards.',
      { path: ours },
      { path: '^src/', pathNot: `^src/(${layers.flat().join('|')})/` },
    ),
    forbid(
      'platform-knows-nothing-of-ours',
      'platform is below everything.',
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
      'A form says what may be said, whichever way it comes in: it knows the domain and how to ' +
        'check a field.',
      { path: '^src/forms/' },
      { pathNot: '^(src/(domain|forms)/|node_modules/(zod|libphonenumber-js)/)' },
    ),
    forbid(
      'shapes-are-schemas',
      'What several contracts have in common builds without the implementation, as they do.',
      { path: '^src/api/shapes/' },
      { pathNot: '^(src/(domain|forms|api/shapes)/|node_modules/zod/)' },
    ),
    forbid(
      'sandbox-is-a-stranger',
      'The sandbox stands in for parties outside: it sees what a port hands it, no database, use ' +
        'case or API.',
      { path: '^src/sandbox/' },
      { path: ours, pathNot: '^src/(sandbox|domain|partners|pdf|platform)/' },
    ),
    forbid(
      'contracts-build-without-the-implementation',
      'A contract says what is promised; the document must build from it alone.',
      { path: '^src/api/resources/[^/]+/contract\\.ts$' },
      {
        path: '^(src/(store|usecases|outbox|temporal|files|webhooks|partners|main)/|node_modules/(koa|knex|objection|@aws-sdk|@temporalio)/)',
      },
    ),
    forbid(
      'handlers-stay-thin',
      'A handler calls a use case; it never talks to a store or a service itself. Types of what ' +
        'they return may be named.',
      { path: '^src/api/resources/[^/]+/handlers\\.ts$' },
      {
        path: '^(src/(store|outbox|temporal|files)/|node_modules/(knex|objection|@aws-sdk|@temporalio)/)',
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'admin-commands-stay-thin',
      'A command calls a use case, as a handler does: that is what leaves the audit row.',
      { path: '^src/admin/' },
      { path: '^src/(store/(?!database|faults)|api/)', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'pages-stay-thin',
      'A page calls a use case, as a handler does: that asks the permission and leaves the audit row.',
      { path: '^src/site/' },
      { path: '^src/(store|outbox|temporal|files)/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'pages-are-drawn',
      'What a page shows is handed in: it knows the domain, paths and components, and asks nobody.',
      { path: '^src/site/((console|desk)/(pages|components)|components)/' },
      { path: ours, pathNot: '^src/(site|domain)/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'console-and-desk-stand-apart',
      'What both need is in src/site itself: a customer’s page never shows what only an operator may see.',
      { path: '^src/site/(console|desk)/' },
      { path: '^src/site/(console|desk)/', pathNot: '^src/site/$1/' },
    ),
    forbid(
      'site-is-shared',
      'What console and desk share knows neither.',
      { path: '^src/site/[^/]+$|^src/site/components/' },
      { path: '^src/site/(console|desk)/' },
    ),
    forbid(
      'usecases-know-no-transport',
      'Use cases are called by HTTP, activities and the admin command alike.',
      { path: '^src/usecases/' },
      { path: '^(src/(api|main)/|node_modules/(koa|@koa|@temporalio/client)/)' },
    ),
    forbid(
      'usecases-reach-no-transport',
      'Nor by way of another room.',
      { path: '^src/usecases/' },
      { path: '^src/(api|admin|main)/', reachable: true },
    ),
    forbid(
      'objection-stays-in-store',
      'Objection is frozen upstream: one folder to replace.',
      { path: ours, pathNot: '^(src/store/|migrations/|test/)' },
      { path: '^node_modules/(objection|knex)/' },
    ),
    forbid(
      'sql-is-made-of-fragments-in-browse',
      'Everything else that asks the database is a constant text of src/store.',
      { path: ours, pathNot: '^src/browse/compile/' },
      { path: '^node_modules/sql-template-tag/' },
    ),
    forbid(
      'aws-stays-in-files',
      'S3 is reached through src/files.',
      { path: ours, pathNot: '^(src/files/|stack/(run|test-partner)/|test/)' },
      { path: '^node_modules/@aws-sdk/' },
    ),
    forbid(
      'pages-are-opened-in-reading',
      'Only the processes of src/reading load pdf.js, the canvas and the recognizer.',
      { path: ours, pathNot: '^(src/reading/.+\\.mts$|test/|bench/|evaluation/)' },
      { path: '^node_modules/(pdfjs-dist|onnxruntime-node|@napi-rs/canvas)/' },
    ),
    forbid(
      'strangers-files-are-opened-apart',
      'A file from outside may attack what opens it, so only confined processes do.',
      { path: ours, pathNot: '^(src/(documents|reading)/.+\\.mts$|test/|bench/|evaluation/)' },
      { path: '^node_modules/(@cantoo/pdf-lib|tiff|pkijs|asn1js)/' },
    ),
    forbid(
      'layout-stays-in-reading',
      'Only src/reading knows where words are on a page. domain judges what was read.',
      { path: ours, pathNot: '^(src/reading/|test/|bench/|evaluation/)' },
      { path: '^src/reading/(extraction/|(document-layout|parse-reading|read-document)\\.ts$|.+\\.mts$)' },
    ),
    forbid(
      'documents-and-reading-know-the-domain-only',
      'Reading and combining need no database and no object store: they get bytes.',
      { path: '^src/(documents|reading)/' },
      { path: ours, pathNot: '^src/($1|domain|platform)/' },
    ),
    forbid(
      'pdf-knows-the-domain-only',
      'Drawing needs neither database nor object store: what is drawn is handed in.',
      { path: '^src/pdf/' },
      { path: ours, pathNot: '^src/(pdf|domain)/' },
    ),
    forbid(
      'embeds-know-the-domain-only',
      'What is sealed and what is shown is handed in: tokens and pages need neither database nor ' +
        'object store.',
      { path: '^src/embeds/' },
      { path: ours, pathNot: '^src/(embeds|domain)/' },
    ),
    forbid(
      'reference-knows-nothing-of-ours',
      'The documentation is made of the OpenAPI document and the guides, which are handed in.',
      { path: '^src/reference/' },
      { path: ours, pathNot: '^src/reference/' },
    ),
    forbid(
      'html-stays-in-its-rooms',
      'These folders make HTML, by a renderer that escapes; the page of a customer beside the stack ' +
        'is a stranger’s.',
      {
        path: ours,
        pathNot:
          '^(src/(embeds|reference|site/((console|desk)/(pages|components)|components))/|test/|stack/run/demo-embeds/)',
      },
      { path: '^node_modules/(preact|markdown-it)' },
    ),
    forbid(
      'temporal-client-stays-in-temporal',
      'Starts and signals go through src/temporal.',
      { path: ours, pathNot: '^(src/temporal/|test/|bench/)' },
      { path: '^node_modules/@temporalio/client/' },
    ),
    forbid(
      'workflows-are-deterministic',
      'Workflows import the SDK, domain and types of activities; no Node built-in, no zod.',
      { path: '^workflows/' },
      {
        path: '.*',
        pathNot: '^(workflows/|src/domain/|activities/|node_modules/@temporalio/(workflow|common)/)',
      },
    ),
    forbid(
      'workflows-import-activities-as-types',
      'The code of an activity must not enter the workflow bundle.',
      { path: '^workflows/' },
      { path: '^activities/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'activities-know-no-http',
      'Activities walk the use cases.',
      { path: '^activities/' },
      { path: '^(src/(api|main)/|node_modules/(koa|@koa)/)' },
    ),
    forbid(
      'migrations-stand-alone',
      'A migration must mean the same forever.',
      { path: '^migrations/' },
      { path: '^(src|workflows|activities|test|stack|evaluation)/' },
    ),
    forbid(
      'the-product-stands-alone',
      'Tests, benches and tools are outside: the product is built without them.',
      { path: '^(src|workflows|activities|migrations)/' },
      { path: '^(test|bench|tools|stack|evaluation)/' },
    ),
    forbid(
      'main-is-the-top',
      'Entries wire the parts; no part knows them.',
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
