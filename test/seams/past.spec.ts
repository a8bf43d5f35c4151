import { expect, it } from '@jest/globals';
import { serviceSources } from './sources.js';

it('no service asks owners for their streams by itself, so no route of the API leads there', async () => {
  const asking = (await serviceSources()).filter(({ text }) =>
    /read-past|openPast|BusPast|read-stream|openStreams|BusStreams/.test(text),
  );
  expect(asking.map(({ path }) => path)).toEqual([]);
});
