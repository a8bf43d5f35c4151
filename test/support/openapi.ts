import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Json } from './app.js';

/** Knows the schemas of an OpenAPI document, closed: an answer's field that the document lacks is found. */
export function openApiAjv({ components }: Json): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv, ['date', 'date-time', 'email', 'uri']);
  ajv.addFormat('binary', true);
  ajv.addFormat('decimal', true);
  ajv.addSchema(closed({ $id: 'openapi', components }));
  return ajv;
}

/** A schema from the document, closed too, for `openApiAjv` to compile. */
export const inDocument = (schema: Json): Json =>
  JSON.parse(JSON.stringify(closed(schema)).replaceAll('"#/components/', '"openapi#/components/'));

/** Every object with named properties takes no others, but for one that only says more of another schema beside it (allOf). */
function closed(node: Json): Json {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(
    Object.entries(node as object).map(([key, value]) => [
      key,
      key === 'allOf'
        ? (value as Json[]).map((part) => closed(part.$ref ? part : { ...part, additionalProperties: true }))
        : closed(value),
    ]),
  );
  if (copy['type'] === 'object' && 'properties' in copy) copy['additionalProperties'] ??= false;
  return copy;
}
