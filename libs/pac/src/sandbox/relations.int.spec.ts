import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseComprobante } from '#cfdi';
import { openCancellationBench, relatedXml, type CancellationBench } from './cancellation-bench.js';
import { relationsOf } from './relations.js';
import { testXml } from './testing.js';

/** Documents that name others, and what that means for the cancellation of those. */

let bench: CancellationBench;
beforeAll(async () => {
  bench = await openCancellationBench();
});
afterAll(() => bench.close());

const blocked = (...uuids: string[]) => ({ kind: 'refused', code: '204', source: 'sat', related: uuids });

describe('relations of a document', () => {
  it('are its CfdiRelacionados and what its payments pay, each once', () => {
    const [one, two] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
    const paid = (id: string) => `<pago20:Pago><pago20:DoctoRelacionado IdDocumento="${id}"/></pago20:Pago>`;
    const parsed = parseComprobante(
      testXml({
        relacionados: relatedXml('01', one, one.toUpperCase()) + relatedXml('07', two),
        complemento:
          '<cfdi:Complemento><pago20:Pagos xmlns:pago20="http://www.sat.gob.mx/Pagos20">' +
          `${paid(two)}${paid(two)}${paid('FACTURA 12')}</pago20:Pagos></cfdi:Complemento>`,
      }),
    );
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.refusal));
    const kinds = relationsOf(parsed.value).map(({ uuid, kind }) => `${kind} ${uuid.toLowerCase()}`);
    expect(kinds.sort()).toEqual([`01 ${one}`, `07 ${two}`, `pago ${two}`]);
  });
});

describe('a document that valid ones name', () => {
  it.each(['01', '02', '03', '05', '06', '07'])('with %s is not cancelable until they are', async (kind) => {
    const { stamped, cancel, status } = bench;
    const key = await stamped();
    const first = await stamped({ relacionados: relatedXml(kind, key.uuid) });
    const second = await stamped({ relacionados: relatedXml(kind, key.uuid.toLowerCase()) });
    expect(await status(key)).toEqual(['Vigente', 'No cancelable', '']);
    expect(await cancel(key)).toMatchObject(blocked(first.uuid, second.uuid));
    await cancel(first);
    expect(await cancel(key)).toMatchObject(blocked(second.uuid));
    await cancel(second);
    expect((await status(key))[1]).toBe('Cancelable sin aceptación');
    expect((await cancel(key)).kind).toBe('accepted');
  });

  it('is not kept by one that takes its place, where that is the motive', async () => {
    const { stamped, cancel, status } = bench;
    const key = await stamped();
    const substitute = await stamped({ relacionados: relatedXml('04', key.uuid) });
    expect((await status(key))[1]).toBe('Cancelable sin aceptación');
    expect(await cancel(key)).toMatchObject(blocked(substitute.uuid));
    const note = await stamped({ relacionados: relatedXml('01', key.uuid) });
    const byIt = { motive: '01', substitution: substitute.uuid };
    expect(await cancel(key, byIt)).toMatchObject(blocked(note.uuid));
    await cancel(note);
    expect((await cancel(key, byIt)).kind).toBe('accepted');
  });

  it('of another account says nothing', async () => {
    const key = await bench.stamped();
    const relacionados = relatedXml('01', key.uuid);
    await bench.stamped({ relacionados }, { organizationId: 'b'.repeat(24) });
    expect((await bench.cancel(key)).kind).toBe('accepted');
  });
});

describe('the acceptance of the receiver', () => {
  const large = {
    comprobante: { SubTotal: '1000.00', Total: '1160.00' },
    conceptos: [
      {
        valorUnitario: '1000.00',
        importe: '1000.00',
        impuestos:
          '<cfdi:Impuestos><cfdi:Traslados><cfdi:Traslado Base="1000.00" Impuesto="002" TipoFactor="Tasa"' +
          ' TasaOCuota="0.160000" Importe="160.00"/></cfdi:Traslados></cfdi:Impuestos>',
      },
    ],
    resumen:
      '<cfdi:Impuestos TotalImpuestosTrasladados="160.00"><cfdi:Traslados><cfdi:Traslado Base="1000.00"' +
      ' Impuesto="002" TipoFactor="Tasa" TasaOCuota="0.160000" Importe="160.00"/></cfdi:Traslados></cfdi:Impuestos>',
  };

  it('is asked for what is large and no longer fresh; the sandbox’s receivers agree at once', async () => {
    const { stamped, cancel, status, clock } = bench;
    const [key, early] = [await stamped(large), await stamped(large)];
    expect((await status(key))[1]).toBe('Cancelable sin aceptación');
    await cancel(early);
    expect((await status(early))[2]).toBe('Cancelado sin aceptación');
    clock.advance(4 * 86_400_000);
    expect((await status(key))[1]).toBe('Cancelable con aceptación');
    expect((await cancel(key)).kind).toBe('accepted');
    expect(await status(key)).toEqual(['Cancelado', 'Cancelable con aceptación', 'Cancelado con aceptación']);
  });
});
