import { SatBooks, startFinkok, type FinkokDouble } from '../../../../test/doubles/index.js';
import { pacContract } from '../contract.js';
import { pacFaults, type FaultHarness, type StampTrouble } from '../faults.js';
import type { DocumentKind, Pac, PacAccount, PacCertificates } from '../port.js';
import { signedCancellation } from '../sandbox/testing.js';
import { FinkokPac } from './finkok-pac.js';
import { makeIssuer } from '../testing/issuer.js';

const ACCOUNT: PacAccount = { organizationId: 'a'.repeat(24), livemode: true };
/** Nothing in the contract waits for it; the faults do. Both are longer than a busy machine takes for a stamp. */
const PATIENT_MS = 10_000;
const FAULTS_MS = 800;
const SKEW_MS = 2 * 3_600_000;

/** The status service over the books of the double's tax authority. */
const authorityOf = (books: SatBooks): Pick<Pac, 'status'> => ({
  async status({ uuid }) {
    const { Estado } = await books.state(uuid);
    const estado = Estado === 'Vigente' || Estado === 'Cancelado' ? Estado : 'No Encontrado';
    return { kind: 'status', at: new Date().toISOString(), estado };
  },
});

interface World {
  readonly finkok: FinkokDouble;
  readonly pac: FinkokPac;
  readonly advance: (ms: number) => void;
}

async function openWorld(timeoutMs: number): Promise<World> {
  const books = new SatBooks();
  const finkok = await startFinkok({ sat: { books } });
  let ahead = 0;
  const certificates: PacCertificates = {
    byNumber: async (number) => finkok.world.certificate(number) ?? 'unknown',
  };
  const pac = new FinkokPac(
    { url: finkok.url, user: finkok.user, password: finkok.password },
    {
      ...{ certificates, authority: authorityOf(books), timeoutMs, sandbox: false },
      now: () => new Date(Date.now() + ahead),
    },
  );
  return { finkok, pac, advance: (ms) => void (ahead += ms) };
}

const issuer = makeIssuer();
const document = (kind: DocumentKind): Promise<string> => issuer.document(kind);
const operation = 'stamp';

pacContract(
  'Finkok',
  async () => {
    const { finkok, pac } = await openWorld(PATIENT_MS);
    return {
      ...{ pac, account: ACCOUNT, document },
      refusedDocument: (kind: DocumentKind) => issuer.broken(kind),
      cancellation: async (kind: DocumentKind, uuid: string) =>
        signedCancellation({ kind, uuid }, issuer.csd),
      loseNextAnswer: () => void finkok.faults.next('reset', { when: 'after', operation }),
      loseNextRequest: () => void finkok.faults.next('reset', { operation }),
      // The account is suspended: nothing was processed.
      failNextRequest: () =>
        void finkok.faults.next('refuse', { code: '701', message: 'La cuenta está suspendida', operation }),
      close: () => finkok.close(),
    };
  },
  { find: 'query' },
);

pacFaults('Finkok', openFaults, { without: ['expired-token'] });

async function openFaults(): Promise<FaultHarness> {
  const { finkok, pac, advance } = await openWorld(FAULTS_MS);
  // The first one takes longer: keys are made, code is compiled.
  await pac.stamp({
    kind: 'comprobante',
    requestId: 'first',
    account: ACCOUNT,
    xml: await document('comprobante'),
  });
  const { faults } = finkok;
  type Switch = (xml: string, kind: DocumentKind) => unknown;
  const after = { when: 'after', operation } as const;
  const switches: Readonly<Record<StampTrouble, Switch>> = {
    'connection-refused': () => finkok.refuse(),
    'timeout-before': () => faults.next('timeout', { operation }),
    'timeout-after': () => faults.next('timeout', after),
    'reset-before': () => faults.next('reset', { operation }),
    'reset-after': () => faults.next('reset', after),
    'http-5xx-before': () => faults.next('status', { operation, status: 503 }),
    'http-5xx-after': () => faults.next('status', { ...after, status: 500 }),
    'html-before': () => faults.next('html', { operation }),
    'html-after': () => faults.next('html', after),
    truncated: () => faults.next('truncated', { operation }),
    'slow-drip': () => faults.next('drip', { operation }),
    'other-stamp': () => faults.next('other_stamp', { operation }),
    'wrong-uuid': () => faults.next('wrong_uuid', { operation }),
    'other-uuid': () => faults.next('other_uuid', { operation }),
    contradiction: () => faults.next('named', { name: 'contradiction', operation }),
    'http-429': () => faults.next('status', { operation, status: 429 }),
    duplicate: (xml, kind) => pac.stamp({ kind, requestId: 'before', account: ACCOUNT, xml }),
    'expired-token': () => undefined,
    'clock-skew': () => faults.set({ clockSkewMs: SKEW_MS }),
    // 307 without the stamp, and 603 of the question for it.
    'found-later': () => faults.set({ duplicates: 'empty', foundAfterMs: 3_600_000 }).next('reset', after),
  };
  return {
    ...{ pac, account: ACCOUNT, document, advance },
    trouble: async (trouble, { xml, kind }) => void (await switches[trouble](xml, kind)),
    calm: async () => {
      faults.clear();
      await finkok.reopen();
    },
    // By the seal: bytes that were changed on their way would have a stamp of their own.
    uuidsOf: async (xml) =>
      finkok.ledger.stamps
        .filter(({ sello }) => xml.includes(` Sello="${sello}"`))
        .map(({ uuid }) => uuid.toUpperCase()),
    close: () => finkok.close(),
  };
}
