import { describe, expect, it } from '@jest/globals';
import { openStages, Stopped, type Member } from '../../scripts/lib/distributed/stages.mjs';

/** A member whose stop a spec lets finish; what happens is noted. */
function member(name: string, notes: string[]): Member & { finish: () => void } {
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  return {
    finish,
    stop: async () => {
      notes.push(`stop ${name}`);
      await finished;
      notes.push(`stopped ${name}`);
    },
    kill: () => notes.push(`kill ${name}`),
  };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('what start:distributed has started', () => {
  it('is stopped in the order opposite to its start, a whole stage before the next', async () => {
    const notes: string[] = [];
    const stages = openStages(['database', 'services', 'gateway'], (line) => notes.push(line));
    const [database, one, two, gateway] = ['database', 'one', 'two', 'gateway'].map((name) =>
      member(name, notes),
    );
    stages.add('database', database!);
    stages.add('services', one!);
    stages.add('services', two!);
    stages.add('gateway', gateway!);
    const stopping = stages.stop();
    await turn();
    expect(notes).toEqual(['Stopping gateway', 'stop gateway']);
    gateway!.finish();
    await turn();
    expect(notes.slice(2)).toEqual(['stopped gateway', 'Stopping services', 'stop one', 'stop two']);
    two!.finish();
    await turn();
    expect(notes.slice(6)).toEqual(['stopped two']);
    one!.finish();
    database!.finish();
    await stopping;
    expect(notes.slice(7)).toEqual(['stopped one', 'Stopping database', 'stop database', 'stopped database']);
  });

  it('is stopped once, however often it is asked for', async () => {
    const notes: string[] = [];
    const stages = openStages(['database'], () => undefined);
    stages.add('database', member('database', notes)).finish();
    await Promise.all([stages.stop(), stages.stop()]);
    expect(notes).toEqual(['stop database', 'stopped database']);
  });

  it('is stopped to the last, also where one of it fails to', async () => {
    const notes: string[] = [];
    const stages = openStages(['database', 'services'], () => undefined);
    stages.add('database', member('database', notes)).finish();
    stages.add('services', { stop: () => Promise.reject(new Error('stuck')), kill: () => undefined });
    await expect(stages.stop()).rejects.toThrow('stuck');
    expect(notes).toEqual(['stop database', 'stopped database']);
  });

  it('is stopped at once where it comes while all is being stopped, and its start ends', async () => {
    const notes: string[] = [];
    const stages = openStages(['database'], () => undefined);
    await stages.stop();
    expect(() => stages.add('database', member('late', notes))).toThrow(Stopped);
    expect(() => stages.check()).toThrow(Stopped);
    expect(notes).toEqual(['stop late']);
  });

  it('is killed all at once, whatever is being stopped', () => {
    const notes: string[] = [];
    const stages = openStages(['database', 'services'], () => undefined);
    stages.add('database', member('database', notes));
    stages.add('services', member('one', notes));
    void stages.stop();
    stages.kill();
    expect(notes).toEqual(['stop one', 'kill database', 'kill one']);
  });

  it('forgets a step that has ended', async () => {
    const notes: string[] = [];
    const stages = openStages(['steps'], (line) => notes.push(line));
    const step = stages.add('steps', member('migrate', notes));
    stages.remove('steps', step);
    await stages.stop();
    expect(notes).toEqual([]);
  });
});
