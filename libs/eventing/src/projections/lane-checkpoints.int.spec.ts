import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FixedClock, type Position, readPosition, writePosition } from '#kernel';
import { CheckpointMoved, follow, InProcessBus } from '#bus';
import type { AnyCommands } from '#contracts';
import { event, metadata, openBench, silent, type Bench } from '#hosting/testing/bench';
import { createTallies, tallies, tally } from '#hosting/testing/tallies';
import { placeAt } from '../feed/place.js';
import { findTaken } from '../lanes/taken.js';
import { CommandDispatcher } from '../processes/dispatcher.js';
import type { ProcessManager } from '../processes/process-manager.js';
import { ProcessRunner } from '../processes/runner.js';
import { findCheckpoint, MOVE_CHECKPOINT, readCheckpoint } from './checkpoints.js';
import { ProjectionRunner } from './runner.js';

let bench: Bench;
beforeAll(async () => void (bench = await openBench()));
afterAll(() => bench.dispose());
afterEach(() =>
  bench.pool.query(
    'DELETE FROM platform.checkpoints; DELETE FROM platform.pending_commands; DELETE FROM event_store.events',
  ),
);

const move = async (from: string, to: string): Promise<boolean> =>
  (await bench.pool.query({ text: MOVE_CHECKPOINT, values: ['one', from, to] })).rowCount === 1;

describe('a checkpoint', () => {
  it('keeps where to read on beside the position, and is compared by the position alone', async () => {
    expect(await findCheckpoint(bench.pool, 'one')).toBeUndefined();
    expect(await readCheckpoint(bench.pool, 'one')).toBe('0');
    expect(await move('0', '7@3')).toBe(true);
    expect(await readCheckpoint(bench.pool, 'one')).toBe('7@3');
    expect(await move('6@3', '9@5')).toBe(false);
    expect(await move('7', '9007199254740993@8')).toBe(true);
    expect(await findCheckpoint(bench.pool, 'one')).toBe('9007199254740993@8');
    // What comes from the owner itself has no offset, and the one of before says nothing about it.
    expect(await move('9007199254740993@1', '9007199254740995')).toBe(true);
    expect(await findCheckpoint(bench.pool, 'one')).toBe('9007199254740995');
  });

  it('begins where the former one is, and takes it over again where that has become the further one', async () => {
    const lane = { position: readPosition(90n), former: 'one' };
    await readCheckpoint(bench.pool, 'one', { position: readPosition(40n) });
    expect(await readCheckpoint(bench.pool, 'one@thing/0', lane)).toBe('40');
    await bench.pool.query(MOVE_CHECKPOINT, ['one@thing/0', '40', '60@3']);
    expect(await readCheckpoint(bench.pool, 'one@thing/0', lane)).toBe('60@3');
    await bench.pool.query(MOVE_CHECKPOINT, ['one', '40', '50']);
    expect(await readCheckpoint(bench.pool, 'one@thing/0', lane)).toBe('60@3');
    // The installation followed the feed for a while. Where to read on in the log nobody knows then.
    await bench.pool.query(MOVE_CHECKPOINT, ['one', '50', '70']);
    expect(await readCheckpoint(bench.pool, 'one@thing/0', lane)).toBe('70');
    expect(
      await readCheckpoint(bench.pool, 'two@thing/0', { position: readPosition(90n), former: 'two' }),
    ).toBe('90');
  });

  it('of all streams is behind those of lanes where these were followed last: what they took is passed over', async () => {
    for (const [name, position] of [
      ['one', 5n],
      ['one@own', 8n],
      ['one@thing/0', 5n],
      ['one@thing/1', 7n],
      ['onelong', 1n],
      ['two', 9n],
      ['two@thing/1', 4n],
    ] as const)
      await readCheckpoint(bench.pool, name, { position: readPosition(position) });
    const taken = await findTaken([bench.pool], 2);
    // With another number of partitions nobody knows which streams a lane had.
    expect((await findTaken([bench.pool], 3)).isEmpty).toBe(true);
    const consumer = (name: string) =>
      new ProjectionRunner({ pool: bench.pool, projection: { ...tallies(), name } });
    const [one, two] = [consumer('one'), consumer('two')];
    expect(taken.isEmpty).toBe(false);
    expect(taken.passOver(one, [])).not.toBe(one);
    expect(taken.passOver(two, [])).toBe(two);
    await bench.pool.query("UPDATE platform.checkpoints SET position = 8 WHERE name = 'one'");
    expect((await findTaken([bench.pool], 2)).isEmpty).toBe(true);
  });

  it('moved by a program of the release before is found where that one left it', async () => {
    await readCheckpoint(bench.pool, 'one');
    const old =
      'UPDATE platform.checkpoints SET position = $3, updated_at = now() WHERE name = $1 AND position = $2';
    await bench.pool.query(old, ['one', '0', '5']);
    expect(await readCheckpoint(bench.pool, 'one')).toBe('5');
  });
});

describe('lanes of a projection', () => {
  beforeEach(() => createTallies(bench.pool));
  afterEach(() => bench.pool.query('DROP TABLE tallies'));

  it('have places of their own and store into one table', async () => {
    const ids = [await tally(bench.store, 2), await tally(bench.store, 3)];
    const all = await bench.store.readFeed(0n, 100);
    const whole = new ProjectionRunner({ pool: bench.pool, projection: tallies() });
    const lanes = ['tallies@tally/0', 'tallies@tally/1'].map((name) => whole.lane(name));
    for (const [n, lane] of lanes.entries()) {
      expect(await lane.start()).toBe('0');
      const events = follow(lane, all).filter(({ streamId }) => streamId.endsWith(ids[n]!));
      await lane.handle(events, placeAt(readPosition(10n + BigInt(n)), 4n));
    }
    const { rows } = await bench.pool.query('SELECT id, revision FROM tallies ORDER BY revision');
    expect(rows).toEqual([
      { id: ids[0], revision: 1 },
      { id: ids[1], revision: 2 },
    ]);
    const { rows: places } = await bench.pool.query(
      'SELECT name, position, log_offset FROM platform.checkpoints ORDER BY name',
    );
    expect(places).toEqual([
      { name: 'tallies@tally/0', position: '10', log_offset: '4' },
      { name: 'tallies@tally/1', position: '11', log_offset: '4' },
    ]);
  });

  it('begin where the projection was, and only one of two that run one lane gets through', async () => {
    await tally(bench.store, 2);
    const events = await bench.store.readFeed(0n, 100);
    const whole = new ProjectionRunner({ pool: bench.pool, projection: tallies() });
    await whole.start();
    await whole.handle(follow(whole, events), placeAt(readPosition(30n)));
    const [one, two] = [whole.lane('tallies@tally/0'), whole.lane('tallies@tally/0')];
    expect([await one.start(), await two.start()]).toEqual(['30', '30']);
    await bench.store.append(events[0]!.streamId, 1, [event('Added', { amount: 1 })], metadata);
    const next = follow(whole, await bench.store.readFeed(events.at(-1)!.position, 100));
    await one.handle(next, placeAt(readPosition(31n), 1n));
    await expect(two.handle(next, placeAt(readPosition(31n), 1n))).rejects.toThrow(CheckpointMoved);
    expect(await two.start()).toBe('31@1');
  });
});

describe('lanes of a process manager', () => {
  const shipping: ProcessManager<AnyCommands> = {
    ...{ name: 'shipping', streams: ['order-'] },
    react: ({ streamId }) => [{ kind: 'send', command: { type: 'parcels.Pack', key: streamId, data: null } }],
  };
  const head = async (): Promise<Position> => bench.store.head();
  const dispatcher = new CommandDispatcher<AnyCommands>({
    ...{ log: silent, clock: new FixedClock(new Date('2026-11-21T12:00:00Z')) },
    ...{ instance: 'one', soleInstance: false, bus: new InProcessBus<AnyCommands>() },
    get pool() {
      return bench.pool;
    },
  });
  const commands = async () =>
    (await bench.pool.query("SELECT id, process, command->>'actor' AS actor FROM platform.pending_commands"))
      .rows;

  it('store the commands that the process manager itself would, under its name', async () => {
    await bench.store.append('order-1', -1, [event('Paid')], metadata);
    const events = await bench.store.readFeed(0n, 10);
    const whole = new ProcessRunner(bench.pool, shipping, dispatcher, head);
    const lane = whole.lane('shipping@order/2');
    expect(await lane.start()).toBe('0');
    await lane.handle(events, placeAt(readPosition(7n), 1n));
    const [made] = await commands();
    expect(made).toMatchObject({ process: 'shipping', actor: 'process:shipping' });
    expect(await findCheckpoint(bench.pool, 'shipping@order/2')).toBe('7@1');
    // A process of the release before follows the same events by the former checkpoint: the same command, once.
    await whole.start();
    await whole.handle(events, placeAt(readPosition(7n)));
    expect(await commands()).toEqual([made]);
  });

  it('begin with the next event where the process manager does, or where it was', async () => {
    await bench.store.append('order-1', -1, [event('Paid')], metadata);
    const position = await bench.store.head();
    const telling = { ...shipping, begins: 'now' } as const;
    const runner = new ProcessRunner(bench.pool, telling, dispatcher, head);
    expect(await runner.lane('shipping@order/0').start()).toBe(writePosition(position));
    await readCheckpoint(bench.pool, 'shipping', { position: readPosition(1n) });
    expect(await runner.lane('shipping@order/1').start()).toBe('1');
  });
});
