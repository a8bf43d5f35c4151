import type { OpenAPIObject } from '@nestjs/swagger';
import type { OperationDoc, RecordedAnswer } from './api-docs.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
const JSON_TYPE = 'application/json';

/**
 * Puts the examples of an operation where viewers and generators look for them: bodies at the request, values at the
 * parameters, and what was answered at the responses.
 */
export function addExamples(
  operation: Operation,
  { examples = {} }: Pick<OperationDoc, 'examples'>,
  answers: Readonly<Record<string, RecordedAnswer>>,
): void {
  const bodies = Object.entries(examples).filter(([, { body }]) => body !== undefined);
  const request = operation.requestBody;
  const media = request && 'content' in request ? request.content[JSON_TYPE] : undefined;
  if (media && bodies.length > 0)
    media.examples = Object.fromEntries(
      bodies.map(([name, { summary, body }]) => [name, { summary, value: body }]),
    );
  for (const parameter of operation.parameters ?? []) {
    if (!('name' in parameter)) continue;
    const found = Object.values(examples).find(
      ({ parameters }) => parameters?.[parameter.name] !== undefined,
    );
    if (!found?.parameters) continue;
    const value = found.parameters[parameter.name];
    const { schema } = parameter;
    const isList = schema && 'type' in schema && schema.type === 'array';
    parameter.example = isList ? [value] : value;
  }
  for (const [name, { status, body }] of Object.entries(answers)) {
    const response = operation.responses[status];
    if (body === undefined || !response || !('content' in response)) continue;
    const answered = response.content?.[JSON_TYPE];
    if (!answered) continue;
    answered.examples = {
      ...answered.examples,
      [name]: { summary: examples[name]?.summary ?? 'Answer', value: body },
    };
  }
}
