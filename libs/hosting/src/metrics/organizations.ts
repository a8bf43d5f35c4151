import { LRUCache } from 'lru-cache';
import { Counter, type Registry } from 'prom-client';

/** Of so many organizations the sums are kept, and of so many they are shown. */
const KEPT = 1_000;
const SHOWN = 20;
/** In place of an organization's id, of callers who have shown no key of one. */
const NOBODY = 'none';

interface Sums {
  in: number;
  out: number;
  workerMs: number;
  readonly refused: Map<string, number>;
}

/**
 * What organizations take of a process: the only metrics that name a tenant. Shown are those that were refused something,
 * those that moved the most bytes and those that held the threads longest, at most twenty of each, so that the number of
 * series stays small.
 */
export class OrganizationMetrics {
  private readonly sums = new LRUCache<string, Sums>({ max: KEPT });

  constructor(registry: Registry) {
    const registers = [registry];
    const refused = new Counter({
      name: 'timbra_organization_refused_total',
      help: 'Requests refused because their organization had too much of something; the organizations refused most',
      labelNames: ['organization', 'excess'] as const,
      registers,
      collect: () => {
        refused.reset();
        for (const [organization, sums] of this.most((one) => total(one.refused)))
          for (const [excess, count] of sums.refused) refused.inc({ organization, excess }, count);
      },
    });
    const bytes = new Counter({
      name: 'timbra_organization_bytes_total',
      help: 'Bytes of bodies (in) and answers (out), of the organizations that moved most',
      labelNames: ['organization', 'direction'] as const,
      registers,
      collect: () => {
        bytes.reset();
        for (const [organization, sums] of this.most((one) => one.in + one.out))
          for (const direction of ['in', 'out'] as const)
            bytes.inc({ organization, direction }, sums[direction]);
      },
    });
    const workers = new Counter({
      name: 'timbra_organization_worker_seconds_total',
      help: 'How long threads were taken by large documents, of the organizations that took them longest',
      labelNames: ['organization'] as const,
      registers,
      collect: () => {
        workers.reset();
        for (const [organization, { workerMs }] of this.most((one) => one.workerMs))
          workers.inc({ organization }, workerMs / 1_000);
      },
    });
  }

  /** A request was refused; `organizationId`: undefined where none has shown its key. */
  refused(excess: string, organizationId: string | undefined): void {
    const { refused } = this.sumsOf(organizationId ?? NOBODY);
    refused.set(excess, (refused.get(excess) ?? 0) + 1);
  }

  moved(direction: 'in' | 'out', bytes: number, organizationId: string): void {
    this.sumsOf(organizationId)[direction] += bytes;
  }

  /** A thread was taken for so long; `ms` is that of a monotonic clock. */
  worked(ms: number, organizationId: string): void {
    this.sumsOf(organizationId).workerMs += ms;
  }

  private sumsOf(organization: string): Sums {
    let sums = this.sums.get(organization);
    if (!sums) this.sums.set(organization, (sums = { in: 0, out: 0, workerMs: 0, refused: new Map() }));
    return sums;
  }

  private most(weigh: (sums: Sums) => number): [string, Sums][] {
    return [...this.sums.entries()]
      .filter(([, sums]) => weigh(sums) > 0)
      .sort(([, one], [, other]) => weigh(other) - weigh(one))
      .slice(0, SHOWN);
  }
}

const total = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);
