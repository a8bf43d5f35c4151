import { describe, expect, it } from '@jest/globals';
import type { PacTrouble } from '#pac';
import { ACCOUNT_STATES } from '#fiscal/pac/probes/judge';
import { Metrics } from '#hosting/metrics/metrics';
import { text, yaml } from './project.js';

/** An alert that asks for a label, or a value of one, that nothing has never fires: nobody would know. */

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string };
}
interface Rules {
  readonly groups: readonly { readonly rules: readonly Rule[] }[];
}

/** All of them, as the compiler knows. */
const TROUBLES: Readonly<Record<PacTrouble, true>> = {
  ...{ not_reached: true, account: true, balance: true, issuer: true, manifest: true, maintenance: true },
  ...{ clock: true, too_many: true, circuit_open: true },
};
const VALUES: Readonly<Record<string, readonly string[]>> = {
  state: ACCOUNT_STATES,
  trouble: Object.keys(TROUBLES),
  source: ['installation', 'organization'],
};

const { groups } = yaml(text('deploy/observability/alerts.yml')) as Rules;
const aboutPacs = groups.flatMap(({ rules }) => rules).filter(({ expr }) => expr.includes('timbra_pac_'));
/** The series that an expression selects, with what it asks of their labels. */
const selected = ({ expr }: Rule) =>
  [...expr.matchAll(/(timbra_\w+)(?:\{([^}]*)\})?/g)].map(([, name = '', labels = '']) => ({
    name,
    labels: [...labels.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"([^"]*)"/g)].map(
      ([, label = '', values = '']) => ({
        label,
        values: values.split('|'),
      }),
    ),
  }));

describe('the alerts of PACs', () => {
  it('ask for labels that the metrics have, and for values that they take', () => {
    const known = new Map(
      new Metrics('spec').registry
        .getMetricsAsArray()
        .map((metric) => [metric.name, (metric as { labelNames?: readonly string[] }).labelNames ?? []]),
    );
    expect(aboutPacs.length).toBeGreaterThan(6);
    for (const rule of aboutPacs)
      for (const { name, labels } of selected(rule)) {
        const names = known.get(name.replace(/_(?:bucket|sum|count)$/, '')) ?? [];
        expect([rule.alert, name, names]).toEqual([rule.alert, name, expect.arrayContaining(['pac'])]);
        for (const { label, values } of labels) {
          expect([rule.alert, names]).toEqual([rule.alert, expect.arrayContaining([label])]);
          if (VALUES[label]) expect(VALUES[label]).toEqual(expect.arrayContaining(values));
        }
      }
  });

  it('say which PAC they are about', () => {
    for (const { alert, expr, annotations } of aboutPacs) {
      expect([alert, annotations.summary]).toEqual([alert, expect.stringContaining('{{ $labels.pac }}')]);
      // Each part of it keeps the label.
      const parts = expr.split(/\bor\b/);
      for (const part of parts) expect([alert, part]).toEqual([alert, expect.stringMatching(/by \(pac\b/)]);
    }
  });

  it('wake nobody at night for an organization’s own account', () => {
    const woken = aboutPacs.filter(({ labels }) => labels.severity === 'critical');
    const accounts = woken.flatMap(selected).filter(({ name }) => name === 'timbra_pac_accounts');
    expect(accounts.length).toBeGreaterThan(0);
    for (const { labels } of accounts)
      expect(labels).toContainEqual({ label: 'source', values: ['installation'] });
  });
});
