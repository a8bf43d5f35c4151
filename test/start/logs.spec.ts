import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLogs, reasonIn, warningIn } from '../../scripts/lib/distributed/logs.mjs';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'timbra-logs-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the logs of processes', () => {
  it('go to a file of each, and warnings to the screen too', () => {
    const shown: string[] = [];
    const logs = openLogs(join(folder, 'logs'), (name, warning) => shown.push(`${name}: ${warning}`));
    const write = logs.writerOf('invoicing');
    const lines = [
      'invoicing is up',
      '{"level":30,"msg":"quiet"}',
      '{"level":50,"msg":"it failed","err":{"message":"the disk is full"}}',
    ];
    lines.forEach(write);
    expect(readFileSync(logs.fileOf('invoicing'), 'utf8')).toBe(`${lines.join('\n')}\n`);
    expect(shown).toEqual(['invoicing: it failed: the disk is full']);
  });

  it('show the same warning of a process once a minute, and keep every one', () => {
    const shown: string[] = [];
    let ms = 0;
    const logs = openLogs(folder, (name, warning) => shown.push(`${name}: ${warning}`), { now: () => ms });
    const [kafka, gateway] = ['kafka', 'gateway'].map((name) => logs.writerOf(name));
    const away = (reason: string) =>
      JSON.stringify({ level: 40, msg: 'it is away', err: { message: reason } });
    for (const reason of ['refused', 'reset']) {
      kafka?.(away(reason));
      gateway?.(away(reason));
      ms += 30_000;
    }
    kafka?.(away('still'));
    expect(shown).toEqual([
      'kafka: it is away: refused',
      'gateway: it is away: refused',
      'kafka: it is away: still',
    ]);
    expect(readFileSync(logs.fileOf('kafka'), 'utf8').split('\n')).toHaveLength(4);
  });

  it('say a reason once, and take an error without words', () => {
    const line = (more: object) => JSON.stringify({ level: 50, ...more });
    const err = { message: 'refused' };
    expect(warningIn(line({ msg: 'Kafka is away: refused', err }))?.text).toBe('Kafka is away: refused');
    expect(warningIn(line({ err }))).toEqual({ what: 'refused', text: 'refused' });
    expect(warningIn(line({}))).toBeUndefined();
  });

  it('are bounded: a file that has grown becomes the one before', () => {
    const logs = openLogs(folder, () => undefined, { largest: 10 });
    const write = logs.writerOf('kafka');
    ['the first', 'the second', 'the third'].forEach(write);
    expect(readFileSync(logs.fileOf('kafka'), 'utf8')).toBe('the third\n');
    expect(readFileSync(`${logs.fileOf('kafka')}.1`, 'utf8')).toBe('the first\nthe second\n');
  });

  it('that can not be written end nothing, and are shown as ever', async () => {
    const shown: string[] = [];
    const logs = openLogs(join(folder, 'gone'), (_name, warning) => shown.push(warning));
    const write = logs.writerOf('kafka');
    await rm(join(folder, 'gone'), { recursive: true });
    write('{"level":40,"msg":"slow"}');
    expect(shown).toEqual(['slow']);
  });

  it.each(['', 'no JSON', '{"half', '{"level":30,"msg":"info"}', '{"msg":"no level"}', 'null'])(
    'show nothing of %j',
    (line) => expect(warningIn(line)).toBeUndefined(),
  );
});

describe('why a process ended', () => {
  it.each([
    ['{"level":40}\nThe key of bus was changed.\n', 'The key of bus was changed.'],
    [
      "CommandTimeout: no answer\n    at send (bus.js:1)\n  code: 'X'\n}\n\nNode.js v24.1.0\n",
      'CommandTimeout: no answer',
    ],
    ['kafka.sh: formatting failed\n', 'kafka.sh: formatting failed'],
    ['', ''],
  ])('is in its last output: %j', (output, reason) => expect(reasonIn(output)).toBe(reason));
});
