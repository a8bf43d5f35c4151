// Every kind of document through the tax authority's own script, every standard against its schema and stylesheet, every
// row of its catalogues: some minutes. npm test takes some of the documents.
process.env.TIMBRA_TEST_SAT = '1';
await import('./test.mjs');
