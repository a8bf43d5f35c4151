import { describe, expect, it } from '@jest/globals';
import type { Command, FiscalDocument } from '#contracts';
import { ok } from '#kernel';
import { openCsd } from '#cfdi';
import { makeCertificado, makeKeyPair } from '#cfdi/testing/certificates';
import type { CancelOutcome, CancelRequest, DocumentKey, Pac, PacDirectory, StatusOutcome } from '#pac';
import type { ContentStore } from '#eventing';
import type { Signer } from '#fiscal';
import { TaxAuthority } from './authority.js';
import type { Requested } from './cancellation.js';

const TIME = '2026-11-27T18:00:00.000Z';
const at = TIME;
const document: FiscalDocument = {
  uuid: '5C5C5C5C-0000-4000-8000-000000000001',
  ...{ issuer_rfc: 'EKU9003173C9', receiver_rfc: 'URE180429TM6', total: '116.00', sello_tail: 'aXNvcg==' },
  ...{ stamped_at: '2026-11-27T17:59:00.000Z', pac: 'finkok' },
};
const state = (number = 1): Requested => ({
  ...{ status: 'asked', number, document, motive: '02', substitution: null },
  ...{ startedAt: at, tries: 0, retryAt: null },
});
const command = {
  ...{ id: 'c', type: 'cancellation.request', key: 'inv', actor: 'x', correlationId: 'c', time: TIME },
  tenant: { organizationId: 'org', livemode: true },
} as unknown as Command;

const made = makeCertificado({ keys: makeKeyPair(), rfc: 'EKU9003173C9' });
const opened = openCsd({ cer: made.cer, key: made.key, password: made.password });
if (!opened.ok) throw new Error(opened.refusal.code);
const signer = { ofRfc: async () => ok(opened.value) } as unknown as Signer;

/** Live with one PAC that has the document, and the tax authority's own status service. */
function live(cancelled: CancelOutcome, status: StatusOutcome) {
  const kept: string[] = [];
  const sent: CancelRequest[] = [];
  const asked: DocumentKey[] = [];
  const pac = {
    ...{ name: 'finkok', capabilities: { find: 'query' } },
    cancel: async (request: CancelRequest) => (sent.push(request), cancelled),
  } as unknown as Pac;
  const pacs: PacDirectory = {
    orderOf: async () => [],
    namesOf: async () => [],
    named: async (_, name) => (name === 'finkok' ? pac : undefined),
    authorityOf: () => ({ status: async (key) => (asked.push(key), status) }),
  };
  const contents = {
    put: async (_: object, __: string, bytes: Buffer) => void kept.push(bytes.toString()),
  } as unknown as ContentStore;
  return { authority: new TaxAuthority(pacs, signer, contents), kept, sent, asked };
}
const taken = (kind: 'accepted' | 'pending' | 'verifying'): CancelOutcome => ({
  ...{ kind, acuse: '<Acuse Fecha="2026-11-27T12:00:00"/>', at },
});
const says = (
  estado: 'Vigente' | 'Cancelado' | 'No Encontrado',
  estatusCancelacion?: 'En proceso' | 'Solicitud rechazada',
) => ({ kind: 'status', at, estado, ...(estatusCancelacion && { estatusCancelacion }) }) as StatusOutcome;
const silent: StatusOutcome = { kind: 'unavailable', reason: 'HTTP 503' };

describe('a request in Live', () => {
  it('goes to the PAC that stamped, signed, under the same id each time; the receipt is kept as it came', async () => {
    const { authority, sent, kept } = live(taken('verifying'), says('Vigente'));
    await authority.request(command, state());
    expect(sent[0]).toMatchObject({ requestId: 'inv.1', kind: 'comprobante' });
    expect(sent[0]?.xml).toContain('Motivo="02"');
    expect(sent[0]?.xml).toContain('SignatureValue');
    expect(kept).toEqual(['<Acuse Fecha="2026-11-27T12:00:00"/>']);
  });

  it.each<[CancelOutcome, StatusOutcome, string]>([
    [taken('verifying'), says('Cancelado'), 'accepted'],
    [taken('verifying'), says('Vigente', 'En proceso'), 'pending'],
    [taken('verifying'), says('Vigente'), 'verifying'],
    [taken('verifying'), silent, 'verifying'],
    // The PAC's word that it is cancelled is not enough: 201 says that it was presented.
    [taken('accepted'), says('Vigente'), 'verifying'],
    [taken('accepted'), silent, 'verifying'],
    [taken('accepted'), says('Cancelado'), 'accepted'],
    [taken('pending'), says('No Encontrado'), 'verifying'],
  ])('that the PAC calls %o, where the SAT says %o, is %s', async (outcome, status, expected) => {
    const { authority } = live(outcome, status);
    expect(await authority.request(command, state())).toMatchObject({ kind: 'status', status: expected });
  });

  it('is not taken for the rejection of the one before it', async () => {
    const { authority } = live(taken('verifying'), says('Vigente', 'Solicitud rechazada'));
    expect(await authority.request(command, state(2))).toMatchObject({ status: 'verifying' });
    expect(await authority.request(command, state(1))).toMatchObject({ status: 'rejected' });
  });

  it('without an answer is neither sent elsewhere nor given up', async () => {
    const { authority } = live({ kind: 'unknown', reason: 'no answer in time' }, says('Vigente'));
    expect(await authority.request(command, state())).toEqual({
      ...{ kind: 'no-answer', reason: 'no answer in time' },
    });
  });

  it('that was made before gets its outcome from the SAT', async () => {
    const before: CancelOutcome = { kind: 'refused', code: '202', message: 'Previamente', source: 'sat' };
    const { authority, asked } = live(before, says('Cancelado'));
    expect(await authority.request(command, state())).toMatchObject({ kind: 'status', status: 'accepted' });
    expect(asked[0]).toMatchObject({ uuid: document.uuid, selloTail: 'aXNvcg==', total: '116.00' });
  });

  it('right after the stamp is not refused by 205', async () => {
    const unknown: CancelOutcome = { kind: 'refused', code: '205', message: 'UUID no existe', source: 'sat' };
    const { authority } = live(unknown, says('No Encontrado'));
    expect(await authority.request(command, state())).toEqual({ kind: 'no-answer', reason: 'sat_205' });
  });
});
