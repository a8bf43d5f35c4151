import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openCsd, respuestaXml, type Respuesta } from '#cfdi';
import { openCancellationBench, account, type CancellationBench } from './cancellation-bench.js';
import { SANDBOX_PAC_RFC } from './authority.js';
import type { IssuedCsd } from './certificates.js';

/** Another organization of the installation: the receiver of the bench's documents. */
const RECEIVER = 'URE180429TM6';
const receiverAccount = { organizationId: 'b'.repeat(24), livemode: false };

let bench: CancellationBench;
let receiver: IssuedCsd;
beforeAll(async () => {
  bench = await openCancellationBench();
  receiver = await bench.pac.issueCsd({ rfc: RECEIVER, nombre: 'UNIVERSIDAD ROBOTICA' });
});
afterAll(() => bench.close());

const listed = async (rfc = RECEIVER): Promise<readonly string[]> => {
  const outcome = await bench.pac.pendingCancellations?.({ account: receiverAccount, rfc });
  return outcome?.kind === 'listed' ? outcome.requests.map(({ uuid }) => uuid) : [`${outcome?.kind}`];
};
async function answer(
  uuid: string,
  respuesta: Respuesta,
  { by = receiver, rfc = RECEIVER, pac = SANDBOX_PAC_RFC } = {},
) {
  const csd = openCsd(by);
  if (!csd.ok) throw new Error(csd.refusal.code);
  const folios = [{ uuid, respuesta }];
  const written = await respuestaXml(
    { rfcReceptor: rfc, rfcPac: pac, fecha: '2026-11-21T09:00:00', folios },
    csd.value,
  );
  if (!written.ok) throw new Error(written.refusal.code);
  return bench.pac.answerCancellation?.({ account: receiverAccount, xml: written.value });
}
async function asked(sku = 'SANDBOX-CANCEL-PENDING') {
  const key = await bench.triggered(sku);
  expect((await bench.cancel(key)).kind).toBe('pending');
  return key;
}

describe("the receiver's side of the sandbox", () => {
  it('lists what waits for an RFC, whichever organization asked, and nothing of others', async () => {
    const { uuid } = await asked();
    const plain = await bench.stamped();
    await bench.cancel(plain);
    expect(await listed()).toContain(uuid);
    expect(await listed()).not.toContain(plain.uuid);
    expect(await listed('XAXX010101000')).toEqual([]);
    const outcome = await bench.pac.pendingCancellations?.({ account: receiverAccount, rfc: RECEIVER });
    expect(outcome).toMatchObject({ requests: [{ requestedAt: '2026-11-21T15:00:00.000Z' }] });
  });

  it.each<[Respuesta, string[]]>([
    ['Aceptacion', ['Cancelado', 'Cancelable con aceptación', 'Cancelado con aceptación']],
    ['Rechazo', ['Vigente', 'Cancelable con aceptación', 'Solicitud rechazada']],
  ])('takes %s once, with a receipt; the status shows it', async (respuesta, expected) => {
    const key = await asked();
    const taken = await answer(key.uuid, respuesta);
    expect(taken).toMatchObject({ kind: 'taken' });
    expect(taken?.kind === 'taken' && taken.acuse).toContain(
      `<UUID>${key.uuid}</UUID><EstatusUUID>1000</EstatusUUID>`,
    );
    expect(await bench.status(key)).toEqual(expected);
    expect(await listed()).not.toContain(key.uuid);
    const other: Respuesta = respuesta === 'Rechazo' ? 'Aceptacion' : 'Rechazo';
    for (const again of [respuesta, other])
      expect(await answer(key.uuid, again)).toMatchObject({ kind: 'refused', code: '1002' });
    expect(await bench.status(key)).toEqual(expected);
  });

  it('a rejected request may be made again', async () => {
    const key = await asked();
    await answer(key.uuid, 'Rechazo');
    // The trigger holds the first request alone.
    expect((await bench.cancel(key)).kind).toBe('accepted');
  });

  it('triggers keep their outcome where nobody answers, and an answer counts before it', async () => {
    const silent = await asked('SANDBOX-CANCEL-PENDING-REJECTED');
    expect(await bench.status(silent)).toContain('Solicitud rechazada');
    expect(await answer(silent.uuid, 'Aceptacion')).toMatchObject({ code: '1002' });
    const answered = await asked('SANDBOX-CANCEL-PENDING-REJECTED');
    await answer(answered.uuid, 'Aceptacion');
    expect(await bench.status(answered)).toContain('Cancelado con aceptación');
  });

  it('refuses what nobody asked, other receivers, other seals and other PACs', async () => {
    const plain = await bench.stamped();
    expect(await answer(plain.uuid, 'Aceptacion')).toMatchObject({ kind: 'refused', code: '1001' });
    const { uuid } = await asked();
    expect(await answer(uuid, 'Rechazo', { by: bench.csd, rfc: 'EKU9003173C9' })).toMatchObject({
      code: '1001',
    });
    expect(await answer(uuid, 'Rechazo', { pac: 'LSO1306189R5' })).toMatchObject({ code: '301' });
    expect(await bench.pac.answerCancellation?.({ account, xml: '<a/>' })).toMatchObject({ code: '301' });
    expect(await listed()).toContain(uuid);
  });

  it('an answer that is lost was taken, or was not', async () => {
    const { uuid } = await asked();
    bench.pac.faults.set('answer', 'timeout-before', 1);
    expect(await answer(uuid, 'Rechazo')).toMatchObject({ kind: 'unknown' });
    expect(await listed()).toContain(uuid);
    bench.pac.faults.set('answer', 'timeout-after', 1);
    expect(await answer(uuid, 'Rechazo')).toMatchObject({ kind: 'unknown' });
    expect(await listed()).not.toContain(uuid);
    bench.pac.faults.set('answer', 'outage', 1);
    expect(await answer(uuid, 'Rechazo')).toMatchObject({ kind: 'unavailable' });
  });
});
