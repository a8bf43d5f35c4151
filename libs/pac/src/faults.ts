import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DocumentKind, Pac, PacAccount, StampOutcome } from './port.js';

/** What may happen to a stamp request on its way, at the provider and on its way back. */
export type StampTrouble =
  /** Nobody listens, or the connection is refused. */
  | 'connection-refused'
  /** Nobody answers in time; the document was not stamped, or it was. */
  | 'timeout-before'
  | 'timeout-after'
  /** The connection breaks once the request was sent. */
  | 'reset-before'
  | 'reset-after'
  /** HTTP 500 of the provider, or 502 to 504 of what stands before it. */
  | 'http-5xx-before'
  | 'http-5xx-after'
  /** A page of HTML with status 200 in place of the answer. */
  | 'html-before'
  | 'html-after'
  /** The answer ends in its middle. */
  | 'truncated'
  /** Byte by byte, and slower than anybody waits. */
  | 'slow-drip'
  /** A good stamp, of another document. */
  | 'other-stamp'
  /** A stamp with something in place of a UUID, or with another UUID than the one that was signed. */
  | 'wrong-uuid'
  | 'other-uuid'
  /** A refusal of the document, beside the stamp that was made. */
  | 'contradiction'
  /** Too many requests: nothing was processed. */
  | 'http-429'
  /** Answered as one that it had stamped before. */
  | 'duplicate'
  /** The token, or what else the session goes by, has expired. */
  | 'expired-token'
  /** The provider's clock is two hours ahead of ours. */
  | 'clock-skew'
  /** Stamped, the answer lost, and for a while the provider does not find it itself. */
  | 'found-later';

export interface SealedDocument {
  readonly kind: DocumentKind;
  readonly xml: string;
}

/** What the adapter's test gives: the adapter, documents, and switches of the double behind it. */
export interface FaultHarness {
  readonly pac: Pac;
  readonly account: PacAccount;
  /** A new sealed document (other bytes each time) that the provider would stamp. */
  document(kind: DocumentKind): Promise<string>;
  /** The next stamp request, which is of this document, meets this trouble. */
  trouble(trouble: StampTrouble, document: SealedDocument): void | Promise<void>;
  /** Ends what lasts longer than a request: the refused connection, the time until it is found. */
  calm(): void | Promise<void>;
  /** Moves the adapter's clock on. */
  advance(ms: number): void;
  /** Every UUID that the provider has ever given these very bytes: of its own books, not by asking it. */
  uuidsOf(xml: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

interface Expected {
  /** What the adapter may say, and nothing else. */
  readonly says: readonly StampOutcome['kind'][];
  /** Whether the provider has stamped it by then. */
  readonly stamped: boolean;
}

const unknown = (stamped: boolean): Expected => ({ says: ['unknown'], stamped });

/** Certain only what is certain: the connection that never stood, and an answer that says so itself. */
const MATRIX: Readonly<Record<StampTrouble, Expected>> = {
  'connection-refused': { says: ['unavailable'], stamped: false },
  'timeout-before': unknown(false),
  'timeout-after': unknown(true),
  'reset-before': unknown(false),
  'reset-after': unknown(true),
  'http-5xx-before': unknown(false),
  'http-5xx-after': unknown(true),
  'html-before': unknown(false),
  'html-after': unknown(true),
  truncated: unknown(true),
  'slow-drip': unknown(true),
  'other-stamp': unknown(true),
  'wrong-uuid': unknown(true),
  'other-uuid': unknown(true),
  contradiction: { says: ['stamped', 'unknown'], stamped: true },
  'http-429': { says: ['unavailable'], stamped: false },
  duplicate: { says: ['stamped'], stamped: true },
  'expired-token': { says: ['stamped'], stamped: true },
  'clock-skew': unknown(true),
  'found-later': unknown(true),
};

const SKEW_MS = 2 * 3_600_000;

/** Which rows and which documents: a protocol without sessions has no token that expires. */
export interface FaultScope {
  readonly kinds?: readonly DocumentKind[];
  readonly without?: readonly StampTrouble[];
}

/**
 * The fault matrix: whatever happens to a request, the adapter says no more than what is certain, the document is found
 * afterwards as the port says (asked for, or sent again), and it never has a second UUID at the provider.
 */
export function pacFaults(
  name: string,
  open: () => Promise<FaultHarness>,
  { kinds = ['comprobante', 'retencion'], without = [] }: FaultScope = {},
): void {
  const rows = (Object.keys(MATRIX) as StampTrouble[]).filter((trouble) => !without.includes(trouble));
  describe.each(kinds)(`Faults: ${name}, %s`, (kind) => {
    let h: FaultHarness;
    beforeAll(async () => {
      h = await open();
    });
    afterAll(() => h.close());

    const send = (xml: string): Promise<StampOutcome> =>
      h.pac.stamp({ kind, requestId: 'faults', account: h.account, xml });

    /** The way out of a doubt, as stamping takes it: asks, or sends again; once more where it says that it was not stamped. */
    const resolve = async (xml: string): Promise<StampOutcome> => {
      if (h.pac.capabilities.find === 'query') {
        const found = await h.pac.find({ kind, account: h.account, xml });
        if (found.kind === 'found') return { kind: 'stamped', timbre: found.timbre, duplicate: true };
        if (found.kind === 'unavailable') return { kind: 'unknown', reason: found.reason };
      }
      return send(xml);
    };

    it.each(rows)('%s: says what is certain, is found again, and has one UUID', async (trouble) => {
      const { says, stamped } = MATRIX[trouble];
      const xml = await h.document(kind);
      await h.trouble(trouble, { kind, xml });
      const outcome = await send(xml);
      expect({ trouble, says: outcome.kind }).toEqual({
        trouble,
        says: says.find((one) => one === outcome.kind) ?? says,
      });
      const uuids = await h.uuidsOf(xml);
      expect(uuids).toHaveLength(stamped ? 1 : 0);
      if (trouble === 'found-later') await notLostMeanwhile(xml);
      if (trouble === 'clock-skew') {
        expect((await resolve(xml)).kind).toBe('unknown');
        h.advance(SKEW_MS);
      }
      await h.calm();

      const found = outcome.kind === 'stamped' ? outcome : await resolve(xml);
      if (found.kind !== 'stamped') throw new Error(`not found again: ${JSON.stringify(found)}`);
      expect(await h.uuidsOf(xml)).toEqual([found.timbre.uuid]);
      if (stamped) expect([found.timbre.uuid]).toEqual(uuids);
      expect(xml).toContain(` Sello="${found.timbre.selloCfd}"`);
      // And for good: the same bytes get the same stamp.
      expect(await send(xml)).toEqual({ kind: 'stamped', timbre: found.timbre, duplicate: true });
    });

    /** While the provider does not find its own stamp, nothing certain is said but "not found", which alone is no proof. */
    const notLostMeanwhile = async (xml: string): Promise<void> => {
      if (h.pac.capabilities.find === 'query')
        expect(['not_found', 'unavailable']).toContain(
          (await h.pac.find({ kind, account: h.account, xml })).kind,
        );
      expect(['unknown', 'stamped']).toContain((await send(xml)).kind);
      expect(await h.uuidsOf(xml)).toHaveLength(1);
    };

    it('gives the same bytes one UUID when they are sent together while answers get lost', async () => {
      const xml = await h.document(kind);
      await h.trouble('timeout-after', { kind, xml });
      const outcomes = await Promise.all(Array.from({ length: 4 }, () => send(xml)));
      expect(outcomes.map(({ kind: said }) => said)).toContain('stamped');
      expect(outcomes.filter(({ kind: said }) => said !== 'stamped' && said !== 'unknown')).toEqual([]);
      expect(await h.uuidsOf(xml)).toHaveLength(1);
    });
  });
}
