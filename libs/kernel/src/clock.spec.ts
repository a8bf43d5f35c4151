import { describe, expect, it } from '@jest/globals';
import { ESLint } from 'eslint';
import { FixedClock, monotonicMs, systemClock, systemNow } from './clock.js';

const tenant = { organizationId: 'o1', livemode: false };

describe('the clock', () => {
  it('of tenants without one of their own is the machine’s', () => {
    const before = systemNow().getTime();
    const now = systemClock.now(tenant).getTime();
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(systemNow().getTime());
  });

  it('of tests stands still until told to move, and hands out no date that could move it', () => {
    const clock = new FixedClock(new Date('2026-11-21T18:00:00Z'));
    clock.now().setUTCFullYear(1999);
    expect(clock.now()).toEqual(new Date('2026-11-21T18:00:00Z'));
    clock.advance(90_000);
    const { now } = clock;
    expect(now()).toEqual(new Date('2026-11-21T18:01:30Z'));
  });

  it('never goes back where durations are measured', () => {
    const readings = Array.from({ length: 1_000 }, monotonicMs);
    expect(readings).toEqual(readings.toSorted((a, b) => a - b));
  });
});

describe('the lint rule of the clock', () => {
  const complaints = async (code: string, filePath: string): Promise<number> => {
    const lint = new ESLint({
      ruleFilter: ({ ruleId }) => ruleId === 'no-restricted-syntax',
      overrideConfig: { languageOptions: { parserOptions: { projectService: false, project: false } } },
    });
    const [result] = await lint.lintText(code, { filePath });
    expect(result?.messages.filter(({ fatal }) => fatal)).toEqual([]);
    return result?.messages.filter(({ ruleId }) => ruleId === 'no-restricted-syntax').length ?? 0;
  };

  it.each([
    'const a = Date.now();',
    'const a = { now: Date.now };',
    "const a = Date['now']();",
    'const a = globalThis.Date.now();',
    'const { now } = Date;',
    'const a = new Date();',
    'const a = Date();',
    'const a = new Date(undefined);',
    'const a = new Date(...([] as []));',
    'const a = new globalThis.Date();',
    "const a = globalThis['Date'].now();",
    'const D = Date; const a = new D();',
    'const a = Reflect.construct(Date, []);',
    "const a = new Intl.DateTimeFormat('es').format();",
    'const a = globalThis.performance.now();',
    "const a = performance['now']();",
    'const { now } = performance;',
    'const { hrtime } = process;',
    "import { performance as p } from 'node:perf_hooks'; const a = p.now();",
    'const a = performance.now() + performance.timeOrigin;',
    'const a = process.hrtime.bigint();',
    "const a = 'SELECT 1 WHERE expires_at < now()';",
    'const a = `UPDATE invoices SET canceled_at = CURRENT_TIMESTAMP`;',
    'const a = `UPDATE invoices SET canceled_at = CURRENT_TIME`;',
    "const a = `SELECT 'now'::timestamptz`;",
  ])('finds %s', async (code) => {
    expect(await complaints(code, 'apps/invoicing/src/invoice/decide.ts')).toBeGreaterThan(0);
  });

  it.each([
    ['const a = new Date(0);', 'apps/invoicing/src/invoice/decide.ts'],
    ['const a = new Date(Date.UTC(2026, 0, 1));', 'apps/invoicing/src/invoice/decide.ts'],
    ['const a = (b: Date | typeof Date) => b instanceof Date;', 'apps/invoicing/src/invoice/decide.ts'],
    ["const a = { Date: new Intl.DateTimeFormat('es').format(b) };", 'apps/invoicing/src/invoice/decide.ts'],
    ['const a = clock.now(tenant);', 'apps/invoicing/src/invoice/decide.ts'],
    ['const a = `the time is now (${monotonicMs()})`;', 'apps/invoicing/src/invoice/decide.ts'],
    ["const a = 'SELECT 1 WHERE leased_until < now()';", 'libs/eventing/src/processes/dispatcher.ts'],
    ['const a = Date.now();', 'libs/eventing/src/processes/processes.int.spec.ts'],
    ['const a = Date.now();', 'libs/kernel/src/clock.ts'],
  ])('leaves alone %s in %s', async (code, file) => {
    expect(await complaints(code, file)).toBe(0);
  });
});
