import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { newId } from '#kernel';
import { noPacs, type PacsInForce, type PacSecrets } from '#contracts';
import { openBench, type Bench } from '#hosting/testing/bench';
import { Vault } from '#hosting/secrets/vault';
import { NO_OWN_PACS } from '../account-pacs.js';
import { inUseName, inUseRows } from './in-use-rows.js';
import { lyingRows } from './kept-rows.js';
import { KeptPacs } from './kept-pacs.js';
import { OwnPacs } from './own-pacs.js';

const at = '2026-11-27T12:00:00.000Z';
const SECRETS: PacSecrets = {
  sw: { user: 'facturas@acme.mx', password: 'secreto de sw' },
  finkok: { user: 'acme', password: 'secreto de finkok' },
};
const signed = { signed: true, by: 'declared', at } as const;
const settings = (number: number, changes: Partial<PacsInForce> = {}): PacsInForce => ({
  ...noPacs,
  ...{ number, order: ['sw', 'finkok'], credentials: { sw: { id: 'c1', user: 'fa***mx' } } },
  ...{ manifests: { sw: signed }, ...changes },
});

describe('PACs of an organization’s own', () => {
  let bench: Bench;
  let vault: Vault;
  let kept: KeptPacs;
  let statements = 0;
  const open: OwnPacs[] = [];
  beforeAll(async () => {
    bench = await openBench();
    vault = new Vault(bench.pool, 'signing', [randomBytes(32)]);
    kept = new KeptPacs(vault);
  });
  afterAll(async () => {
    for (const one of open) one.stop();
    await bench.dispose();
  });

  /** What one process knows; it looks when it is told to. */
  function process(): OwnPacs {
    const rows = inUseRows(bench.pool);
    const counted = { read: (since: string | undefined) => ((statements += 1), rows.read(since)) };
    const own = new OwnPacs(kept, counted, { error: () => undefined });
    open.push(own);
    return own;
  }

  it('are asked for without a look into the database where there are none', async () => {
    const own = process();
    await own.look();
    const before = statements;
    expect(await own.of(newId())).toBe(NO_OWN_PACS);
    expect(statements).toBe(before);
  });

  it('are known at once where they were put into force, and elsewhere with the next look', async () => {
    const [id, here, there] = [newId(), process(), process()];
    await here.look();
    await there.look();
    await kept.keep(id, 'c1', SECRETS);
    here.note(id, await kept.use(id, settings(1)));
    const credentials = { sw: SECRETS.sw };
    const expected = { order: ['sw'], credentials, ids: { sw: 'c1' }, testPac: undefined };
    expect(await here.of(id)).toEqual(expected);
    expect(await there.of(id)).toBe(NO_OWN_PACS);
    await there.look();
    expect(await there.of(id)).toEqual(expected);
  });

  it('an order of which no manifest is signed is empty, and no order is the installation’s', async () => {
    const [id, own] = [newId(), process()];
    own.note(id, await kept.use(id, settings(1, { manifests: {} })));
    expect((await own.of(id)).order).toEqual([]);
    own.note(id, await kept.use(id, settings(2, { order: [], pac: 'sw' })));
    expect(await own.of(id)).toMatchObject({ order: undefined, testPac: 'sw' });
  });

  it('the later change holds, in whichever order two of them arrive, and however often', async () => {
    const [id, own, other] = [newId(), process(), process()];
    await own.look();
    for (const number of [2, 1, 2, 1]) {
      const pac = number === 2 ? 'sw' : 'finkok';
      own.note(id, await kept.use(id, settings(number, { pac })));
      if (number === 2) expect(await own.of(id)).toMatchObject({ testPac: 'sw' });
    }
    expect(await own.of(id)).toMatchObject({ testPac: 'sw' });
    await other.look();
    expect(await other.of(id)).toMatchObject({ testPac: 'sw' });
    // What the later one has replaced is gone, also where it came after it.
    expect(await vault.get(id, inUseName(1))).toBeUndefined();
  });

  it('are looked up again where they were replaced in the moment that they are read', async () => {
    const [id, own] = [newId(), process()];
    own.note(id, await kept.use(id, settings(1)));
    await kept.use(id, settings(2, { order: [], pac: 'sw' }));
    expect(await own.of(id)).toMatchObject({ testPac: 'sw' });
  });

  it('of a database that was set back are the ones that it has', async () => {
    const [id, own] = [newId(), process()];
    const first = await kept.use(id, settings(1));
    own.note(id, await kept.use(id, settings(2, { pac: 'sw' })));
    await vault.remove(id, first.replace(/1$/, '2'));
    await kept.use(id, settings(1, { pac: 'finkok' }));
    await own.look({ all: true });
    expect(await own.of(id)).toMatchObject({ testPac: 'finkok' });
    await vault.remove(id, first);
    await own.look({ all: true });
    expect(await own.of(id)).toBe(NO_OWN_PACS);
  });

  it('credentials that are forgotten, and another organization’s, open for nobody', async () => {
    const [id, stranger, own] = [newId(), newId(), process()];
    await kept.keep(id, 'c1', SECRETS);
    own.note(stranger, await kept.use(stranger, settings(1)));
    expect((await own.of(stranger)).credentials).toEqual({ sw: null });
    await kept.forget(id, [{ pac: 'sw', id: 'c1' }]);
    own.note(id, await kept.use(id, settings(1)));
    expect((await own.of(id)).credentials).toEqual({ sw: null });
  });

  it('are found where they lie, by their age, used or not, and settings are none of them', async () => {
    const id = newId();
    await kept.keep(id, 'c9', SECRETS);
    await kept.use(id, settings(1));
    const found = async (ms: number) => {
      const page = await lyingRows(bench.pool).read(undefined, new Date(Date.now() + ms));
      return page.found.filter(({ organizationId }) => organizationId === id);
    };
    expect(await found(-60_000)).toEqual([]);
    expect(await found(60_000)).toEqual([
      { organizationId: id, pac: 'finkok', id: 'c9' },
      { organizationId: id, pac: 'sw', id: 'c9' },
    ]);
  });

  it('lie sealed', async () => {
    const id = newId();
    await kept.keep(id, 'c1', SECRETS);
    const { rows } = await bench.pool.query<{ sealed: Buffer }>(
      'SELECT sealed FROM platform.secrets WHERE organization_id = $1',
      [id],
    );
    expect(rows).toHaveLength(2);
    for (const { sealed } of rows) expect(sealed.toString('latin1')).not.toMatch(/secreto|acme/);
  });

  it('a destroyed organization has none', async () => {
    const [id, own] = [newId(), process()];
    vault.onDestroyed((gone) => own.forget(gone));
    own.note(id, await kept.use(id, settings(1)));
    expect((await own.of(id)).order).toEqual(['sw']);
    await vault.destroy(id);
    expect(await own.of(id)).toBe(NO_OWN_PACS);
  });
});
