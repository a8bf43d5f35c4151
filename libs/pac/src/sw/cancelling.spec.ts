import { describe, expect, it } from '@jest/globals';
import { signedCancellation } from '../sandbox/testing.js';
import { makeCertificado } from '#cfdi/testing/certificates';
import type { SwReply } from './call.js';
import { readCancellation } from './cancelling.js';
import { readEnvelope } from './envelope.js';

const UUID = '0A1B2C3D-0000-4000-8000-000000000001';
const NOW = new Date('2026-11-21T15:05:00Z');
const csd = makeCertificado();
const request = signedCancellation({ uuid: UUID }, csd);

const acuseOf = (estatus: string, uuid = UUID, namespace = 'http://cancelacfd.sat.gob.mx'): string =>
  `<?xml version="1.0" encoding="utf-8"?><Acuse xmlns="${namespace}" Fecha="2026-11-21T09:05:01" RfcEmisor="EKU9003173C9">` +
  `<Folios><UUID>${uuid}</UUID><EstatusUUID>${estatus}</EstatusUUID></Folios></Acuse>`;

const read = (body: object) => {
  const answer = readEnvelope(JSON.stringify(body));
  if (!answer) throw new Error('no envelope');
  const reply: SwReply = { kind: 'reply', answer, headers: {} };
  return readCancellation(reply, request, NOW);
};
const taken = (acuse: string | null, uuid: object | null) =>
  read({ data: { acuse, uuid }, status: 'success' });
const failed = (message: string, messageDetail: string | null = null) =>
  read({ message, messageDetail, data: null, status: 'error' });

describe('SW hands the request on', () => {
  it.each([
    ['upper', UUID],
    ['lower', UUID.toLowerCase()],
  ])('and 201, under a key in %s case, only says that the SAT has it', (_what, key) => {
    const acuse = acuseOf('201', key);
    expect(taken(acuse, { [key]: '201' })).toEqual({ kind: 'verifying', acuse, at: NOW.toISOString() });
  });

  it('of retentions, with codes of their own', () => {
    const acuse = acuseOf('1201', UUID, 'http://www.sat.gob.mx/esquemas/retencionpago/1');
    expect(taken(acuse, { [UUID]: '1201' })).toMatchObject({ kind: 'verifying', acuse });
    expect(taken(acuseOf('1205'), { [UUID]: '1205' })).toMatchObject({
      kind: 'refused',
      code: '1205',
      source: 'sat',
    });
  });

  it.each(['202', '203', '204', '205', '206', '207', '208', '209', '210', '211', '212', '305', '310', '312'])(
    'and the SAT says %s of the document',
    (code) => {
      const refused = { kind: 'refused', code, source: 'sat' };
      expect(taken(acuseOf(code), { [UUID]: code })).toMatchObject(refused);
      expect(taken(null, { [UUID]: Number(code) })).toMatchObject(refused);
    },
  );

  it('and what it says cannot be told: no receipt, or one of another document', () => {
    const other = '0A1B2C3D-0000-4000-8000-000000000002';
    for (const said of [
      taken(null, { [UUID]: '201' }),
      taken('<Acuse', { [UUID]: '201' }),
      taken(acuseOf('201', other), { [other]: '201' }),
      taken(acuseOf('201', other), { [UUID]: '201' }),
      taken(null, null),
    ])
      expect(said.kind).toBe('unknown');
  });
});

describe('SW says no, and brings along a part of a receipt', () => {
  const beside = (data: object | null, messageDetail: string | null = null) =>
    read({ message: 'CACFDI33 - Problemas con los campos.', messageDetail, data, status: 'error' });

  it('that the SAT took it: it has it', () =>
    expect(beside({ acuse: acuseOf('201'), uuid: { [UUID]: '201' } })).toMatchObject({ kind: 'verifying' }));

  it('what the SAT says of the document counts', () =>
    expect(beside({ acuse: null, uuid: { [UUID]: '205' } })).toMatchObject({
      ...{ kind: 'refused', code: '205', source: 'sat' },
    }));

  it.each([
    ['201 without its receipt', { uuid: { [UUID]: '201' } }, null],
    ['a receipt that cannot be read', { acuse: '<Acuse' }, null],
    ['a receipt in messageDetail', null, acuseOf('201')],
  ] as const)('%s: perhaps it has it', (_what, data, detail) =>
    expect(beside(data, detail).kind).toBe('unknown'),
  );

  it('but the UUID that was asked for, in a text, is no receipt', () =>
    expect(beside(null, `El UUID ${UUID} no es de este emisor.`)).toMatchObject({ kind: 'refused' }));
});

describe('SW refuses the request', () => {
  it.each([
    ['CACFDI33 - Problemas con el xml.', 'CA1000 - El XML proporcionado está mal formado.', 'CA1000', 'pac'],
    ['CACFDI33 - Problemas con el xml.', 'CR1308 - Certificado revocado o caduco.', 'CR1308', 'sat'],
    ['CACFDI33 - Problemas con el xml.', 'CR1309 - Firma mal formada o inválida.', 'CR1309', 'sat'],
    ['CACFDI33 - Problemas con los campos.', '305 - Certificado inválido.', '305', 'sat'],
    ['CACFDI33 - Problemas con los campos.', 'El UUID no tiene un formato válido.', 'CACFDI33', 'pac'],
  ] as const)('%s: the reason is in messageDetail (%s)', (message, detail, code, source) => {
    expect(failed(message, detail)).toEqual({
      ...{ kind: 'refused', code, source },
      message: `${message} | ${detail}`,
    });
  });

  it.each([
    ['CACFDI33 - Error no controlado', null],
    ['CACFDI33 - Problemas con el xml.', 'Error no controlado'],
    ['CASD - Acuse sin descripción específica.', null],
    ['Ocurrió algo.', null],
  ] as const)('%s (%s): perhaps it went on to the SAT', (message, detail) =>
    expect(failed(message, detail).kind).toBe('unknown'),
  );
});
