import { describe, expect, it } from '@jest/globals';
import { uuidsPaidByXml } from './paid-by-xml.js';

const UUID = '5FB2822E-396D-4725-8521-CDC4BDD20CCF';
const paying = (attribute: string, prefix = 'pago20:'): string =>
  `<pago20:Pagos xmlns:pago20="http://www.sat.gob.mx/Pagos20"><${prefix}DoctoRelacionado ${attribute}/></pago20:Pagos>`;

describe('the documents that the XML of a payment pays', () => {
  it.each([
    ['as everybody writes it', paying(`IdDocumento="${UUID}"`)],
    ['in lower case, with spaces', paying(`IdDocumento = ' ${UUID.toLowerCase()} '`)],
    ['with characters written as references', paying(`IdDocumento="&#x35;FB${UUID.slice(3)}"`)],
    ['under another prefix', paying(`IdDocumento="${UUID}"`, 'ñ:')],
    ['under none', paying(`IdDocumento="${UUID}"`, '')],
  ])('are found %s', (_, xml) => expect(uuidsPaidByXml(xml)).toEqual([UUID]));

  it.each([
    ['in a comment', `<a><!-- ${paying(`IdDocumento="${UUID}"`)} --></a>`],
    ['in CDATA', `<a><![CDATA[${paying(`IdDocumento="${UUID}"`)}]]></a>`],
    ['after an error', `<a b=1>${paying(`IdDocumento="${UUID}"`)}</a>`],
    ['which are no UUID', paying('IdDocumento="12345"')],
  ])('are not taken from text %s', (_, xml) => expect(uuidsPaidByXml(xml)).toEqual([]));
});
