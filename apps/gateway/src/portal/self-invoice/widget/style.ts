import { partStyles } from '../../styles.js';

const { colours, parts, roomy } = partStyles;

const DARK =
  '--paper:#111827;--text:#f3f4f6;--lead:#d1d5db;--quiet:#d1d5db;--soft:#9ca3af;--line:#374151;--edge:#6b7280;--fill:#1f2937;--bad:#fca5a5;--bad-fill:#450a0a;--bad-line:#b91c1c;--ink:#e5e7eb';

/**
 * The style of the widget, in its shadow root: nothing of the shop's page reaches it but the fonts, and properties whose names
 * begin with `--timbra-`. `--brand-*` are the colours of the organization.
 */
export const widgetStyle =
  `:host{${colours};--accent:var(--timbra-accent,var(--brand-accent,#374151));--on-accent:var(--timbra-on-accent,var(--brand-on-accent,#fff));--ink:var(--timbra-ink,var(--brand-ink,#111827));display:block;container-type:inline-size;color:var(--text);font:16px/1.5 var(--timbra-font,system-ui,sans-serif);text-align:left}
:host([hidden]){display:none}
:host([data-theme=dark]){${DARK}}
section.sheet{background:var(--timbra-background,var(--paper));padding:1.25rem;border:1px solid var(--line);border-top:4px solid var(--accent);border-radius:var(--timbra-radius,.5rem)}
.test{margin:0 0 1rem;padding:.5rem;border-radius:.375rem;background:#fef3c7;color:#78350f;text-align:center;font-size:.875rem}
h2{font-size:1.375rem;line-height:1.25;margin:0 0 .5rem;color:var(--text)}
h2:focus{outline:none}
h3{font-size:1rem;margin:0;color:var(--ink)}
.alert h3{color:var(--bad)}
.alert button{margin-top:.5rem}
input,select,.second,.plain,.button{color:var(--text);background:var(--paper)}
footer{margin-top:1.5rem;padding-top:1rem;border-top:1px solid var(--line);font-size:.875rem;color:var(--soft);text-align:center}
footer a,.center a,.notice a{color:var(--ink)}
${parts}
footer{padding:1rem 0 0}
@container (min-width:36rem){${roomy}}`.replace(/\n/g, '');
