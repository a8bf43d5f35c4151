import { organizationsReadModel, usersReadModel } from '#contracts';
import type { ProjectionWatch } from '#eventing';
import type { CommandSender } from '../commands.js';
import { FreshCache, keptMs } from '../fresh-cache.js';

const MOST = 10_000;

/**
 * A cache of what the rows of organizations and users say of keys and rights. It forgets as soon as the rows show something new:
 * before a change is answered, and also where an operator's program made it.
 */
export function cacheOfPeople<Value extends object>({
  soleInstance,
  sender,
  watch,
}: {
  readonly soleInstance: boolean;
  readonly sender: CommandSender;
  readonly watch: ProjectionWatch;
}): FreshCache<Value> {
  const cache = new FreshCache<Value>({ max: MOST, ttlMs: keptMs(soleInstance) });
  sender.onWritten((type) => {
    if (type.startsWith('organizations.')) cache.forget();
  });
  for (const { projection } of [organizationsReadModel, usersReadModel])
    watch.onAdvance(projection, () => cache.forget());
  return cache;
}
