import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { renameSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { loadList } from '#sat/lists/load';
import { certificate, lcoText, listBench, lrfcText, type ListBench } from '#sat/lists/testing';
import { createLogger } from '#hosting/logging/logger';
import { Metrics } from '#hosting/metrics/metrics';
import { WatchedLists, type LoadList } from './watched-lists.js';

let bench: ListBench;
let metrics: Metrics;
const lines: string[] = [];
const log = createLogger({ level: 'info', to: { write: (line) => void lines.push(line) } });
beforeEach(() => {
  bench = listBench();
  metrics = new Metrics('invoicing');
  lines.length = 0;
});
afterEach(() => {
  bench.remove();
});

let loads = 0;
const here: LoadList = (list) => {
  loads += 1;
  return loadList(list);
};
const watch = (paths: { lrfc?: string[]; lco?: string[]; efos69b?: string[] }, load = here) => {
  loads = 0;
  return new WatchedLists(
    { lrfc: [], lco: [], efos69b: [], listsDir: bench.folder, ...paths },
    log,
    metrics,
    load,
  );
};
const errors = () =>
  lines.filter((line) => line.includes('"level":50') || line.includes('can not be loaded'));

describe('watched lists', () => {
  it('are none where no file is named and none is loaded', async () => {
    const lists = watch({});
    await lists.look();
    expect([
      lists.isLoaded('lrfc'),
      await lists.registered('EKU9003173C9'),
      lists.efos('EKU9003173C9'),
    ]).toEqual([false, undefined, undefined]);
    lists.stop();
  });

  it('are loaded from the files that are named, once, and again when these change', async () => {
    const path = bench.file('l.txt', lrfcText('EKU9003173C9|0|0'));
    const lists = watch({ lrfc: [path] });
    await lists.look();
    await lists.look();
    expect([loads, lists.isLoaded('lrfc'), await lists.registered('CACX7605101P8')]).toEqual([1, true, null]);
    bench.file('l.txt', lrfcText('EKU9003173C9|0|0', 'CACX7605101P8|1|0'));
    await lists.look();
    expect([loads, await lists.registered('CACX7605101P8')]).toMatchObject([2, { sncf: true }]);
    lists.stop();
  });

  it('are not loaded again by the next process', async () => {
    const path = bench.file('lco.xml', lcoText({ EKU9003173C9: [certificate(2)] }));
    const first = watch({ lco: [path] });
    await first.look();
    first.stop();
    const second = watch({ lco: [path] });
    expect(await second.obligations('EKU9003173C9')).toBe(2);
    await second.look();
    expect(loads).toBe(0);
    second.stop();
  });

  it('stay the last good ones when a file is damaged, which is told once, until it has changed', async () => {
    const path = bench.file('l.txt', lrfcText('EKU9003173C9|0|0'));
    const lists = watch({ lrfc: [path] });
    await lists.look();
    bench.file('l.txt', '<html>');
    await lists.look();
    await lists.look();
    expect([loads, errors().length]).toEqual([2, 1]);
    expect(await lists.registered('EKU9003173C9')).toEqual({ sncf: false, subcontratacion: false });
    renameSync(path, join(bench.folder, 'elsewhere'));
    await lists.look();
    await lists.look();
    expect(errors()).toHaveLength(2);
    bench.file('l.txt', lrfcText('EKU9003173C9|1|0'));
    utimesSync(path, 1, 1);
    await lists.look();
    expect(await lists.registered('EKU9003173C9')).toEqual({ sncf: true, subcontratacion: false });
    lists.stop();
  });

  it('say in metrics that they can not be loaded, until they can or are what they were', async () => {
    const path = bench.file('l.txt', lrfcText('EKU9003173C9|0|0'));
    const shown = async (name: string) =>
      (await metrics.text()).split('\n').find((line) => line.startsWith(`${name}{`));
    const failed = () => shown('timbra_sat_list_failed');
    const lists = watch({ lrfc: [path] });
    expect(await shown('timbra_sat_list_loaded_timestamp_seconds')).toBeUndefined();
    await lists.look();
    expect(await failed()).toBe('timbra_sat_list_failed{list="lrfc"} 0');
    const at = /} (.*)$/.exec((await shown('timbra_sat_list_loaded_timestamp_seconds')) ?? '')?.[1];
    expect(Math.abs(Number(at) - Date.now() / 1_000)).toBeLessThan(60);
    bench.file('l.txt', '<html>');
    await lists.look();
    await lists.look();
    expect(await failed()).toBe('timbra_sat_list_failed{list="lrfc"} 1');
    bench.file('l.txt', lrfcText('EKU9003173C9|0|0', 'CACX7605101P8|1|0'));
    await lists.look();
    expect(await failed()).toBe('timbra_sat_list_failed{list="lrfc"} 0');
    renameSync(path, join(bench.folder, 'elsewhere'));
    await lists.look();
    expect(await failed()).toBe('timbra_sat_list_failed{list="lrfc"} 1');
    renameSync(join(bench.folder, 'elsewhere'), path);
    await lists.look();
    expect(await failed()).toBe('timbra_sat_list_failed{list="lrfc"} 0');
    lists.stop();
  });

  it('are what another process, or an operator, has loaded meanwhile', async () => {
    const lists = watch({});
    await bench.load('lrfc', [bench.file('l.txt', lrfcText('EKU9003173C9|0|0'))]);
    await lists.look();
    expect(lists.isLoaded('lrfc')).toBe(true);
    lists.stop();
  });
});
