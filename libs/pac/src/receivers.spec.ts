import { SatBooks, startFinkok, startProdigia, startSw } from '../../../test/doubles/index.js';
import { FinkokPac } from './finkok/finkok-pac.js';
import type { Pac, PacAccount, PacCertificates } from './port.js';
import { ProdigiaPac } from './prodigia/prodigia-pac.js';
import type { PacParts } from './real.js';
import { receiverContract, type ReceiverHarness } from './receiver-contract.js';
import { signedCancellation } from './sandbox/testing.js';
import { SwPac } from './sw/sw-pac.js';
import { makeIssuer } from './testing/issuer.js';

/** The adapters over their doubles, whose tax authority wants the receiver's word. */

const ACCOUNT: PacAccount = { organizationId: 'a'.repeat(24), livemode: true };
const issuer = makeIssuer();

/** What the doubles have in common. */
interface Started {
  readonly world: { certificate(number: string): Buffer | undefined };
  readonly faults: { next(kind: 'reset' | 'status', options: object): unknown };
  refuse(): Promise<void>;
  reopen(): Promise<void>;
  close(): Promise<void>;
}

async function harness<Double extends Started>(
  start: (sat: { readonly books: SatBooks }) => Promise<Double>,
  make: (double: Double, parts: PacParts) => Pac,
  operation: string,
): Promise<ReceiverHarness> {
  const books = new SatBooks();
  books.acceptance = 'required';
  const double = await start({ books });
  const certificates: PacCertificates = {
    byNumber: async (number) => double.world.certificate(number) ?? 'unknown',
  };
  const authority: Pick<Pac, 'status'> = {
    status: async () => ({ kind: 'unavailable', reason: 'not asked' }),
  };
  const pac = make(double, { certificates, authority, timeoutMs: 10_000, sandbox: false });
  let requests = 0;
  const stamp = async (): Promise<string> => {
    const xml = await issuer.document('comprobante');
    const requestId = `receivers-${++requests}`;
    const stamped = await pac.stamp({ kind: 'comprobante', requestId, account: ACCOUNT, xml });
    if (stamped.kind !== 'stamped') throw new Error(JSON.stringify(stamped));
    return stamped.timbre.uuid;
  };
  return {
    ...{ pac, account: ACCOUNT, stamp },
    ask: async () => {
      const uuid = await stamp();
      const xml = signedCancellation({ uuid }, issuer.csd);
      const asked = await pac.cancel({ kind: 'comprobante', requestId: uuid, account: ACCOUNT, xml });
      if (asked.kind !== 'verifying') throw new Error(JSON.stringify(asked));
      return uuid;
    },
    loseNextAnswer: () => void double.faults.next('reset', { when: 'after', operation }),
    loseNextRequest: () => void double.faults.next('reset', { operation }),
    failNext: () => double.refuse(),
    recover: () => double.reopen(),
    close: () => double.close(),
  };
}

receiverContract('SW sapien', () =>
  harness(
    (sat) => startSw({ sat }),
    ({ url, user, password }, parts) =>
      new SwPac({ url, apiUrl: url, user, password, token: undefined }, parts),
    'accept_reject',
  ),
);
receiverContract('Finkok', () =>
  harness(
    (sat) => startFinkok({ sat }),
    ({ url, user, password }, parts) => new FinkokPac({ url, user, password }, parts),
    'accept_reject_signature',
  ),
);
receiverContract(
  'Prodigia',
  () =>
    harness(
      (sat) => startProdigia({ sat }),
      ({ url, user, password, contract }, parts) => new ProdigiaPac({ url, user, password, contract }, parts),
      'none',
    ),
  { presents: false },
);
