import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseAcuse, parseComprobante, parseRetencion } from '#cfdi';
import type {
  CancelRequest,
  DocumentKey,
  DocumentKind,
  Pac,
  PacAccount,
  PacCapabilities,
  StampOutcome,
  Timbre,
} from './port.js';
import { readTimbre } from './timbre.js';

/** What an adapter's test gives the contract: the adapter, documents for it, and ways to disturb its provider. */
export interface PacHarness {
  readonly pac: Pac;
  readonly account: PacAccount;
  /** A new sealed document (other bytes each time) that the provider would stamp, and cancel at once. */
  document(kind: DocumentKind): Promise<string>;
  /** A sealed document that the provider refuses. */
  refusedDocument(kind: DocumentKind): Promise<string>;
  /** A request to cancel a document of the harness, of motive 02, signed by its issuer. */
  cancellation(kind: DocumentKind, uuid: string): Promise<string>;
  /** The next stamp request reaches the provider, and its answer gets lost. */
  loseNextAnswer(): void;
  /** The next stamp request gets lost on its way: nobody answers, and nothing is stamped. */
  loseNextRequest(): void;
  /** The next stamp request is certainly not processed: the provider refuses the connection, or says that it is out of service. */
  failNextRequest(): void;
  close(): Promise<void>;
}

/** Codes of the cancellation service, which has others for retentions. */
const CODES: Readonly<Record<DocumentKind, { readonly before: string; readonly unknown: string }>> = {
  comprobante: { before: '202', unknown: '205' },
  retencion: { before: '1202', unknown: '1205' },
};

/** Of a document of the harness. */
function printedOf(
  kind: DocumentKind,
  xml: string,
): Pick<DocumentKey, 'rfcEmisor' | 'receptor' | 'total' | 'selloTail'> {
  if (kind === 'retencion') {
    const parsed = parseRetencion(xml);
    if (!parsed.ok) throw new Error('the harness gave no CFDI of retentions');
    const { receptor, totales, sello } = parsed.value;
    const rfcEmisor = parsed.value.emisor['RfcE'] ?? '';
    return { rfcEmisor, receptor, total: totales['MontoTotOperacion'] ?? '', selloTail: sello.slice(-8) };
  }
  const parsed = parseComprobante(xml);
  if (!parsed.ok) throw new Error('the harness gave no CFDI');
  const { emisor, receptor, attributes, sello } = parsed.value;
  return {
    rfcEmisor: emisor.Rfc ?? '',
    receptor: { rfc: receptor.Rfc ?? '' },
    total: attributes.Total ?? '',
    selloTail: sello.slice(-8),
  };
}

/** What of the contract an adapter has to pass. */
export interface ContractScope {
  readonly find: PacCapabilities['find'];
  /** Which documents it takes; both where it is not said. */
  readonly kinds?: readonly DocumentKind[];
}

const KINDS: readonly DocumentKind[] = ['comprobante', 'retencion'];

/**
 * Declares the tests that every PAC adapter passes with either kind of document, whatever provider is behind it. `find` is what
 * its capability promises: with `query` a question by the sealed bytes answers not_found too, with `resend` asking is sending
 * again.
 */
export function pacContract(
  name: string,
  open: () => Promise<PacHarness>,
  { find: ability, kinds = KINDS }: ContractScope = { find: 'query' },
): void {
  const asks = ability === 'query';
  describe.each(kinds)(`PAC contract: ${name}, %s`, (kind) => {
    let h: PacHarness;
    let requests = 0;
    beforeAll(async () => {
      h = await open();
    });
    afterAll(() => h.close());

    const stamp = (xml: string): Promise<StampOutcome> =>
      h.pac.stamp({ kind, requestId: `contract-${++requests}`, account: h.account, xml });
    const find = (xml: string) => h.pac.find({ kind, account: h.account, xml });
    /** What the provider says of a document that it never stamped: only a question can be answered so. */
    const expectNotFound = async (xml: string): Promise<void> => {
      if (asks) expect(await find(xml)).toEqual({ kind: 'not_found' });
    };
    /** The stamp of a document whose answer was lost: asked for, or got by sending the same bytes again. */
    const findAgain = async (xml: string): Promise<Timbre> => {
      if (!asks) return stampOf(await stamp(xml));
      const found = await find(xml);
      if (found.kind !== 'found') throw new Error(JSON.stringify(found));
      return found.timbre;
    };
    const stampOf = (outcome: StampOutcome): Timbre => {
      if (outcome.kind !== 'stamped') throw new Error(`not stamped: ${JSON.stringify(outcome)}`);
      return outcome.timbre;
    };
    const keyOf = (xml: string, { uuid }: Timbre): DocumentKey => ({
      ...{ kind, account: h.account, uuid },
      ...printedOf(kind, xml),
    });
    const cancelOf = async (uuid: string): Promise<CancelRequest> => ({
      ...{ kind, requestId: `contract-${++requests}`, account: h.account },
      xml: await h.cancellation(kind, uuid),
    });

    it('stamps a document with a stamp of its own', async () => {
      const xml = await h.document(kind);
      const outcome = await stamp(xml);
      expect(outcome).toMatchObject({ kind: 'stamped', duplicate: false });
      const timbre = stampOf(outcome);
      expect(xml).toContain(` Sello="${timbre.selloCfd}"`);
      expect(timbre.uuid).toMatch(/^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/);
      expect(timbre.fechaTimbrado).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
      expect(readTimbre(timbre.xml)).toEqual(timbre);
      expect(stampOf(await stamp(await h.document(kind))).uuid).not.toBe(timbre.uuid);
    });

    it('gives the same bytes one stamp, and says that the second is a duplicate', async () => {
      const xml = await h.document(kind);
      const first = stampOf(await stamp(xml));
      expect(await stamp(xml)).toEqual({ kind: 'stamped', timbre: first, duplicate: true });
    });

    it('gives the same bytes one stamp when they come at the same moment', async () => {
      const xml = await h.document(kind);
      const outcomes = await Promise.all(Array.from({ length: 5 }, () => stamp(xml)));
      expect(new Set(outcomes.map((outcome) => stampOf(outcome).uuid)).size).toBe(1);
    });

    if (asks)
      it('finds what it stamped, and nothing else', async () => {
        const xml = await h.document(kind);
        expect(await find(xml)).toEqual({ kind: 'not_found' });
        const timbre = stampOf(await stamp(xml));
        expect(await find(xml)).toEqual({ kind: 'found', timbre });
      });
    else
      it('does not pretend to know what it cannot be asked', async () => {
        const xml = await h.document(kind);
        expect(h.pac.capabilities.find).toBe('resend');
        expect((await find(xml)).kind).toBe('unavailable');
        await stamp(xml);
        expect((await find(xml)).kind).toBe('unavailable');
      });

    it('says unknown when the answer is lost, and then finds the stamp', async () => {
      const xml = await h.document(kind);
      h.loseNextAnswer();
      expect((await stamp(xml)).kind).toBe('unknown');
      const timbre = await findAgain(xml);
      expect(await stamp(xml)).toEqual({ kind: 'stamped', timbre, duplicate: true });
    });

    it('never says stamped or refused when the request is lost, and then does not find it', async () => {
      const xml = await h.document(kind);
      h.loseNextRequest();
      expect(['unknown', 'unavailable']).toContain((await stamp(xml)).kind);
      await expectNotFound(xml);
      expect(await stamp(xml)).toMatchObject({ kind: 'stamped', duplicate: false });
    });

    it('says unavailable when the provider is out of service, and stamps afterwards', async () => {
      const xml = await h.document(kind);
      h.failNextRequest();
      expect((await stamp(xml)).kind).toBe('unavailable');
      await expectNotFound(xml);
      expect((await stamp(xml)).kind).toBe('stamped');
    });

    it('refuses with a code and a text, each time the same', async () => {
      const xml = await h.refusedDocument(kind);
      const outcome = await stamp(xml);
      if (outcome.kind !== 'refused') throw new Error(JSON.stringify(outcome));
      expect(outcome.code).toMatch(/^[A-Za-z]*\d+$/);
      expect(outcome.message.length).toBeGreaterThan(10);
      expect(outcome.source).toBe(/^(?:CFDI|Reten)/.test(outcome.code) ? 'sat' : 'pac');
      expect(await stamp(xml)).toEqual(outcome);
      await expectNotFound(xml);
    });

    it('cancels once, with a receipt, and the status shows it', async () => {
      const xml = await h.document(kind);
      const key = keyOf(xml, stampOf(await stamp(xml)));
      const before = await h.pac.status(key);
      expect(before).toMatchObject({ kind: 'status', estado: 'Vigente' });
      expect(before).not.toHaveProperty('estatusCancelacion');
      const outcome = await h.pac.cancel(await cancelOf(key.uuid));
      // A real provider only says that the tax authority has taken the request: then its status service tells the rest.
      if (outcome.kind !== 'accepted' && outcome.kind !== 'verifying')
        throw new Error(JSON.stringify(outcome));
      expect(parseAcuse(outcome.acuse)).toMatchObject({
        value: { rfcEmisor: key.rfcEmisor, folios: [{ uuid: key.uuid, efecto: 'solicitada' }] },
      });
      expect(new Date(outcome.at).toISOString()).toBe(outcome.at);
      expect(await h.pac.status(key)).toMatchObject({ kind: 'status', estado: 'Cancelado' });
      expect(await h.pac.cancel(await cancelOf(key.uuid))).toMatchObject({
        kind: 'refused',
        code: CODES[kind].before,
      });
    });

    it('knows nothing of a document that was never stamped', async () => {
      const xml = await h.document(kind);
      const key = { ...keyOf(xml, stampOf(await stamp(xml))), uuid: '00000000-0000-4000-8000-000000000000' };
      expect(await h.pac.status(key)).toMatchObject({ kind: 'status', estado: 'No Encontrado' });
      expect(await h.pac.cancel(await cancelOf(key.uuid))).toMatchObject({
        kind: 'refused',
        code: CODES[kind].unknown,
      });
    });
  });
}
