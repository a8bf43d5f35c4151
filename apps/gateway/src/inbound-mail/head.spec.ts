import { describe, expect, it } from '@jest/globals';
import { readHead } from './head.js';

const read = (lines: readonly string[], end = '\r\n\r\nbody') =>
  readHead(Buffer.from(lines.join('\r\n') + end));

describe('the head of a mail', () => {
  it('says whom it is from and for, decoded, and where its body begins', async () => {
    const lines = [
      'Delivered-To: X1@in.example.mx',
      'Authentication-Results: mx.example.mx; spf=pass smtp.mailfrom=proveedor.mx;',
      ' dkim=pass header.d=proveedor.mx',
      'From: =?utf-8?q?Compa=C3=B1=C3=ADa?= <ventas@proveedor.mx>',
      'To: "Uno" <x1@In.Example.mx>, Grupo: x2@in.example.mx, x3@in.example.mx;',
      'Cc: <x4@in.example.mx>',
      'Subject: =?utf-8?q?Factura_=C3=91?=',
      'Message-ID: <1@proveedor.mx>',
    ];
    const head = await read(lines);
    expect(head).toMatchObject({
      from: 'ventas@proveedor.mx',
      subject: 'Factura Ñ',
      message_id: '<1@proveedor.mx>',
      authentication: 'mx.example.mx; spf=pass smtp.mailfrom=proveedor.mx; dkim=pass header.d=proveedor.mx',
      recipients: ['x1@in.example.mx', ...['x1', 'x2', 'x3', 'x4'].map((one) => `${one}@in.example.mx`)],
    });
    expect(head.bodyAt).toBe(lines.join('\r\n').length + 4);
    expect((await read(['Subject: x'], '\n\nbody')).bodyAt).toBe('Subject: x\n\n'.length);
  });

  it('may say nothing, and a body that looks like headers is none', async () => {
    const nothing = { from: null, subject: null, message_id: null, authentication: null, recipients: [] };
    expect(await read([''], '')).toMatchObject(nothing);
    expect(await read(['X: 1'], '\r\n\r\nTo: x1@in.example.mx\r\nSubject: no\r\n\r\n')).toMatchObject(
      nothing,
    );
    expect(await readHead(Buffer.from(Array.from({ length: 300 }, (_, at) => at % 256)))).toMatchObject(
      nothing,
    );
  });

  it('is bounded, however long its headers are, and shown without control characters', async () => {
    const head = await read([
      `Subject: a\u202E${'b'.repeat(10_000)}`,
      `From: ${'x'.repeat(5_000)}@proveedor.mx`,
      `To: ${Array.from({ length: 5_000 }, (_, index) => `x${index}@in.example.mx`).join(', ')}`,
    ]);
    expect(head.subject).toHaveLength(500);
    expect(head.subject).not.toContain('\u202E');
    expect(head.from?.length ?? 0).toBeLessThanOrEqual(320);
    expect(head.recipients.length).toBeLessThanOrEqual(500);
    const began = performance.now();
    await readHead(Buffer.from(`To: ${','.repeat(5_000_000)}`));
    await readHead(Buffer.from('X-Bomb: x\r\n'.repeat(500_000)));
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});
