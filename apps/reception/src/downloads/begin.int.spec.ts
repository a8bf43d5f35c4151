import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { newId, type Tenant } from '#kernel';
import { DOWNLOAD_LIMITS, type BeginDownloadCommand, type CommandOutcome, type Download } from '#contracts';
import type { EventStore } from '#event-store';
import { migrate, migrationsOf } from '#hosting';
import { envelope, openBench, type Bench } from '#hosting/testing/bench';
import { receptionService } from '../service.js';
import { BeginDownloadHandler } from './begin.js';
import { DownloadClaims } from './claims.js';
import { StopDownloadHandler } from './commands.js';
import { Downloads } from './downloads.js';
import { DownloadRows } from './rows.js';

let bench: Bench;
let tenant: Tenant;
beforeAll(async () => {
  bench = await openBench();
  await migrate(bench.url, migrationsOf([receptionService]));
});
beforeEach(() => void (tenant = { organizationId: newId(), livemode: true }));
afterAll(() => bench.dispose());

const MOST = DOWNLOAD_LIMITS.underWay;
const asked = {
  ...{ rfc: 'EKU9003173C9', from: '2026-11-25', to: '2026-11-26', kind: 'issued', format: 'xml' },
  origin: 'request',
} as const;

/** What a process meets when it appends: it dies before or after, or sleeps until it is woken. */
interface Fate {
  readonly before?: () => Promise<void>;
  readonly after?: () => Promise<void>;
}
const die = () => Promise.reject(new Error('killed'));

/** A process of reception that begins downloads. */
function open({ before, after }: Fate = {}, claimGraceMs = 0) {
  const { pool, store: real } = bench.another();
  const append: EventStore['append'] = async (...args) => {
    await before?.();
    const appended = await real.append(...args);
    await after?.();
    return appended;
  };
  const store = Object.create(real, { append: { value: append } }) as EventStore;
  const downloads = new Downloads(store);
  const rows = new DownloadRows(pool);
  const asking = { ask: async () => ({ fiel: 'ready' }) };
  const claims = new DownloadClaims(pool, { claimGraceMs });
  const handler = new BeginDownloadHandler(downloads, rows, claims, asking as never);
  const stopper = new StopDownloadHandler(downloads, rows);
  return {
    begin: (command: BeginDownloadCommand) => handler.execute(command),
    stop: (download: string) =>
      stopper.execute(
        envelope(newId(), { tenant, type: 'reception.stop-download', data: { download } }) as never,
      ),
  };
}

const command = (over: { tenant?: Tenant; key?: string } = {}): BeginDownloadCommand =>
  envelope(over.key ?? newId(), {
    ...{ tenant: over.tenant ?? tenant, id: randomUUID() },
    ...{ type: 'reception.begin-download', data: { asked } },
  }) as BeginDownloadCommand;

const codeOf = (outcome: CommandOutcome<Download>) => (outcome.ok ? 'begun' : outcome.refusal.code);
const typesOf = async ({ key }: { readonly key: string }) =>
  (await bench.store.read(`download-${key}`)).map(({ type }) => type);
/** How many of these have begun, by their streams. */
const begunOf = async (commands: readonly BeginDownloadCommand[]): Promise<number> =>
  (await Promise.all(commands.map(typesOf))).filter((types) => types.includes('DownloadBegun')).length;
const claimsLeft = async (): Promise<number> =>
  (
    await bench.pool.query('SELECT FROM reception.download_claims WHERE organization_id = $1', [
      tenant.organizationId,
    ])
  ).rowCount ?? 0;
/** Begins so many, one after the other. */
async function fill(count: number): Promise<BeginDownloadCommand[]> {
  const { begin } = open();
  const commands = Array.from({ length: count }, () => command());
  for (const one of commands) expect(codeOf(await begin(one))).toBe('begun');
  return commands;
}

describe('the downloads of a tenant that are under way', () => {
  it('are twenty, though forty are asked for at once, of three processes', async () => {
    const processes = [open({}, 60_000), open({}, 60_000), open({}, 60_000)];
    const commands = Array.from({ length: 40 }, () => command());
    const outcomes = await Promise.all(commands.map((one, n) => processes[n % 3]!.begin(one)));
    const codes = outcomes.map(codeOf);
    expect(codes.filter((code) => code === 'begun')).toHaveLength(MOST);
    expect(codes.filter((code) => code === 'rate_limit_exceeded')).toHaveLength(40 - MOST);
    expect(await begunOf(commands)).toBe(MOST);
    expect(await claimsLeft()).toBe(0);
  });

  it('are twenty also where each process takes the other’s for dead', async () => {
    const processes = [open(), open(), open()];
    const commands = Array.from({ length: 40 }, () => command());
    const outcomes = await Promise.all(commands.map((one, n) => processes[n % 3]!.begin(one)));
    const begun = outcomes.filter(({ ok }) => ok).length;
    expect(begun).toBe(await begunOf(commands));
    expect(begun).toBeLessThanOrEqual(MOST);
    // Whoever was refused in the crowd may have what is left.
    for (let n = begun; n < MOST; n += 1) expect(codeOf(await open().begin(command()))).toBe('begun');
    expect(codeOf(await open().begin(command()))).toBe('rate_limit_exceeded');
  });

  it('are others in another environment, and of another organization', async () => {
    await fill(MOST);
    const { begin } = open();
    expect(codeOf(await begin(command()))).toBe('rate_limit_exceeded');
    expect(codeOf(await begin(command({ tenant: { ...tenant, livemode: false } })))).toBe('begun');
    expect(codeOf(await begin(command({ tenant: { ...tenant, organizationId: newId() } })))).toBe('begun');
  });

  it('are fewer once one is stopped', async () => {
    const [first] = await fill(MOST);
    const { begin, stop } = open();
    await stop(first!.key);
    expect(codeOf(await begin(command()))).toBe('begun');
    expect(codeOf(await begin(command()))).toBe('rate_limit_exceeded');
  });
});

describe('a place among them', () => {
  it('is kept by a command that comes again, when it has begun and when its process died before', async () => {
    const commands = await fill(MOST - 1);
    const late = command();
    await expect(open({ before: die }).begin(late)).rejects.toThrow('killed');
    // For others it is taken, as long as its process may be at work.
    expect(codeOf(await open({}, 60_000).begin(command()))).toBe('rate_limit_exceeded');
    expect(codeOf(await open({}, 60_000).begin(late))).toBe('begun');
    for (const again of [late, commands[0]!]) {
      expect(codeOf(await open().begin(again))).toBe('begun');
      expect(await typesOf(again)).toEqual(['DownloadBegun']);
    }
  });

  it('of a process that died before the download began is another’s, and can be had again', async () => {
    await fill(MOST - 1);
    const dead = command();
    await expect(open({ before: die }).begin(dead)).rejects.toThrow('killed');
    const next = command();
    expect(codeOf(await open().begin(next))).toBe('begun');
    expect([await typesOf(dead), await typesOf(next)]).toEqual([['DownloadForgone'], ['DownloadBegun']]);
    // Its command comes again: now it waits as others do.
    expect(codeOf(await open().begin(dead))).toBe('rate_limit_exceeded');
    await open().stop(next.key);
    expect(codeOf(await open().begin(dead))).toBe('begun');
    expect(await typesOf(dead)).toEqual(['DownloadForgone', 'DownloadBegun']);
    expect(await claimsLeft()).toBe(0);
  });

  it('of a process that only slept is not used twice: it wakes too late, and is refused', async () => {
    const others = await fill(MOST - 1);
    const [asleep, next] = [command(), command()];
    let wake = (): void => undefined;
    let sleeps = (): void => undefined;
    const sleeping = new Promise<void>((resolve) => (sleeps = resolve));
    const woken = new Promise<void>((resolve) => (wake = resolve));
    const before = (): Promise<void> => (sleeps(), woken);
    const sleeper = open({ before }).begin(asleep);
    await sleeping;
    expect(codeOf(await open().begin(next))).toBe('begun');
    wake();
    expect(codeOf(await sleeper)).toBe('rate_limit_exceeded');
    expect(await begunOf([...others, asleep, next])).toBe(MOST);
  });

  it('of a download whose process died before it was shown stays its own', async () => {
    await fill(MOST - 1);
    const dead = command();
    await expect(open({ after: die }).begin(dead)).rejects.toThrow('killed');
    expect(codeOf(await open().begin(command()))).toBe('rate_limit_exceeded');
    // Who looked has shown it.
    const { rows } = await bench.pool.query('SELECT under_way FROM reception.downloads WHERE id = $1', [
      dead.key,
    ]);
    expect([rows, await claimsLeft()]).toEqual([[{ under_way: true }], 0]);
    expect(await typesOf(dead)).toEqual(['DownloadBegun']);
  });
});
