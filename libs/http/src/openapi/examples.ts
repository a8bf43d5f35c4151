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
  const request = operation.requestBody;
  for (const [name, { summary, body, file }] of Object.entries(examples)) {
    const value = file?.text ?? body;
    const media = request && 'content' in request ? request.content[file?.type ?? JSON_TYPE] : undefined;
    if (media && value !== undefined) media.examples = { ...media.examples, [name]: { summary, value } };
  }
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
