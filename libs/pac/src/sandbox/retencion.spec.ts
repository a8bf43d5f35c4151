import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readRetencion, retencionXml, sealRetencion, type RetencionInput } from '#cfdi';
import { testCsd } from '#cfdi/testing/certificates';
import { anyRetencion, arbitraryRetencion, mustBuildRetencion, retencion } from '#cfdi/testing/retenciones';
import { clavesRetencion } from '#sat';
import { ofSandbox } from './check.js';
import { examine } from './examine.js';

const NOW = new Date('2026-11-21T15:00:00Z');
const csd = testCsd();

const sealed = async (input: RetencionInput): Promise<string> =>
  (await sealRetencion(mustBuildRetencion(input), csd)).xml;
const judge = (xml: string) => examine({ kind: 'retencion', xml }, NOW, ofSandbox);
const codeOf = (xml: string): string => {
  const { verdict } = judge(xml);
  return 'negativa' in verdict ? verdict.negativa.codigo : 'stamped';
};
/** With the name and postal code that the sandbox's register has of its receiver. */
const registered = (input: RetencionInput): RetencionInput =>
  input.receptor.nacionalidad === 'Nacional'
    ? { ...input, receptor: { ...input.receptor, nombre: 'XOCHILT CASAS CHAVEZ', domicilioFiscal: '36257' } }
    : input;
const xmlOf = (over: Partial<RetencionInput> = {}): Promise<string> => sealed(retencion(over));

describe('a document of retentions as the sandbox judges it', () => {
  it.each(clavesRetencion.entries.map(({ key }) => key))(
    'of the key %s passes, smallest and fullest',
    async (key) => {
      for (const extension of ['smallest', 'largest'] as const) {
        const [input] = fc.sample(arbitraryRetencion(key, extension), { numRuns: 1, seed: Number(key) });
        if (!input) throw new Error('no sample');
        expect(judge(await sealed(registered(input))).verdict).toHaveProperty('facts');
      }
    },
  );

  it('passes whatever it says, if it was built', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyRetencion(),
        async (input) => codeOf(await sealed(registered(input))) === 'stamped',
      ),
      { numRuns: 40 },
    );
  });

  it('leaves what the tax authority knows it by', async () => {
    const uuid = '5FB2822E-396D-4725-8521-CDC4BDD20CCF';
    expect(judge(await xmlOf({ relacionado: { tipoRelacion: '04', uuid } })).verdict).toEqual({
      facts: {
        ...{ issuerRfc: 'EKU9003173C9', receiverRfc: 'CACX7605101P8', total: '1000.00' },
        ...{ sparesAcceptance: true, relations: [{ uuid, kind: '04' }] },
      },
    });
    const receptor = { nacionalidad: 'Extranjero', nombre: 'ACME INC' } as const;
    expect(judge(await xmlOf({ receptor })).verdict).toMatchObject({ facts: { receiverRfc: '' } });
    expect(judge(await xmlOf({ receptor: { ...receptor, numRegIdTrib: '99-1' } })).verdict).toMatchObject({
      facts: { receiverRfc: '99-1' },
    });
  });

  it.each<[string, string, string, string]>([
    ['an attribute that the schema lacks', 'CveRetenc=', 'Otro="1" CveRetenc=', '301'],
    ['a missing element', /<retenciones:Periodo[^>]*\/>/.source, '', '301'],
    ['a day that no month has', 'FechaExp="2026-11-20', 'FechaExp="2026-11-31', 'Reten20103'],
    ['another amount', 'MontoTotRet="100.00"', 'MontoTotRet="100.01"', 'Reten20101'],
    ['another certificate number', 'NoCertificado="3', 'NoCertificado="4', 'Reten20102'],
    ['no certificate', 'Certificado="MII', 'Certificado="AII', 'Reten20102'],
    ['another issuer', 'RfcE="EKU9003173C9"', 'RfcE="URE180429TM6"', '303'],
    ['another name of the issuer', 'NomDenRazSocE="', 'NomDenRazSocE="X ', 'Reten20110'],
    ['another version', 'Version="2.0"', 'Version="1.0"', '301'],
    ['another namespace', 'retencionpago/2"', 'retencionpago/3"', '301'],
  ])('is refused for %s', async (_, from, to, code) => {
    const xml = await xmlOf();
    const wrong = xml.replace(new RegExp(from), to);
    expect(wrong).not.toBe(xml);
    expect(codeOf(wrong)).toBe(code);
  });

  it('is refused for a complement that nobody knows, and a text that is no XML', async () => {
    const xml = await xmlOf();
    const closing = '</retenciones:Retenciones>';
    const complement = '<retenciones:Complemento><x:Nada xmlns:x="urn:x"/></retenciones:Complemento>';
    expect(judge(xml.replace(closing, complement + closing)).verdict).toMatchObject({
      negativa: { codigo: '301', texto: expect.stringContaining('no se conoce el complemento Nada') },
    });
    for (const text of ['', 'no XML', '<a/>', xml.slice(0, -10)]) expect(codeOf(text)).toBe('301');
    expect(codeOf(`<!DOCTYPE a [<!ENTITY b "c">]>${xml.slice(xml.indexOf('\n'))}`)).toBe('301');
  });

  it('is refused by the rules of its matrix, sealed as it may be', async () => {
    const built = mustBuildRetencion(retencion());
    const { xml } = await sealRetencion(
      { ...built, totales: { ...built.totales, montoTotRet: '100.01' } },
      csd,
    );
    expect(codeOf(xml)).toBe('Reten20131');
    const read = readRetencion(xml);
    if (!read.ok) throw new Error('not read');
    expect(retencionXml(read.value.retencion, read.value.sellado)).toBe(xml);
  });

  it.each<[Partial<RetencionInput>, object]>([
    [{ descRetenc: 'SANDBOX-OUTAGE' }, { stamp: { fault: 'outage', attempts: 2 } }],
    [
      { descRetenc: 'Honorarios SANDBOX-SLOW SANDBOX-CANCEL-PENDING' },
      { stamp: { fault: 'slow', attempts: Infinity }, cancel: 'SANDBOX-CANCEL-PENDING' },
    ],
    [{ folioInt: 'SANDBOXNOTCANCELABLE' }, { cancel: 'SANDBOX-NOT-CANCELABLE' }],
    [{ descRetenc: 'SANDBOX-NADA constructor', folioInt: 'SANDBOX' }, {}],
  ])('has the triggers of its texts: %j', async (over, triggers) => {
    expect(judge(await xmlOf(over)).triggers).toEqual(triggers);
  });
});
