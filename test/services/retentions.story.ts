import { RETRY_SECONDS as CANCEL_RETRIES } from '#apps/cancellation/src/cancellation/schedule';
import { RETRY_SECONDS } from '#apps/stamping/src/stamping/decide';
import { verifyCancelacion, verifyDocument, type RetencionInput } from '#cfdi';
import { mustBuildRetencion, retencion } from '#cfdi/testing/retenciones';
import { cancellationKey, stampingKey, type FiscalDocument } from '#contracts';
import { newId } from '#kernel';
import { until } from '#bus/testing/until';
import { statusOf } from '../support/fake-pac.js';
import { openFiscalBench, type FiscalBench } from '../support/fiscal-bench.js';
import { ours } from '../support/invoicing-bench.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../support/story.js';

/** Retentions as stamping and cancellation have them: by the same streams, rescue and vault as invoices. */

const NOW = new Date('2026-11-21T18:00:00.000Z');
const DAY = 86_400_000;
const REPLACING = 'AAAAAAAA-0000-4000-8000-000000000002';
let bench: FiscalBench;
beforeAll(async () => {
  bench = await openFiscalBench(NOW);
});
afterAll(() => bench.close());
beforeEach(() => {
  for (const asked of [
    ...[bench.pac.stampsAsked, bench.pac.findsAsked],
    ...[bench.pac.cancelsAsked, bench.pac.statusesAsked],
  ])
    asked.length = 0;
});

const fechaExp = (): string =>
  new Date(bench.clock.now().getTime() - 7 * 3_600_000).toISOString().slice(0, 19);
const input = (over: Partial<RetencionInput> = {}): RetencionInput =>
  retencion({ fechaExp: fechaExp(), ...over });

/** Asks for the stamping of a new retention; gives its key. */
async function ask(retention: object = mustBuildRetencion(input())): Promise<string> {
  const key = stampingKey({ kind: 'retention', id: newId() }, 1);
  await bench.send('stamping.stamp', key, { retencion: retention }, `ask-${key}`);
  return key;
}
const stamped = (key: string) => bench.until(`stamping-${key}`, 'ComprobanteStamped');
const uncertain = (key: string) => bench.until(`stamping-${key}`, 'StampUncertain');
const dataOf = (events: readonly { readonly data: unknown }[]) => events.at(-1)?.data as never;
const pause = (): void => bench.clock.advance((RETRY_SECONDS[0] ?? 0) * 1000);

describe('a retention', () => {
  it('is sealed, kept and stamped at the service for retentions', async () => {
    const key = await ask();
    const [sealed, last] = await stamped(key);
    const [asked] = bench.pac.stampsAsked;
    expect(asked).toMatchObject({ kind: 'retencion', requestId: key, account: ours });
    const xml = asked?.xml ?? '';
    expect(verifyDocument(xml)).toMatchObject({ sello: true, noCertificado: true });
    const { xml_key } = sealed?.data as { xml_key: string };
    expect((await bench.runtime.contents.get(ours, xml_key))?.toString()).toBe(xml);
    const uuid = bench.pac.ledger.get(xml)?.uuid ?? '';
    const fe = / Sello="[^"]*(.{8})"/.exec(xml)?.[1] ?? '';
    expect(last?.data).toMatchObject({
      stamp: {
        ...{ uuid, xml_key },
        verification_url:
          `https://prodretencionverificacion.clouda.sat.gob.mx/?id=${uuid}&re=EKU9003173C9&rr=CACX7605101P8` +
          `&tt=1000.0&fe=${fe}`,
      },
    });
  });

  it('to a foreigner is verified by the number of another country', async () => {
    const receptor = { nacionalidad: 'Extranjero', nombre: 'ACME INC', numRegIdTrib: '123456789' } as const;
    const key = await ask(mustBuildRetencion(input({ receptor })));
    const { stamp } = dataOf(await stamped(key)) as { stamp: { verification_url: string } };
    expect(stamp.verification_url).toContain('&nr=00000000000123456789&tt=1000.0&');
  });

  it('is built where only its input comes, and refused at the fields of the request', async () => {
    await stamped(await ask(input()));
    const wrong = await ask(input({ periodo: { mesIni: 12, mesFin: 1, ejercicio: 2026 } }));
    expect(dataOf(await bench.until(`stamping-${wrong}`, 'StampRefused'))).toMatchObject({
      code: 'retention_stamping_validation_error',
      details: [{ path: 'periodo.mes_fin', location: 'body' }],
    });
    expect(bench.pac.stampsAsked).toHaveLength(1);
  });

  it('that the provider refuses has the code of its group, at the field', async () => {
    bench.pac.stampTurns.push('refuses');
    expect(dataOf(await bench.until(`stamping-${await ask()}`, 'StampRefused'))).toMatchObject({
      code: 'retention_stamping_validation_error',
      details: [{ code: 'Reten20116', source: 'sat', path: 'customer.legal_name', location: 'body' }],
    });
  });

  it('whose answer was lost is found with the provider, and not sent again', async () => {
    bench.pac.stampTurns.push('loses the answer');
    const key = await ask();
    await uncertain(key);
    pause();
    const { stamp } = dataOf(await stamped(key)) as { stamp: { uuid: string; verification_url: string } };
    expect(bench.pac.stampsAsked).toHaveLength(1);
    expect(bench.pac.findsAsked).toMatchObject([{ kind: 'retencion', xml: bench.pac.stampsAsked[0]?.xml }]);
    expect(bench.pac.ledger.get(bench.pac.stampsAsked[0]?.xml ?? '')?.uuid).toBe(stamp.uuid);
    expect(stamp.verification_url).toContain('clouda.sat.gob.mx/?id=');
  });

  it('that an outage held up is sent again, the same bytes', async () => {
    bench.pac.stampTurns.push('is out of service');
    const key = await ask();
    await uncertain(key);
    pause();
    await stamped(key);
    const [first, second] = bench.pac.stampsAsked;
    expect(second).toEqual(first);
  });

  it.each(['hangs', 'stamps and hangs'] as const)(
    'survives the end of the process while the provider %s: one stamp',
    async (turn) => {
      bench.pac.stampTurns.push(turn);
      const key = stampingKey({ kind: 'retention', id: newId() }, 1);
      const data = { retencion: mustBuildRetencion(input()) };
      const dying = bench.send('stamping.stamp', key, data, key).catch(() => undefined);
      await until(() => bench.pac.stampsAsked.length === 1);
      bench.pac.hangUp();
      await bench.dieAndRestart();
      await dying;
      // The process manager of who owns the retention sends its command again.
      expect(await bench.send('stamping.stamp', key, data, key)).toMatchObject({ ok: true });
      await stamped(key);
      expect(bench.pac.findsAsked).toMatchObject([{ kind: 'retencion' }]);
      expect(new Set(bench.pac.stampsAsked.map(({ xml }) => xml)).size).toBe(1);
    },
  );
});

describe('the cancellation of a retention', () => {
  /** A stamped retention as who owns it asks for its cancellation. */
  async function valid(
    over: Partial<RetencionInput> = {},
  ): Promise<{ key: string; document: FiscalDocument }> {
    const stamping = await ask(mustBuildRetencion(input(over)));
    const { stamp } = dataOf(await stamped(stamping)) as { stamp: { uuid: string; signature: string } };
    const foreign = over.receptor?.nacionalidad === 'Extranjero' && {
      ...{ receiver_rfc: 'XEXX010101000', receiver_number: over.receptor.numRegIdTrib ?? '' },
    };
    return {
      key: cancellationKey({ kind: 'retention', id: newId() }),
      document: {
        ...{ kind: 'retention', uuid: stamp.uuid, issuer_rfc: 'EKU9003173C9', receiver_rfc: 'CACX7605101P8' },
        ...{ total: '1000.00', sello_tail: stamp.signature.slice(-8), ...foreign },
        ...{ pac: bench.pac.name, stamped_at: bench.clock.now().toISOString() },
      },
    };
  }
  const request = (key: string, document: FiscalDocument, substitution: string | null = null) =>
    bench.send('cancellation.request', key, {
      ...{ number: 1, document, motive: substitution === null ? '02' : '01', substitution },
    });
  const outcome = (key: string, type: string) => bench.until(`cancellation-${key}`, type);

  it('is requested in the namespace of retentions, signed by the issuer, and keeps its receipt', async () => {
    const { key, document } = await valid();
    await request(key, document, REPLACING);
    const { receipt_key } = dataOf(await outcome(key, 'CancellationAnswered')) as { receipt_key: string };
    const [asked] = bench.pac.cancelsAsked;
    expect(asked).toMatchObject({ kind: 'retencion', requestId: `${key}.1`, account: ours });
    expect(asked?.xml).toContain('<Cancelacion xmlns="http://www.sat.gob.mx/esquemas/retencionpago/1"');
    expect(verifyCancelacion(asked?.xml ?? '', { at: bench.clock.now() })).toMatchObject({
      value: {
        ...{ tipo: 'retenciones', rfcEmisor: 'EKU9003173C9' },
        folios: [{ uuid: document.uuid, motivo: '01', folioSustitucion: REPLACING }],
      },
    });
    expect((await bench.runtime.contents.get(ours, receipt_key))?.toString()).toBe('<Acuse/>');
  });

  it.each([
    ['204', 'retention_not_cancelable'],
    ['208', 'retention_not_cancelable'],
    ['1203', 'retention_cancellation_failed'],
    ['CR1308', 'retention_cancellation_failed'],
  ])('refused with %s has the code %s', async (code, root) => {
    bench.pac.cancelTurns.push({ kind: 'refused', code, message: 'No', source: 'sat' });
    const { key, document } = await valid();
    await request(key, document);
    expect(dataOf(await outcome(key, 'CancellationRejected'))).toMatchObject({
      ...{ code: root, details: [{ code, message: 'No', source: 'sat' }] },
    });
  });

  it('that came before is what the status shows, asked with the number of a foreign receiver', async () => {
    const receptor = { nacionalidad: 'Extranjero', nombre: 'ACME INC', numRegIdTrib: '123456789' } as const;
    bench.pac.cancelTurns.push({ kind: 'refused', code: '1202', message: 'Antes', source: 'sat' });
    // The page of retentions says no more than whether it is in force.
    bench.pac.statusTurns.push({ kind: 'status', estado: 'Cancelado', at: NOW.toISOString() });
    const { key, document } = await valid({ receptor });
    await request(key, document);
    expect(dataOf(await outcome(key, 'CancellationAnswered'))).toMatchObject({ status: 'accepted' });
    expect(bench.pac.statusesAsked).toMatchObject([
      { kind: 'retencion', receptor: { numRegIdTrib: '123456789' }, total: '1000.00' },
    ]);
  });

  it('that is not known yet is sent again, for three days', async () => {
    const refused = { kind: 'refused', code: '1205', message: 'No existe', source: 'sat' } as const;
    bench.pac.cancelTurns.push(refused, refused);
    const { key, document } = await valid();
    await request(key, document);
    await outcome(key, 'CancellationDelayed');
    bench.clock.advance(3 * DAY);
    expect(dataOf(await outcome(key, 'CancellationRejected'))).toMatchObject({
      ...{ code: 'retention_cancellation_failed', details: [{ code: '1205' }] },
    });
  });

  it('without an answer is looked at, and given up after fifteen days', async () => {
    bench.pac.cancelTurns.push({ kind: 'unknown', reason: 'timeout' });
    const { key, document } = await valid();
    await request(key, document);
    await outcome(key, 'CancellationDelayed');
    bench.pac.statusTurns.push({ kind: 'unavailable', reason: 'outage' });
    bench.clock.advance(15 * DAY + (CANCEL_RETRIES[0] ?? 0) * 1000);
    expect(dataOf(await outcome(key, 'CancellationRejected'))).toMatchObject({
      code: 'retention_cancellation_service_unavailable',
    });
  });

  it('can be asked after on somebody’s behalf', async () => {
    const { key, document } = await valid();
    bench.pac.statusTurns.push({ kind: 'unavailable', reason: 'outage' });
    expect(await bench.send('cancellation.check', key, { document })).toMatchObject({
      refusal: { code: 'retention_cancellation_service_unavailable' },
    });
    bench.pac.statusTurns.push(statusOf('Cancelado', ''));
    expect(await bench.send('cancellation.check', key, { document })).toMatchObject({
      value: { data: { status: 'accepted', number: 0 } },
    });
  });
});
