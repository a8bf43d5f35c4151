import { retentionComplementSchema, retentionComplementTypes, type DataSchema } from '#cfdi';

/** A schema as OpenAPI 3.1 has them: an excluded minimum is a number. */
function inNewWords({ items, properties, exclusiveMinimum, ...schema }: DataSchema): object {
  const { minimum, ...others } = schema;
  return {
    ...(exclusiveMinimum ? { ...others, exclusiveMinimum: minimum } : schema),
    ...(items && { items: inNewWords(items) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, inNewWords(one)] as const),
      ),
    }),
  };
}

/** What the OpenAPI document says of the data of complements: one schema for each, by SAT's tables. */
export const retentionComplementData = {
  anyOf: [
    { type: 'string', title: 'custom', description: 'XML of one element' },
    ...retentionComplementTypes.flatMap((type) => {
      const schema = retentionComplementSchema(type);
      return schema ? [{ title: type, ...inNewWords(schema) }] : [];
    }),
  ],
};
