import { monotonicMs } from '#kernel';
import { readPublications } from '../failures/publications.js';
import { invoice } from '../support/bodies.js';
import type { Stage } from './stage.js';

/** What a standby may need beyond two leases, on a slow machine. */
const SLACK_MS = 6_000;

/**
 * The publisher that has the turn stops before it notes what it has published. The standby goes on with what comes
 * then, within two leases; the first wakes up, and nothing that it does is out of order.
 */
export async function publisherSleeps(stage: Stage): Promise<void> {
  const { world, times, client } = stage;
  const stopped = await stage.stopAt('publisher', 'before', /held-(checkpoint|places)/, () =>
    client.send('POST /invoices', invoice()),
  );
  const since = monotonicMs();
  const { id } = await stage.ok('POST /invoices', invoice());
  const limitMs = 2 * times.publisherLeaseMs + SLACK_MS;
  const published = async (): Promise<boolean> =>
    (await readPublications(world.environment['TIMBRA_KAFKA'] ?? '', world.prefix)).some(({ value }) =>
      value.includes(id as string),
    );
  let late = false;
  while (!late && !(await published())) late = monotonicMs() - since > limitMs;
  await stopped.wake();
  if (late) throw new Error(`no event was published for ${limitMs / 1_000} s: its publisher sleeps`);
}
