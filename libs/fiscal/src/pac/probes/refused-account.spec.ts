import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makePac, type PacParts } from '#pac';
import { openScriptedServer, type ScriptedServer } from '#pac/testing/scripted-server';
import { ACCOUNT_STATES, stateOfAccount } from './judge.js';

/** An adapter that keeps back calls since its log-in was refused must not look well: the operator has to see it. */

const ACCOUNT = { organizationId: '', livemode: true };
const parts: PacParts = {
  certificates: { byNumber: async () => 'unavailable' },
  authority: { status: async () => ({ kind: 'unavailable', reason: 'not asked' }) },
  ...{ timeoutMs: 30_000, sandbox: false },
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

describe.each(['prodigia', 'sw'] as const)('%s has refused user and password of a document', (name) => {
  it('which each probe says to the prober, without another log-in', async () => {
    const pac = MAKERS[name]();
    server.say({ status: 200, body: JSON.stringify(REFUSALS[name]) });
    const refused = await pac.stamp({ kind: 'comprobante', requestId: 'r', account: ACCOUNT, xml: '<x/>' });
    expect(refused).toMatchObject({ kind: 'unavailable', trouble: 'account' });
    server.say({ body: 'true' });

    for (let n = 0; n < 3; n += 1) {
      const outcome = await pac.probe(ACCOUNT);
      expect(stateOfAccount(outcome)).toBe('refused');
      expect(outcome).toMatchObject({ reason: expect.stringMatching(/refuse/) });
    }
    expect(server.seen).toEqual([]);
  });
});

it.each([
  ['TimbraPacAccountRefused', 'installation'],
  ['TimbraPacOwnAccountRefused', 'organization'],
])('the alert %s asks for just that, of the %s', async (alert, source) => {
  const rules = await readFile(
    new URL('../../../../../deploy/observability/alerts.yml', import.meta.url),
    'utf8',
  );
  const [, rule = ''] = new RegExp(`- alert: ${alert}\\n([^]*?)\\n\\n`).exec(rules) ?? [];
  expect(ACCOUNT_STATES).toContain('refused');
  expect(rule).toContain(`sum by (pac) (timbra_pac_accounts{source="${source}", state="refused"}) > 0`);
  // Documents say it too, which a probe of another host may not.
  if (source === 'installation')
    expect(rule).toContain('increase(timbra_pac_troubles_total{trouble="account"}[15m])');
});
