export { importedDocument, type ImportedDocument } from './imported.js';
