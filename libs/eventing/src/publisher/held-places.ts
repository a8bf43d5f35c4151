import type { Checkpoint } from '#bus';
import { LAZY_COMMIT, moveTo, positionIn } from '../projections/checkpoints.js';
import type { Queryable } from '../transaction.js';
import { holding, type Epoch } from './lease.js';

/** A step of one lane. */
export interface Step {
  /** Of its place. */
  readonly name: string;
  readonly from: Checkpoint;
  readonly to: Checkpoint;
}

/**
 * Moves the places of several lanes at once, while the lease is held under that epoch: else none. Returns the names of those
 * that have moved; another was not where its lane believed.
 */
export async function moveHeldPlaces(
  db: Queryable,
  { name, epoch }: { readonly name: string; readonly epoch: Epoch },
  steps: readonly Step[],
): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ moved: string[] | null }>({
    name: 'held-places',
    text: MOVE,
    values: [
      name,
      epoch,
      steps.map((step) => step.name),
      steps.map(({ from }) => from),
      steps.map(({ to }) => to),
    ],
  });
  return new Set(rows[0]?.moved ?? []);
}

const MOVE = `
  WITH held AS (${holding('$1', '$2')}), moved AS (
    UPDATE platform.checkpoints AS place SET ${moveTo('step.after')}
    FROM unnest($3::text[], $4::text[], $5::text[]) AS step (name, before, after)
    WHERE place.name = step.name AND place.position = ${positionIn('step.before')} AND EXISTS (SELECT FROM held)
    RETURNING place.name
  )
  SELECT array_agg(name) AS moved, ${LAZY_COMMIT} FROM moved`;
