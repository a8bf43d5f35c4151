import { describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { allServices } from '#apps/standalone/src/services';
import { needsOf } from '#hosting';

const ADR = resolve(import.meta.dirname, '../../docs/adr/0031-three-keys.md');
const kafka = { kafka: {} as never };

/** A key that a process does not need is one that a break-in there does not find. */
describe('the keys that a process of a service needs', () => {
  const needs = Object.fromEntries(allServices.map((service) => [service.name, needsOf([service], kafka)]));

  it('are those of signing for stamping and cancellation alone', () => {
    const signing = Object.keys(needs).filter((name) => needs[name]?.includes('signing'));
    expect(signing.sort()).toEqual(['cancellation', 'stamping']);
  });

  it('are what docs/adr/0031 tells operators', async () => {
    const rows = (await readFile(ADR, 'utf8')).split('\n').filter((line) => line.startsWith('| '));
    const told = rows.flatMap((line) => {
      const [names = '', ...cells] = line.split('|').slice(1, -1);
      const keys = ['documents', 'signing', 'bus'].filter((_, at) => cells[at]?.trim() === 'yes');
      return names.split(',').map((name) => [name.trim(), keys] as const);
    });
    for (const [name, keys] of Object.entries(needs))
      expect([name, told.find(([row]) => row === name)?.[1]]).toEqual([name, keys]);
  });

  it('are none of the bus without Kafka, and those of documents for a program without services', () => {
    expect(needsOf(allServices, { kafka: undefined })).not.toContain('bus');
    expect(needsOf([], kafka)).toEqual(['documents', 'bus']);
  });
});
