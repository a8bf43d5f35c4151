// Every kind of document through the tax authority's own script, one by one: some minutes. npm test takes some of them.
process.env.TIMBRA_SAT_ALL = '1';
process.argv.splice(2, Infinity, 'libs/cfdi/src/documentos');
await import('./test.mjs');
