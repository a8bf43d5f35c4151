import type { OperationDoc } from '#http';
import { routes } from '../../routes.js';
import { operations } from '../operations.js';

/**
 * What operations of roles and of narrowed keys mean: the summaries of the routes that they open. An operation none of whose
 * routes has words has none here either.
 */
export function operationNames(
  docs: Readonly<Record<string, OperationDoc>> = operations,
): Record<string, string> {
  const names: Record<string, string> = {};
  for (const [route, { operation }] of Object.entries(routes)) {
    const summary = docs[route]?.summary;
    if (summary === undefined) continue;
    const before = names[operation];
    names[operation] = before === undefined || before === summary ? summary : `${before}; ${lower(summary)}`;
  }
  return names;
}

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
