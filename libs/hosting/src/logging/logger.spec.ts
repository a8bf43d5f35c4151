import { describe, expect, it } from '@jest/globals';
import { withCallTrace } from '#bus';
import { createLogger } from './logger.js';

describe('the logger', () => {
  const logged = (object: object, level = 'info'): string => {
    const lines: string[] = [];
    createLogger({ level, to: { write: (line) => void lines.push(line) } }).warn(object, 'message');
    return lines.join('');
  };

  it('writes one JSON line with level, time and service', () => {
    const line = logged({ invoice: 'i1' });
    expect(line.endsWith('\n')).toBe(true);
    expect(JSON.parse(line)).toMatchObject({ level: 40, service: 'timbra', invoice: 'i1', msg: 'message' });
    expect(Date.parse((JSON.parse(line) as { time: string }).time)).not.toBeNaN();
  });

  it.each([
    [{ password: 'hunter2' }],
    [{ body: { password: 'hunter2' } }],
    [{ req: { headers: { authorization: 'Bearer hunter2', cookie: 'hunter2' } } }],
    [{ command: { data: { csd: { passphrase: 'hunter2', privateKey: 'hunter2' } } } }],
    [{ list: [{ api_key: 'hunter2' }] }],
    [{ err: Object.assign(new Error('refused'), { secret: 'hunter2', config: { token: 'hunter2' } }) }],
  ])('keeps secrets to itself (%j)', (object) => {
    const line = logged(object);
    expect(line).toContain('[secret]');
    expect(line).not.toContain('hunter2');
  });

  it('tells of an error its type, message and stack, once', () => {
    const line = JSON.parse(logged({ err: new RangeError('too far') })) as { err: Record<string, string> };
    expect(line.err).toMatchObject({ type: 'RangeError', message: 'too far' });
    expect(line.err['stack']).toContain('logger.spec');
  });

  it('ties lines to the request that is worked on, and others to none', async () => {
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    const line = await withCallTrace({ correlationId: 'request-1', traceparent }, async () => {
      await Promise.resolve();
      return JSON.parse(logged({})) as object;
    });
    expect(line).toMatchObject({ correlationId: 'request-1', traceId: 'a'.repeat(32) });
    expect(JSON.parse(logged({}))).not.toHaveProperty('correlationId');
    const crooked = withCallTrace({ traceparent: '00-secret-00', correlationId: 'r' }, () => logged({}));
    expect(crooked).not.toContain('traceId');
  });

  it('leaves the logged object as it is', () => {
    const object = { body: { password: 'hunter2' } };
    logged(object);
    expect(object).toEqual({ body: { password: 'hunter2' } });
  });

  it('is silent below its level', () => {
    expect(logged({}, 'error')).toBe('');
  });
});
