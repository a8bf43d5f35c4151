import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { EVENT_CATALOGUE, PUBLIC_AGGREGATES, PUBLIC_STREAMS } from './catalogue.js';

const ROOT = resolve(import.meta.dirname, '../../../..');

/** Every type of domain event that the sources define. */
function definedTypes(): string[] {
  const files = ['libs', 'apps'].flatMap((part) =>
    readdirSync(join(ROOT, part), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/spec\.ts$|testing/.test(name))
      .map((name) => join(ROOT, part, name)),
  );
  return files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bDomainEvent<\s*'([A-Za-z]+)'/g)].map(([, type = '']) => type),
  );
}

const lines = EVENT_CATALOGUE.flatMap(({ aggregate, lines: ofStream }) =>
  Object.entries(ofStream).map(([type, line]) => ({ type, line, aggregate })),
);
const published = lines.flatMap(({ line, aggregate }) =>
  'internal' in line ? [] : line.map(({ as }) => ({ as, aggregate })),
);

describe('the catalogue of public events', () => {
  it('has a line for every type of domain event, and for no other', () => {
    const defined = definedTypes();
    expect(defined.length).toBeGreaterThan(40);
    expect(lines.map(({ type }) => type).toSorted()).toEqual(defined.toSorted());
  });

  it('knows each type once: types tell events apart, whichever stream they are of', () => {
    expect(new Set(lines.map(({ type }) => type)).size).toBe(lines.length);
  });

  it('gives a reason for what it keeps to itself', () => {
    for (const { line } of lines) if ('internal' in line) expect(line.internal.length).toBeGreaterThan(10);
  });

  it('publishes under names that begin with the aggregate, whose topic they go to', () => {
    for (const { as, aggregate } of published)
      expect(as).toMatch(
        new RegExp(`^${(aggregate ?? 'none').replaceAll('-', '_')}\\.[a-z_]+\\.v[1-9][0-9]*$`),
      );
    expect(new Set(published.map(({ aggregate }) => aggregate))).toEqual(new Set(PUBLIC_AGGREGATES));
  });

  it('names the streams of which something is public: the publisher follows no others over topics', () => {
    const withPublic = EVENT_CATALOGUE.filter(({ lines: ofStream }) =>
      Object.values(ofStream).some((line) => !('internal' in line)),
    );
    expect(PUBLIC_STREAMS).toEqual(withPublic.map(({ stream }) => stream));
  });

  it('makes each public event of one domain event only', () => {
    expect(new Set(published.map(({ as }) => as)).size).toBe(published.length);
  });

  it('tells streams apart by their prefixes', () => {
    for (const { stream } of EVENT_CATALOGUE)
      expect(EVENT_CATALOGUE.filter((other) => stream.startsWith(other.stream))).toHaveLength(1);
  });
});
