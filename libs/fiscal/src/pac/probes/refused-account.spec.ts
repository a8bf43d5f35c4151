import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makePac, type PacParts, type RealPac } from '#pac';
import { openScriptedServer, type ScriptedServer } from '#pac/testing/scripted-server';
import { Metrics } from '#hosting/metrics/metrics';
import { Prober } from './prober.js';

/** An adapter that keeps back calls since its log-in was refused must not look well: the operator has to see it. */

const ACCOUNT = { organizationId: '', livemode: true };
const parts: PacParts = {
  certificates: { byNumber: async () => 'unavailable' },
  authority: { status: async () => ({ kind: 'unavailable', reason: 'not asked' }) },
  ...{ timeoutMs: 2_000, sandbox: false },
};
let server: ScriptedServer;
beforeAll(async () => {
  server = await openScriptedServer();
});
afterAll(() => server.close());

const MAKERS = {
  prodigia: () => makePac('prodigia', { url: server.url, contract: 'c', user: 'u', password: 'p' }, parts),
  sw: () =>
    makePac('sw', { url: server.url, apiUrl: server.url, user: 'u', password: 'p', token: undefined }, parts),
};
const REFUSALS = {
  prodigia: { servicioTimbrado: { timbradoOk: false, codigo: 1, mensaje: 'Usuario inválido' } },
  sw: { message: 'AU2000 - Usuario inválido', messageDetail: null, data: null, status: 'error' },
};

/** A prober of this one account, and what it has told the metrics and the log. */
function probing(pac: RealPac) {
  const metrics = new Metrics('spec');
  const warnings: object[] = [];
  const prober = new Prober({
    ...{ metrics, random: () => 0.5 },
    accounts: async () => [{ pac, source: 'installation', account: ACCOUNT }],
    lease: { take: async () => '1', release: async () => undefined },
    log: {
      info: () => undefined,
      warn: (facts: object) => void warnings.push(facts),
      error: () => undefined,
    } as never,
  });
  const told = async (): Promise<readonly string[]> =>
    (await metrics.registry.metrics()).split('\n').filter((line) => line.startsWith('timbra_pac_accounts{'));
  return { prober, warnings, told };
}

describe.each(['prodigia', 'sw'] as const)('%s has refused user and password of a document', (name) => {
  it('which each probe says, without another log-in, and the log once', async () => {
    const pac = MAKERS[name]();
    server.say({ status: 200, body: JSON.stringify(REFUSALS[name]) });
    const refused = await pac.stamp({ kind: 'comprobante', requestId: 'r', account: ACCOUNT, xml: '<x/>' });
    expect(refused).toMatchObject({ kind: 'unavailable', trouble: 'account' });
    server.say({ body: 'true' });

    const { prober, warnings, told } = probing(pac);
    for (let n = 0; n < 3; n += 1) {
      await prober.round();
      expect(await told()).toEqual([
        `timbra_pac_accounts{pac="${name}",source="installation",state="refused"} 1`,
      ]);
    }
    expect(server.seen).toEqual([]);
    expect(warnings).toEqual([
      expect.objectContaining({ pac: name, state: 'refused', reason: expect.stringMatching(/refuse/) }),
    ]);
  });
});

it('the alert TimbraPacAccountRefused asks for just that', async () => {
  const rules = await readFile(
    new URL('../../../../../deploy/observability/alerts.yml', import.meta.url),
    'utf8',
  );
  const [, rule = ''] = /- alert: TimbraPacAccountRefused\n([^]*?)\n\n/.exec(rules) ?? [];
  expect(rule).toContain('sum by (pac, source) (timbra_pac_accounts{state="refused"}) > 0');
  expect(rule).toContain('increase(timbra_pac_troubles_total{trouble="account"}[15m])');
});
