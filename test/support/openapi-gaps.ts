import type { Json } from './app.js';

/** What the OpenAPI document does not say in words: where, one line each. */
export function gapsOf(document: Json): string[] {
  const gaps: string[] = [];
  for (const [path, item] of Object.entries(document.paths as Record<string, Json>))
    for (const [method, operation] of Object.entries(item as Record<string, Json>)) {
      const at = `${method.toUpperCase()} ${path}`;
      for (const part of ['summary', 'description', 'tags'])
        if (!operation[part]) gaps.push(`${at}: no ${part}`);
      const media = operation.requestBody?.content?.['application/json'];
      if (media && !media.examples) gaps.push(`${at}: no example of a request`);
      const successes = Object.entries(operation.responses as Record<string, Json>)
        .filter(([status, { content }]) => /^2/.test(status) && content?.['application/json'])
        .map(([, { content }]) => content['application/json']);
      if (successes.length > 0 && !successes.some(({ examples }) => examples))
        gaps.push(`${at}: no example of an answer`);
      for (const { name, description, schema } of operation.parameters ?? [])
        if (name) {
          if (!description) gaps.push(`${at}: parameter ${name}`);
          gaps.push(...undescribed(schema, `${at}: parameter ${name}`));
        }
    }
  for (const [name, schema] of Object.entries(document.components.schemas as Record<string, Json>))
    gaps.push(...undescribed(schema, name));
  return gaps;
}

function undescribed(node: Json, place: string): string[] {
  if (Array.isArray(node)) return node.flatMap((one) => undescribed(one, place));
  if (typeof node !== 'object' || node === null) return [];
  const gaps: string[] = [];
  if (node.enum && !node['x-enum-descriptions']) gaps.push(`${place}: values ${node.enum.join(', ')}`);
  if ('default' in node) gaps.push(`${place}: a default, which makes a field required in clients`);
  for (const [key, value] of Object.entries(node as Record<string, Json>)) {
    if (key === 'example' || key === 'examples' || key === 'enum') continue;
    if (key !== 'properties') gaps.push(...undescribed(value, place));
    else
      for (const [name, property] of Object.entries(value as Record<string, Json>)) {
        const isReference = property.$ref && Object.keys(property as object).length === 1;
        if (!isReference && !property.description) gaps.push(`${place}.${name}`);
        gaps.push(...undescribed(property, `${place}.${name}`));
      }
  }
  return gaps;
}
