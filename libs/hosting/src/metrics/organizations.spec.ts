import { describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { OrganizationMetrics } from './organizations.js';

describe('the metrics of organizations', () => {
  const seriesOf = async (registry: Registry) =>
    (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));

  it('name the organization that takes too much, and what of', async () => {
    const registry = new Registry();
    const metrics = new OrganizationMetrics(registry);
    metrics.refused('reads', 'greedy');
    metrics.refused('reads', 'greedy');
    metrics.refused('connections', undefined);
    metrics.moved('out', 5_000, 'greedy');
    metrics.worked(700, 'greedy');
    metrics.worked(800, 'greedy');
    expect(await seriesOf(registry)).toEqual([
      'timbra_organization_refused_total{organization="greedy",excess="reads"} 2',
      'timbra_organization_refused_total{organization="none",excess="connections"} 1',
      'timbra_organization_bytes_total{organization="greedy",direction="in"} 0',
      'timbra_organization_bytes_total{organization="greedy",direction="out"} 5000',
      'timbra_organization_worker_seconds_total{organization="greedy"} 1.5',
    ]);
  });

  it('are of few organizations, however many there are', async () => {
    const registry = new Registry();
    const metrics = new OrganizationMetrics(registry);
    for (let n = 1; n <= 5_000; n += 1) {
      metrics.moved('in', n, `o${n}`);
      metrics.refused('requests', `o${n}`);
      metrics.worked(n, `o${n}`);
    }
    metrics.refused('requests', 'o4500');
    const series = await seriesOf(registry);
    expect(series).toHaveLength(20 + 2 * 20 + 20);
    expect(series[0]).toContain('"o4500"');
    expect(series).toContain('timbra_organization_bytes_total{organization="o5000",direction="in"} 5000');
  });
});
