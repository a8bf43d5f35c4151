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
      for (const parameter of operation.parameters ?? []) gaps.push(...gapsOfParameter(parameter, at));
      gaps.push(...gapsOfResponses(operation, document).map((gap) => `${at}: ${gap}`));
    }
  for (const parameter of Object.values(document.components.parameters as Record<string, Json>))
    gaps.push(...gapsOfParameter(parameter, 'shared'));
  const bounds = Object.values(document.components.schemas.DateRange.properties as Record<string, Json>);
  if (new Set(bounds.map(({ description }) => description)).size !== bounds.length)
    gaps.push('DateRange: the words of one bound at another');
  for (const [name, schema] of Object.entries(document.components.schemas as Record<string, Json>))
    gaps.push(...undescribed(schema, name));
  return gaps;
}

function gapsOfParameter({ name, description, schema }: Json, at: string): string[] {
  if (!name) return [];
  const place = `${at}: parameter ${name}`;
  return [...(description ? [] : [place]), ...undescribed(schema, place)];
}

/** Answers without words, and refusals that any request may get: by its address, its body, its organization. */
function gapsOfResponses(operation: Json, { components }: Json): string[] {
  const responses = Object.entries(operation.responses as Record<string, Json>).map(
    ([status, one]): [string, Json] => [
      status,
      one.$ref ? components.responses[one.$ref.split('/').at(-1)] : one,
    ],
  );
  const silent = responses.filter(([, { description }]) => !description);
  const codes = Object.keys(Object.fromEntries(responses)['400']?.content['application/json'].examples ?? {});
  const isForOrganization = operation.parameters?.some(({ $ref }: Json) => $ref?.endsWith('/OrganizationId'));
  const wanted = [
    ...(operation.responses['429'] ? ['invalid_request'] : []),
    ...(operation.requestBody?.content['application/json'] ? ['invalid_json'] : []),
    ...(isForOrganization ? ['organization_id_required', 'organization_id_not_allowed'] : []),
  ];
  return [
    ...silent.map(([status]) => `no words of ${status}`),
    ...wanted.filter((code) => !codes.includes(code)).map((code) => `no example of ${code}`),
  ];
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
        if (!property.description) gaps.push(`${place}.${name}`);
        gaps.push(...undescribed(property, `${place}.${name}`));
      }
  }
  return gaps;
}
