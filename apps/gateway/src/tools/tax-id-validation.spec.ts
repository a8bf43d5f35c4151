import { describe, expect, it } from '@jest/globals';
import { SANDBOX_EFOS, SITUATIONS, sandboxEfos, withoutLists, type SatLists } from '#sat';
import { validateTaxId } from './tax-id-validation.js';

const test = { organizationId: 'o', livemode: false };
const live = { organizationId: 'o', livemode: true };
const codeOf = (taxId: string, tenant = live, lists: Pick<SatLists, 'efos'> = withoutLists) => {
  const answer = validateTaxId(taxId, tenant, lists);
  return answer.ok ? 'ok' : [answer.refusal.code, answer.refusal.path];
};

describe('the validation of an RFC', () => {
  it.each([
    ['Previsto', false],
    ['Presunto', false],
    ['Desvirtuado', true],
    ['Definitivo', false],
    ['Sentencia favorable', true],
    ['EFOS de información suprimida', true],
  ] as const)('of a taxpayer who is %s says %s, in Test and in Live', (situation, is_valid) => {
    const rfc = SANDBOX_EFOS[situation];
    // Any list answers alike: this one is Live's.
    for (const [tenant, lists] of [[test, withoutLists] as const, [live, { efos: sandboxEfos }] as const]) {
      const answer = validateTaxId(rfc.toLowerCase(), tenant, lists);
      expect(answer).toMatchObject({
        ok: true,
        value: { efos: { is_valid, data: { detalles: [{ rfc, situacionContribuyente: situation }] } } },
      });
      expect(answer.ok && answer.value.efos.data).not.toHaveProperty('mensaje');
    }
  });

  it('tells every date of the list, and of which day it is', () => {
    const answer = validateTaxId(SANDBOX_EFOS.Definitivo, test, withoutLists);
    expect(answer.ok && answer.value.efos.data).toEqual({
      fechaLista: '30/10/2026',
      detalles: [
        {
          rfc: 'DEF010101AAA',
          razonSocial: 'EMPRESA DE PRUEBA DEFINITIVO',
          situacionContribuyente: 'Definitivo',
          numFechaPresuncion: '500-05-2025-10001 de fecha 15 de enero de 2025',
          pubFechaSatPresuntos: '17/01/2025',
          numGlobalPresuncion: '500-05-2025-10001 de fecha 15 de enero de 2025',
          pubFechaDofPresuntos: '03/02/2025',
          pubSatDefinitivos: '20/06/2025',
          pubDofDefinitivos: '07/07/2025',
          numFechaSentFav: '',
          pubSatSentFav: '',
        },
      ],
    });
  });

  it('has a message for one who is not in the list', () => {
    const answer = validateTaxId('EKU9003173C9', test, withoutLists);
    expect(answer).toMatchObject({
      value: { efos: { is_valid: true, data: { mensaje: expect.stringContaining('69-B'), detalles: [] } } },
    });
  });

  it('is refused for what is no RFC, and in Live without a list', () => {
    expect(codeOf('EKU')).toEqual(['tax_id_validation_failed', 'tax_id']);
    expect(codeOf('EKU9013173C9', test)).toEqual(['tax_id_validation_failed', 'tax_id']);
    expect(codeOf('EKU9003173C9')).toEqual(['tax_id_validation_service_unavailable', undefined]);
    expect(SITUATIONS.map((one) => codeOf(SANDBOX_EFOS[one]))).not.toContain('ok');
  });
});
