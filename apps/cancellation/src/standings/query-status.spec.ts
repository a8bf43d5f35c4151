import { describe, expect, it } from '@jest/globals';
import type { FiscalDocument, QueryStatusCommand } from '#contracts';
import { Pace, type StatusOutcome } from '#pac';
import type { TaxAuthority } from '../cancellation/authority.js';
import { QueryStatusHandler } from './query-status.js';
import { standingOf } from './standing.js';

const at = '2026-11-27T18:00:00.000Z';
const nothing = { status: null, checked_at: null, efos: null };
const documents = (count: number): FiscalDocument[] =>
  Array.from({ length: count }, (_, n) => ({
    uuid: `5C5C5C5C-0000-4000-8000-0000000000${String(n).padStart(2, '0')}`,
    ...{ issuer_rfc: 'EKU9003173C9', receiver_rfc: 'URE180429TM6', total: '116.00', sello_tail: 'aXNvcg==' },
  }));
const valid: StatusOutcome = { kind: 'status', at, estado: 'Vigente' };

/** A handler over an authority that answers as it is told, by the number of the document. */
function handler(answer: (n: number) => Promise<StatusOutcome>) {
  const asked: number[] = [];
  const authority = {
    status: async (_: unknown, { uuid }: FiscalDocument) => {
      const n = Number(uuid.slice(-2));
      asked.push(n);
      return answer(n);
    },
  } as unknown as TaxAuthority;
  const query = new QueryStatusHandler(authority);
  const ask = async (count: number, livemode = false) => {
    const tenant = { organizationId: 'org', livemode };
    const command = { tenant, data: { documents: documents(count) } } as unknown as QueryStatusCommand;
    const outcome = await query.execute(command);
    return outcome.ok ? outcome.value.data.standings : outcome.refusal.code;
  };
  return { query, ask, asked };
}

describe('what the status service said, in words of messages', () => {
  const says = (more: object): StatusOutcome => ({ ...valid, ...more });
  it.each<[StatusOutcome, object]>([
    [valid, { status: 'valid', checked_at: at, efos: null }],
    [says({ estado: 'Cancelado' }), { status: 'canceled', cancellation: 'accepted' }],
    [
      says({ estado: 'Cancelado', estatusCancelacion: 'Plazo vencido' }),
      { status: 'canceled', cancellation: 'accepted' },
    ],
    [says({ estatusCancelacion: 'En proceso' }), { status: 'valid', cancellation: 'pending' }],
    [says({ estatusCancelacion: 'Solicitud rechazada' }), { status: 'valid', cancellation: 'rejected' }],
    [says({ estado: 'No Encontrado', efos: 'listed' }), { status: 'not_found', efos: 'listed' }],
    [{ kind: 'unavailable', reason: 'HTTP 503' }, nothing],
  ])('%o', (outcome, expected) => {
    expect(standingOf(outcome)).toMatchObject(expected);
  });
});

describe('many documents are asked for', () => {
  it('and answered in their order, whoever answers first', async () => {
    const { ask } = handler(async (n) => {
      for (let turn = 3 - n; turn > 0; turn -= 1) await Promise.resolve();
      return n === 1 ? { ...valid, estado: 'Cancelado' } : valid;
    });
    expect(await ask(3)).toMatchObject([{ status: 'valid' }, { status: 'canceled' }, { status: 'valid' }]);
  });

  it('at most twenty', async () => {
    const { ask, asked } = handler(async () => valid);
    await expect(ask(21)).rejects.toThrow('21 documents');
    expect(asked).toEqual([]);
  });

  it('and those without an answer in time say nothing', async () => {
    const { query, ask } = handler((n) => (n === 1 ? new Promise(() => undefined) : Promise.resolve(valid)));
    query.timing = { ...query.timing, withinMs: 20 };
    expect(await ask(3)).toMatchObject([{ status: 'valid' }, nothing, { status: 'valid' }]);
  });

  it('of the SAT once a second; who would wait too long for a turn is told nothing, and not asked', async () => {
    const waits: number[] = [];
    const pause = async (ms: number) => void waits.push(ms);
    const { query, ask, asked } = handler(async () => valid);
    const pace = new Pace({ gapMs: 1_000, longestMs: 2_000, elapsed: () => 0, pause });
    query.timing = { ...query.timing, pace };
    expect(await ask(4, true)).toMatchObject([
      { status: 'valid' },
      { status: 'valid' },
      { status: 'valid' },
      nothing,
    ]);
    expect(waits).toEqual([1_000, 2_000]);
    expect(asked).toEqual([0, 1, 2]);
  });

  it('of the sandbox without a pace', async () => {
    const { query, ask } = handler(async () => valid);
    query.timing = { ...query.timing, pace: { turn: async () => false } };
    expect(await ask(1)).toMatchObject([{ status: 'valid' }]);
  });
});
