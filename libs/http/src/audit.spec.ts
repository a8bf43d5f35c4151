import { Controller, Get, Post, Res } from '@nestjs/common';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FastifyReply } from 'fastify';
import { refuse } from '#kernel';
import type { Answered, RequestAudit } from './audit.js';
import { HttpRefusal } from './refusals.js';
import { testApp, testKeys, type TestApp } from './testing/app.js';

@Controller('things')
class Things {
  @Post()
  create(): object {
    return { id: '6743f1c2a1b2c3d4e5f60718', name: 'x'.repeat(300_000) };
  }

  @Post('refused')
  refused(): void {
    throw new HttpRefusal(refuse('conflict').refusal);
  }

  @Post('bug')
  bug(): void {
    throw new Error('a bug');
  }

  @Get('file')
  file(@Res({ passthrough: true }) reply: FastifyReply): Buffer {
    void reply.header('content-disposition', 'attachment').header('content-type', 'application/zip');
    return Buffer.from('PK');
  }
}

const row = { keys: ['test'], bodyLimit: 'small', rateClass: 'write' } as const;
const told: (Answered & { readonly caller: string | undefined; readonly from: string | undefined })[] = [];
let verdict: () => Promise<void> | undefined = () => undefined;
let api: TestApp;

beforeAll(async () => {
  const routes = {
    'POST /v2/things': { operation: 'write.things.create', ...row },
    'POST /v2/things/refused': { operation: 'write.things.refuse', ...row },
    'POST /v2/things/bug': { operation: 'write.things.fail', ...row },
    'GET /v2/things/file': { operation: 'read.things.file', ...row },
  } as const;
  const audit: RequestAudit = {
    answered: ({ caller, from }, answer) => {
      told.push({ ...answer, caller: caller?.keyId, from });
      return verdict();
    },
  };
  api = await testApp([Things], routes, { log: () => undefined }, { audit });
});
afterAll(() => api.app.close());
beforeEach(() => {
  told.length = 0;
  verdict = () => undefined;
});

const post = (path = '', authorization?: string | null) =>
  api.call(`/v2/things${path}`, { method: 'POST', ...(authorization !== undefined && { authorization }) });

describe('the log of requests', () => {
  it('learns of each answer once: its status, its code, how it begins, whose key it was and from where', async () => {
    expect((await post()).status).toBe(201);
    await post('/refused');
    await post('/bug');
    await post('', `Bearer ${testKeys.user}`);
    await post('', null);
    // One after the other: refused, failed and unknown ones don't count for ever.
    expect(Math.max(...told.map(({ underWay = 0 }) => underWay))).toBeLessThanOrEqual(2);
    expect(told.map(({ start: _start, underWay: _underWay, ...one }) => one)).toEqual([
      { status: 201, refused: undefined, caller: 'k1', from: '127.0.0.1' },
      { status: 409, refused: 'conflict', caller: 'k1', from: '127.0.0.1' },
      { status: 500, refused: 'internal_error', caller: 'k1', from: '127.0.0.1' },
      { status: 400, refused: 'organization_id_required', caller: 'k3', from: '127.0.0.1' },
      { status: 401, refused: 'missing_credentials', caller: undefined, from: '127.0.0.1' },
    ]);
    expect(told[0]?.start).toMatch(/^\{"id":"6743f1c2a1b2c3d4e5f60718","name":"x+$/);
    expect(told[0]?.start.length).toBeLessThan(100);
  });

  it('keeps an answer back until it has written', async () => {
    let write: () => void = () => undefined;
    verdict = () => new Promise((resolve) => (write = resolve));
    let answered = false;
    const answer = post().finally(() => (answered = true));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([told.length, answered]).toEqual([1, false]);
    write();
    expect((await answer).status).toBe(201);
  });

  it('takes the place of an answer that it cannot write, and is not asked about that', async () => {
    const error = new HttpRefusal(refuse('service_unavailable', { params: { retryAfter: 2 } }).refusal);
    verdict = () => Promise.reject(error);
    const [made, file] = [await post(), await api.call('/v2/things/file')];
    for (const answer of [made, file]) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
      expect(answer.headers.get('content-disposition')).toBeNull();
      expect(await answer.json()).toMatchObject({ ok: false, code: 'service_unavailable' });
    }
    expect(told).toHaveLength(2);
  });

  it('is no reason to lose an answer by its own bugs: they are 500', async () => {
    verdict = () => Promise.reject(new Error('a bug of the log'));
    expect((await post()).status).toBe(500);
    expect(told).toHaveLength(1);
  });
});
