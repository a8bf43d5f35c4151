import { distance, START } from '#kernel';
import { StreamDiffers, type RecordedEvent } from '#event-store';
import { StartupError } from '../../postgres/startup-error.js';
import type { OnStep } from '../steps.js';
import type { NamedStore } from './compare.js';
import { batchesOf, hashOf } from './feed.js';
import type { RawStore } from './stores.js';

/**
 * Copies the events that the target does not have yet, in the order of the feed. What has been copied is known from the
 * target alone: its newest event says where to continue, whenever the run before has ended.
 * @throws {StartupError} the target has events that are not of the source
 */
export async function copyEvents(
  from: NamedStore<RawStore>,
  to: NamedStore<RawStore>,
  onStep: OnStep,
): Promise<number> {
  const newest = await to.store.newest();
  const after = newest === undefined ? START : (await sameIn(from, to, newest)).position;
  const head = distance(START, await from.store.head());
  let done = 0;
  for await (const events of batchesOf(from.name, from.store, after)) {
    await to.store.takeOver(events).catch((error: unknown) => {
      throw error instanceof StreamDiffers ? foreign(to.name, error.message) : error;
    });
    done += events.length;
    onStep({ kind: 'events', done, share: distance(START, events.at(-1)?.position ?? START) / head });
  }
  return done;
}

/** The source's own event that the target has as its newest one. */
async function sameIn(
  from: NamedStore<RawStore>,
  to: NamedStore<RawStore>,
  newest: RecordedEvent,
): Promise<RecordedEvent> {
  const { streamId, revision } = newest;
  const [found] = await from.store.read(streamId, revision);
  if (found && hashOf(found) === hashOf(newest)) return found;
  throw foreign(
    to.name,
    `its newest one is revision ${revision} of ${streamId}, which ${from.name} does not have like that`,
  );
}

const foreign = (name: string, reason: string): StartupError =>
  new StartupError(
    `${name} has events that are not of this installation (${reason}): give it a prefix of its own (EVENTSTOREDB_PREFIX), or an empty store.`,
  );
