import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '#bus/testing/until';
import { startFinkok, startSat, startSw } from '../doubles/index.js';
import type { FinkokDouble, SatDouble, SwDouble } from '../doubles/index.js';
import { openStage, type Stage } from '../e2e/live/stage.js';
import { buildServices, type Build } from '../kafka/build.js';
import { ServiceProcess } from '../kafka/process.js';
import { MASTER_KEY } from '../support/app.js';
import { forceDoubt, listDoubts } from '#apps/standalone/src/doubts';

/** `npm run -s doubts`, as processes beside a service that runs. Where nobody runs it: keys.e2e.spec.ts. */
describe('doubts', () => {
  let build: Build;
  let sat: SatDouble;
  let sw: SwDouble;
  let finkok: FinkokDouble;
  let stage: Stage;
  let pacs: Record<string, string>;
  beforeAll(async () => {
    const building = buildServices();
    sat = await startSat();
    [sw, finkok] = await Promise.all([startSw({ sat }), startFinkok({ sat })]);
    pacs = {
      ...{ TIMBRA_PACS: 'sw,finkok', TIMBRA_SW_URL: sw.url, TIMBRA_SW_API_URL: sw.url },
      ...{ TIMBRA_SW_TOKEN: 'infinite.token.sw', TIMBRA_FINKOK_URL: finkok.url },
      ...{ TIMBRA_FINKOK_USER: finkok.user, TIMBRA_FINKOK_PASSWORD: finkok.password },
    };
    [build, stage] = await Promise.all([building, openStage(sat, pacs)]);
  });
  afterAll(async () => {
    await stage.close();
    await Promise.all([sw.close(), finkok.close(), sat.close(), build.remove()]);
  });

  const doubts = (...args: string[]): Promise<string> =>
    new ServiceProcess(
      'operator',
      build.program('apps/standalone/src/doubts-main'),
      {
        DATABASE_URL: stage.app.runtime.pool.options.connectionString ?? '',
        ...{ TIMBRA_DATA: '/nowhere', TIMBRA_MASTER_KEY: MASTER_KEY, ...pacs },
      },
      args,
    ).finished();

  it('are shown, and forced with the risk accepted, as owners do by the API', async () => {
    sw.faults.next('reset', { when: 'after', operation: 'stamp', times: 1_000 });
    const { body } = await stage.create();
    await until(async () => (await stage.get('/stamping/doubts')).data.length === 1);
    const asOwnersSee = (await stage.get('/stamping/doubts')).data[0];
    const shown = JSON.parse(await doubts('list'));
    expect(Object.keys(shown)).toEqual(Object.keys(asOwnersSee));
    expect(shown).toMatchObject({
      ...{ id: body.id, type: 'invoice', organization: body.organization, livemode: true, pac: 'sw' },
      ...{ since: asOwnersSee.since, hours_left: expect.any(Number), forced_to: null, uuid: null },
    });
    expect(shown.hours_left).toBeGreaterThan(71);

    // What both programs call, without the wait for a process.
    const runtime = { ...stage.app.runtime, soleInstance: false };
    expect(await listDoubts(runtime, body.organization)).toMatchObject([{ id: body.id }]);
    expect(await listDoubts(runtime, 'f'.repeat(24))).toEqual([]);
    const force = (pac: string, acceptRisk: boolean, documentId: string = body.id) =>
      forceDoubt(runtime, { documentId, pac, acceptRisk });
    await expect(force('finkok', false)).rejects.toThrow(
      /The PAC "sw" may have stamped the document already\. .*Here: --accept-risk\./,
    );
    await expect(force('sw', true)).rejects.toThrow('choose another one');
    await expect(force('prodigia', true)).rejects.toThrow('"prodigia" is not available');
    const nobodys = force('finkok', true, 'f'.repeat(24));
    await expect(nobodys).rejects.toThrow('There is no stamping in doubt of that document.');
    expect(finkok.ledger.stamps).toEqual([]);

    const forced = await doubts('force', body.id, '--pac', 'finkok', '--accept-risk');
    expect(JSON.parse(forced)).toMatchObject({ id: body.id, pac: 'sw', forced_to: 'finkok' });
    const { uuid } = await stage.valid(body.id);
    expect(finkok.ledger.stamps.map((stamp) => stamp.uuid.toUpperCase())).toEqual([uuid]);
    // Where owners look for who did it.
    const { rows } = await runtime.pool.query(
      `SELECT actor_type, operation, resource_id, outcome FROM gateway.audit_log WHERE organization_id = $1 AND operation LIKE '%force'`,
      [body.organization],
    );
    const entry = { actor_type: 'operator', operation: 'write.stamping.force', resource_id: body.id };
    expect(rows).toEqual([{ ...entry, outcome: 'succeeded' }]);
  }, 120_000);
});
