import { it } from '@jest/globals';
import { ok } from '#kernel';
import { command } from '../contract.js';
import { freshCluster } from './testing/cluster.js';
it('latency', async () => {
  const bus = await (await freshCluster(['test'])).open();
  bus.serve('test.Work', async () => ok({ position: '1' }));
  await bus.start();
  const out: number[] = [];
  for (let n = 0; n < 40; n += 1) { const t = performance.now(); await bus.send(command('test.Work', String(n))); out.push(Math.round(performance.now() - t)); }
  const t = performance.now();
  await Promise.all(Array.from({length: 5000}, (_, n) => bus.send(command('test.Work', String(n)))));
  process.stderr.write(out.join(' ') + ' 5000: ' + Math.round(performance.now() - t) + '\n');
  const c = process.cpuUsage(); const t2 = performance.now();
  await new Promise(r => setTimeout(r, 5000));
  const d = process.cpuUsage(c); process.stderr.write('idle cpu % ' + ((d.user + d.system) / 1000 / (performance.now() - t2) * 100).toFixed(1) + '\n');
  await bus.stop();
});
