import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { systemNow } from '#kernel';
import { openCsd, respuestaXml, type Csd, type Respuesta } from '#cfdi';
import { makeCertificado } from '#cfdi/testing/certificates';
import type { Pac, PacAccount } from './port.js';
import type { AnswerOutcome } from './pending-port.js';

/** What an adapter's test gives the receiver's part of the contract. */
export interface ReceiverHarness {
  readonly pac: Pac;
  readonly account: PacAccount;
  /** Stamps a new document to `RECEIVER` whose cancellation is asked for and waits. In upper case. */
  ask(): Promise<string>;
  /** Stamps a new document to it that nobody cancels. */
  stamp(): Promise<string>;
  /** The next answer reaches the provider, and its word on it gets lost. */
  loseNextAnswer(): void;
  /** The next answer gets lost on its way. */
  loseNextRequest(): void;
  /** The next question for the list, or answer, is certainly not processed. */
  failNext(): Promise<void> | void;
  recover?(): Promise<void>;
  close(): Promise<void>;
}

/** The receiver of the harnesses' documents. */
export const RECEIVER = 'URE180429TM6';
const NOBODY = 'CACX7605101P8';

function csdOf(rfc: string): Csd {
  const opened = openCsd(makeCertificado({ rfc }));
  if (!opened.ok) throw new Error(opened.refusal.code);
  return opened.value;
}

/** Declares the tests that every adapter with a receiver's side passes; `presents`: whether it presents answers, or lists alone. */
export function receiverContract(
  name: string,
  open: () => Promise<ReceiverHarness>,
  { presents = true }: { readonly presents?: boolean } = {},
): void {
  describe(`PAC contract for receivers: ${name}`, () => {
    const [csd, other] = [csdOf(RECEIVER), csdOf(NOBODY)];
    let h: ReceiverHarness;
    beforeAll(async () => {
      h = await open();
    });
    afterAll(() => h.close());

    async function listed(rfc = RECEIVER): Promise<readonly string[]> {
      const outcome = await h.pac.pendingCancellations?.({ account: h.account, rfc });
      if (outcome?.kind !== 'listed') throw new Error(JSON.stringify(outcome));
      return outcome.requests.map(({ uuid }) => uuid);
    }
    async function answer(
      uuid: string,
      respuesta: Respuesta,
      [rfcReceptor, signer] = [RECEIVER, csd],
    ): Promise<AnswerOutcome> {
      const { answersAs: rfcPac = '' } = h.pac.capabilities;
      const fecha = new Date(systemNow().getTime() - 6 * 3_600_000).toISOString().slice(0, 19);
      const folios = [{ uuid, respuesta }];
      const signed = await respuestaXml({ rfcReceptor, rfcPac, fecha, folios }, signer);
      if (!signed.ok) throw new Error(JSON.stringify(signed.refusal));
      const outcome = await h.pac.answerCancellation?.({ account: h.account, xml: signed.value });
      if (!outcome) throw new Error(`${name} says that it presents answers, and does not`);
      return outcome;
    }

    it('says what it can, and can it', () => {
      expect(h.pac.capabilities.listsPending).toBe(true);
      expect(h.pac.capabilities.answersAs !== undefined).toBe(presents);
      expect('pendingCancellations' in h.pac).toBe(true);
      expect('answerCancellation' in h.pac).toBe(presents);
    });

    it('lists what waits for a receiver, none twice, and nothing that does not', async () => {
      const [one, two, plain] = [await h.ask(), await h.ask(), await h.stamp()];
      const found = await listed();
      expect(found).toEqual(expect.arrayContaining([one, two]));
      expect(found).not.toContain(plain);
      expect(new Set(found).size).toBe(found.length);
      expect(await listed(NOBODY)).toEqual([]);
    });

    it('says unavailable when it is out of service', async () => {
      await h.failNext();
      expect(await h.pac.pendingCancellations?.({ account: h.account, rfc: RECEIVER })).toMatchObject({
        kind: 'unavailable',
      });
      await h.recover?.();
      expect(await listed()).toBeDefined();
    });

    if (!presents) return;

    it.each<Respuesta>(['Aceptacion', 'Rechazo'])('presents %s once', async (respuesta) => {
      const uuid = await h.ask();
      expect(await answer(uuid, respuesta)).toMatchObject({ kind: 'taken' });
      expect(await listed()).not.toContain(uuid);
      for (const again of ['Aceptacion', 'Rechazo'] as const)
        expect(await answer(uuid, again)).toMatchObject({ kind: 'refused', code: '1002', source: 'sat' });
    });

    it('refuses an answer that nothing waits for, and one that another receiver signs', async () => {
      expect(await answer(await h.stamp(), 'Rechazo')).toMatchObject({ kind: 'refused', code: '1001' });
      const uuid = await h.ask();
      const foreign = await answer(uuid, 'Rechazo', [NOBODY, other]);
      expect(foreign.kind).toBe('refused');
      expect(await listed()).toContain(uuid);
    });

    it.each(['loseNextAnswer', 'loseNextRequest'] as const)(
      'after %s nothing is certain, and the same answer is good',
      async (lose) => {
        const uuid = await h.ask();
        h[lose]();
        expect((await answer(uuid, 'Aceptacion')).kind).toBe('unknown');
        const again = await answer(uuid, 'Aceptacion');
        expect(again).toMatchObject(
          lose === 'loseNextAnswer' ? { kind: 'refused', code: '1002' } : { kind: 'taken' },
        );
        expect(await listed()).not.toContain(uuid);
      },
    );
  });
}
