import type { OpenAPIObject } from '@nestjs/swagger';

/** At a parameter of a path: the list whose newest thing has an id that it takes. */
const EXAMPLE_FROM = 'x-example-from';

/**
 * Says of each `<thing>_id` in a path where one is found, if what is before it is a list: `x-example-from: /v2/customers`. No
 * document can have an id that is there; the page that shows it asks for one.
 */
export function tellWhereIdsAre({ paths }: Pick<OpenAPIObject, 'paths'>): void {
  for (const [path, item] of Object.entries(paths))
    for (const operation of Object.values(item as Record<string, unknown>))
      for (const parameter of parametersOf(operation)) {
        if (parameter.in !== 'path' || !parameter.name?.endsWith('_id')) continue;
        const [list = ''] = path.split(`/{${parameter.name}}`);
        if (!list.includes('{') && isList(paths[list]?.get))
          Object.assign(parameter, { [EXAMPLE_FROM]: list });
      }
}

interface Parameter {
  readonly name?: string;
  readonly in?: string;
}

/** Whether it gives as few as are asked for. */
const isList = (operation: unknown): boolean =>
  parametersOf(operation).some((one) => one.in === 'query' && one.name === 'limit');

const parametersOf = (operation: unknown): readonly Parameter[] =>
  (operation as { parameters?: readonly Parameter[] } | undefined)?.parameters ?? [];
