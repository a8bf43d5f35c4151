import { dataSchema, type DataSchema } from '../../schemas/json-schema.js';
import { catalogueOf } from '../catalogues.js';
import { findRetentionComplement } from './types.js';

/**
 * The JSON schema of the `data` of a complement, by the tax authority's table: names, required fields, limits, and the
 * keys of its catalogues with their labels.
 * @param type one of `retentionComplementTypes`, or another spelling of it
 */
export function retentionComplementSchema(type: string): DataSchema | undefined {
  const kind = findRetentionComplement(type);
  return kind && dataSchema(kind.standard.root, catalogueOf);
}
