import type { RetencionInput } from '#cfdi';
import { pacContract } from '../contract.js';
import { pacFaults } from '../faults.js';
import type { DocumentKind, PacAccount } from '../port.js';
import { sealedRetencion, sealXml } from '../sandbox/testing.js';
import { SwPac } from './sw-pac.js';
import { startSmallSw, type SmallSw } from './testing/small-sw.js';

const ACCOUNT: PacAccount = { organizationId: 'a'.repeat(24), livemode: true };
/** Shorter than anybody waits, longer than this machine takes. */
const TIMEOUT_MS = 300;

const adapterOf = ({ url, ledger: { maker, authority, clock } }: SmallSw): SwPac =>
  new SwPac(
    { url, apiUrl: url, user: 'u', password: 'p', token: undefined },
    { certificates: maker.certificates, authority, timeoutMs: TIMEOUT_MS, sandbox: false, now: clock.now },
  );

pacContract(
  'SW sapien',
  async () => {
    const sw = await startSmallSw();
    const { maker, cancellation } = sw.ledger;
    return {
      ...{ pac: adapterOf(sw), account: ACCOUNT },
      document: (kind: DocumentKind) => maker.document(kind),
      refusedDocument: async (kind: DocumentKind) => {
        const refused: Partial<RetencionInput> = { descRetenc: 'RECHAZADA' };
        return kind === 'retencion'
          ? sealedRetencion(refused, maker.issuer)
          : sealXml({ comprobante: { Total: '116.01' } }, maker.issuer);
      },
      cancellation: async (kind: DocumentKind, uuid: string) => cancellation(kind, uuid),
      loseNextAnswer: () => void sw.trouble('reset-after'),
      loseNextRequest: () => void sw.trouble('reset-before'),
      failNextRequest: () => void sw.trouble('no-balance'),
      close: () => sw.close(),
    };
  },
  { find: 'resend' },
);

pacFaults('SW sapien', async () => {
  const sw = await startSmallSw();
  const { maker, clock, uuidsOf } = sw.ledger;
  return {
    ...{ pac: adapterOf(sw), account: ACCOUNT },
    document: (kind) => maker.document(kind),
    trouble: (trouble) => sw.trouble(trouble),
    calm: () => sw.calm(),
    advance: (ms) => clock.advance(ms),
    uuidsOf: async (xml) => uuidsOf(xml),
    close: () => sw.close(),
  };
});
