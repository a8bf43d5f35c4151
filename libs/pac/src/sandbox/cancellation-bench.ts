import pg from 'pg';
import { FixedClock } from '#kernel';
import { freshDatabase } from '../../../../test/support/database.js';
import {
  createSandboxPac,
  migrateSandboxPac,
  type CancelOutcome,
  type DocumentKey,
  type IssuedCsd,
  type SandboxPac,
  type StatusOutcome,
} from '../index.js';
import { sealXml, signedCancellation, type TestCancellation, type TestDocument } from './testing.js';

/** For specs: the sandbox's tax authority over a database of its own, and documents to cancel. */

export const account = { organizationId: 'a'.repeat(24), livemode: false };

type Request = Partial<TestCancellation> & { readonly requestId?: string; readonly by?: IssuedCsd };

export interface CancellationBench {
  readonly pool: pg.Pool;
  readonly pac: SandboxPac;
  readonly clock: FixedClock;
  readonly csd: IssuedCsd;
  /** Stamps a new document, and returns what it is known by. */
  readonly stamped: (document?: TestDocument, over?: Partial<typeof account>) => Promise<DocumentKey>;
  readonly triggered: (sku: string) => Promise<DocumentKey>;
  readonly cancel: (key: Pick<DocumentKey, 'uuid'>, request?: Request) => Promise<CancelOutcome>;
  /** Estado, EsCancelable and EstatusCancelacion; empty where the service says nothing. */
  readonly status: (key: DocumentKey) => Promise<string[]>;
  readonly close: () => Promise<void>;
}

export async function openCancellationBench(): Promise<CancellationBench> {
  const database = await freshDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: 8 });
  pool.on('error', () => undefined);
  await migrateSandboxPac(pool);
  const clock = new FixedClock(new Date('2026-11-21T15:00:00Z'));
  const plain = (bytes: Buffer): Buffer => bytes;
  const pac = await createSandboxPac({
    ...{ pool, clock, systemNow: clock.now, seal: plain, open: plain },
    delay: async () => undefined,
  });
  const csd = await pac.issueCsd({ rfc: 'EKU9003173C9', nombre: 'ESCUELA KEMPER URGATE' });
  let requests = 0;

  async function stampDocument(document: TestDocument = {}, over = {}): Promise<DocumentKey> {
    const comprobante = { Folio: String(++requests), ...document.comprobante };
    const xml = sealXml({ ...document, comprobante }, csd);
    const whose = { ...account, ...over };
    const outcome = await pac.stamp({
      kind: 'comprobante',
      requestId: `stamp-${requests}`,
      account: whose,
      xml,
    });
    if (outcome.kind !== 'stamped') throw new Error(JSON.stringify(outcome));
    return {
      kind: 'comprobante',
      account: whose,
      uuid: outcome.timbre.uuid,
      rfcEmisor: 'EKU9003173C9',
      receptor: { rfc: document.receptor?.['Rfc'] ?? 'URE180429TM6' },
      total: document.comprobante?.['Total'] ?? '116.00',
      selloTail: outcome.timbre.selloCfd.slice(-8),
    };
  }
  const words = (outcome: StatusOutcome): string[] =>
    outcome.kind === 'status'
      ? [outcome.estado, outcome.esCancelable ?? '', outcome.estatusCancelacion ?? '']
      : [];

  return {
    ...{ pool, pac, clock, csd, stamped: stampDocument },
    triggered: (sku) => stampDocument({ conceptos: [{ sku }] }),
    cancel: ({ uuid }, { requestId = `cancel-${++requests}`, by = csd, ...request } = {}) =>
      pac.cancel({
        kind: 'comprobante',
        requestId,
        account,
        xml: signedCancellation({ uuid, ...request }, by),
      }),
    status: async (key) => words(await pac.status(key)),
    close: async () => {
      await pool.end();
      await database.drop();
    },
  };
}

/** A document's CfdiRelacionados. */
export const relatedXml = (kind: string, ...uuids: readonly string[]): string =>
  `<cfdi:CfdiRelacionados TipoRelacion="${kind}">` +
  `${uuids.map((uuid) => `<cfdi:CfdiRelacionado UUID="${uuid}"/>`).join('')}</cfdi:CfdiRelacionados>`;
