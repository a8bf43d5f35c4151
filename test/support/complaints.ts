import type { ValidateFunction } from 'ajv';

/** What a compiled schema says of a value: nothing where it is valid. */
export const complaintsOf = (validate: ValidateFunction, value: unknown): string[] =>
  validate(value)
    ? []
    : (validate.errors ?? []).map(
        ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
      );
