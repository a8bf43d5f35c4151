import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { STREAM_PREFIXES } from '#contracts';
import { allServices } from '#apps/standalone/src/services';
import type { FeedParts, ServiceDefinition } from '#hosting';

/** Who writes and who follows which streams: docs/architecture.md says so, and here the services are held to it. */

interface Row {
  readonly app: string;
  readonly own: readonly string[];
  readonly foreign: readonly string[];
}

const quoted = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text ?? '');

/** The table of apps, cell by cell. */
const told: readonly Row[] = readFileSync('docs/architecture.md', 'utf8')
  .split(/^(?=\| app )/m)[1]!
  .split('\n\n')[0]!
  .split('\n')
  .slice(2)
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, app = '', , own, foreign]) => ({
    app,
    own: quoted(own),
    foreign: foreign === 'all' ? [''] : quoted(foreign),
  }));

/** With a Kafka, as the publisher has none to follow events for otherwise; nothing is opened before it starts. */
const parts = { config: { kafka: { prefix: 'timbra' } } } as unknown as FeedParts;

const followedBy = ({ projections, processes, consumers }: ServiceDefinition): string[] => [
  ...new Set([
    ...projections.map(({ streamPrefix }) => streamPrefix),
    ...processes.flatMap(({ streams }) => streams),
    ...(consumers?.(parts) ?? []).flatMap(({ streams }) => streams),
  ]),
];

it('the table has a row for each service, and one owner for each kind of stream', () => {
  expect(told.map(({ app }) => app).toSorted()).toEqual(allServices.map(({ name }) => name).toSorted());
  const owned = told.flatMap(({ own }) => own);
  expect(owned.length).toBe(new Set(owned).size);
  const followed = allServices.flatMap(followedBy).filter((prefix) => prefix !== '');
  expect(new Set(owned)).toEqual(new Set(followed));
});

it('each kind of stream is owned by one service, which its definition and its row say alike', () => {
  for (const { name, owns = [] } of allServices)
    expect([name, owns.toSorted()]).toEqual([name, told.find(({ app }) => app === name)?.own.toSorted()]);
  expect(allServices.flatMap(({ owns = [] }) => owns).toSorted()).toEqual(STREAM_PREFIXES.toSorted());
});

it.each(allServices.map((service) => [service.name, service] as const))(
  '%s follows the streams of others that its row names, and no others',
  (name, service) => {
    const row = told.find(({ app }) => app === name);
    const foreign = followedBy(service).filter((prefix) => !row?.own.includes(prefix));
    expect(foreign.toSorted()).toEqual(row?.foreign.toSorted());
  },
);
