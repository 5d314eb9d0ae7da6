'use strict';

/** How one of our TypeScript files is compiled to be run here, by the tests and by the tools alike; `npm run build` compiles by tsc. */
module.exports = function compileOptions(isTsx) {
  return {
    jsc: {
      target: 'es2024',
      parser: { syntax: 'typescript', tsx: isTsx },
      transform: isTsx ? { react: { runtime: 'automatic', importSource: 'preact' } } : {},
    },
    module: { type: 'commonjs' },
    sourceMaps: 'inline',
    // It lies there.
    inlineSourcesContent: false,
  };
};
