import { beforeAll, describe, expect, it } from '@jest/globals';
import { timbreXml } from '#cfdi';
import type { NoCertificate } from './port.js';
import { MADE_AT, makeStampMaker, type StampMaker } from './testing/stamps.js';
import { verifyTimbre, type StampToVerify } from './verify.js';

const RFC = 'LSO1306189R5';
let maker: StampMaker;
beforeAll(() => {
  maker = makeStampMaker(RFC);
});

const verify = (xml: string, answer: string, over: Partial<StampToVerify> = {}) =>
  verifyTimbre({ xml, answer, rfcPac: [RFC], certificates: maker.certificates, now: MADE_AT, ...over });

describe('a stamp counts', () => {
  it.each(['comprobante', 'retencion'] as const)('of a %s, alone and inside the document', async (kind) => {
    const xml = await maker.document(kind);
    const { timbre, tfd, cfdi } = await maker.stamp(xml);
    const counted = { kind: 'timbre', timbre: { ...timbre, xml: tfd } };
    expect(await verify(xml, tfd)).toEqual(counted);
    expect(await verify(xml, cfdi)).toEqual(counted);
    expect(await verify(xml, `\uFEFF\n${cfdi}`)).toEqual(counted);
  });

  it('whose UUID the provider writes in lower case, and signs so', async () => {
    const xml = await maker.document();
    const uuid = crypto.randomUUID();
    const { tfd } = await maker.stamp(xml, { uuid });
    const verified = await verify(xml, tfd);
    expect(verified).toMatchObject({ kind: 'timbre', timbre: { uuid: uuid.toUpperCase() } });
    expect(tfd).toContain(uuid);
    expect(verified).toMatchObject({ timbre: { xml: tfd } });
  });

  it('of a document that the provider has written anew', async () => {
    const xml = await maker.document();
    const { cfdi } = await maker.stamp(xml);
    const anew = cfdi.replace(/\/>/g, ' />').replace(/<cfdi:Emisor/, '\n  <cfdi:Emisor');
    expect(anew).not.toBe(cfdi);
    expect(await verify(xml, anew)).toMatchObject({ kind: 'timbre' });
  });

  it('that the test world made, in a provider’s own sandbox alone', async () => {
    const world = makeStampMaker('SPR190613I52');
    const xml = await world.document();
    const { tfd } = await world.stamp(xml);
    const { certificates } = world;
    expect(await verify(xml, tfd, { certificates, rfcPac: [RFC, 'SPR190613I52'] })).toMatchObject({
      kind: 'timbre',
    });
    expect(await verify(xml, tfd, { certificates })).toMatchObject({ kind: 'doubt', why: 'other_pac' });
  });
});

describe('a stamp does not count', () => {
  it('of another document, though it is a good one', async () => {
    const [xml, other] = [await maker.document(), await maker.document()];
    const { tfd, cfdi } = await maker.stamp(other);
    expect(await verify(xml, tfd)).toMatchObject({ why: 'other_document' });
    expect(await verify(xml, cfdi)).toMatchObject({ why: 'other_document' });
  });

  it('inside a document that is not the one that was sent', async () => {
    const xml = await maker.document();
    const { cfdi } = await maker.stamp(xml);
    for (const [from, to] of [
      ['Total="116.00"', 'Total="11600.00"'],
      ['</cfdi:Comprobante>', '<cfdi:Addenda><x/></cfdi:Addenda></cfdi:Comprobante>'],
    ] as const) {
      expect(cfdi).toContain(from);
      expect(await verify(xml, cfdi.replace(from, to))).toMatchObject({ why: 'other_document' });
    }
  });

  it.each([
    [
      'UUID',
      (xml: string) => xml.replace(/UUID="[^"]+"/, `UUID="${crypto.randomUUID().toUpperCase()}"`),
      'sello_sat',
    ],
    ['date', (xml: string) => xml.replace('T09:05:00', 'T09:05:01'), 'sello_sat'],
    ['SelloSAT', (xml: string) => xml.replace(/SelloSAT="..../, 'SelloSAT="AAAA'), 'sello_sat'],
    ['UUID of no form', (xml: string) => xml.replace(/UUID="[^"]+"/, 'UUID="1"'), 'unreadable'],
    [
      'certificate',
      (xml: string) => xml.replace('00001000000700000001', '00001000000700000002'),
      'certificate',
    ],
    ['version', (xml: string) => xml.replace('Version="1.1"', 'Version="1.0"'), 'unreadable'],
  ] as const)('with a changed %s', async (_what, change, why) => {
    const xml = await maker.document();
    const { tfd } = await maker.stamp(xml);
    expect(change(tfd)).not.toBe(tfd);
    expect(await verify(xml, change(tfd))).toMatchObject({ kind: 'doubt', why });
  });

  it('where there is none, several, or no XML', async () => {
    const xml = await maker.document();
    const { tfd, cfdi } = await maker.stamp(xml);
    const twice = cfdi.replace(tfd, `${tfd}${tfd}`);
    for (const answer of ['', 'text', '<html></html>', xml, twice, cfdi.slice(0, -20), `<!DOCTYPE a>${tfd}`])
      expect(await verify(xml, answer)).toMatchObject({ kind: 'doubt', why: 'unreadable' });
  });

  it.each([
    ['unavailable', 'certificate_unavailable'],
    ['unknown', 'certificate'],
    ['not_trusted', 'certificate'],
  ] as const)('whose certificate is %s', async (said: NoCertificate, why) => {
    const xml = await maker.document();
    const { tfd } = await maker.stamp(xml);
    expect(await verify(xml, tfd, { certificates: { byNumber: async () => said } })).toMatchObject({ why });
  });

  it('from a time to come, until that time comes; nor from before the document', async () => {
    const xml = await maker.document();
    const ahead = timbreXml((await maker.stamp(xml, { fechaTimbrado: '2026-11-21T11:05:00' })).timbre);
    expect(await verify(xml, ahead)).toMatchObject({ kind: 'doubt', why: 'date' });
    const later = new Date(MADE_AT.getTime() + 2 * 3_600_000);
    expect(await verify(xml, ahead, { now: later })).toMatchObject({ kind: 'timbre' });
    const early = timbreXml((await maker.stamp(xml, { fechaTimbrado: '2026-11-21T07:00:00' })).timbre);
    expect(await verify(xml, early)).toMatchObject({ kind: 'doubt', why: 'date' });
  });
});
