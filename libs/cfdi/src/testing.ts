/** For specs, of this library and of those that stand on it: documents to start from, and an independent checker. */
export * from './testing/build.js';
export * from './testing/samples.js';
export * from './testing/verifier.js';
export * from './testing/test-xml.js';
export { retentionExamples, type RetentionExample } from './testing/retention-examples.js';
