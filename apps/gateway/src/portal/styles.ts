/** Colours of what is on a page; those of the organization come beside them. */
const colours =
  '--paper:#fff;--text:#111827;--lead:#374151;--quiet:#4b5563;--soft:#6b7280;--line:#e5e7eb;--edge:#9ca3af;--fill:#f3f4f6;--bad:#991b1b;--bad-fill:#fef2f2;--bad-line:#fca5a5';

/** What is on a page, for a page of ours and for the widget in another's: needs {@link colours}, `--accent`, `--on-accent` and `--ink`. */
const parts = `
*{box-sizing:border-box}
.lead{margin:0 0 .5rem;color:var(--lead);overflow-wrap:anywhere}
.small{margin:0;font-size:.875rem;color:var(--soft)}
fieldset{border:0;margin:1.75rem 0 0;padding:0;min-width:0}
legend,summary{font-weight:600;font-size:1.0625rem;color:var(--ink);padding:0}
details{margin:1.75rem 0 0;border-top:1px solid var(--line);padding-top:1.25rem}
summary{cursor:pointer}
.grid{display:grid;gap:1.125rem;margin-top:.875rem}
.field{min-width:0}
label{display:block;font-weight:600;font-size:.9375rem;margin-bottom:.25rem}
.optional{font-weight:400;color:var(--soft)}
.hint{margin:.25rem 0 0;font-size:.8125rem;color:var(--soft)}
input,select{width:100%;min-height:2.875rem;padding:.5rem .75rem;border:1px solid var(--edge);border-radius:.5rem;background:var(--paper);color:inherit;font:inherit}
select{text-overflow:ellipsis}
input[data-upper]{text-transform:uppercase}
input:focus,select:focus,button:focus-visible,a:focus-visible,summary:focus-visible{outline:3px solid var(--ink);outline-offset:1px}
.wrong input,.wrong select{border-color:var(--bad);box-shadow:inset 0 0 0 1px var(--bad)}
.error{margin:.3rem 0 0;font-size:.875rem;color:var(--bad);overflow-wrap:anywhere}
.alert{margin:1.25rem 0 0;padding:.875rem 1rem;border:1px solid var(--bad-line);border-left:4px solid var(--bad);border-radius:.5rem;background:var(--bad-fill)}
.alert:focus{outline:none}
.alert ul{margin:.375rem 0 0;padding-left:1.25rem}
.alert a{color:var(--bad)}
.send{margin-top:2rem}
.send button{width:100%;min-height:3rem;padding:.625rem 1.5rem;border:0;border-radius:.5rem;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:600;cursor:pointer}
.send button:hover{text-decoration:underline}
.send button:disabled{opacity:.65;cursor:progress}
.send .small{margin-top:.75rem;text-align:center}
.otherwise{margin-top:1rem;text-align:center}
.otherwise button{min-height:2.75rem;padding:.5rem 1rem;border:0;border-radius:.5rem;background:none;color:var(--quiet);font:inherit;text-decoration:underline;cursor:pointer}
.sale{margin:1.5rem 0 0;padding-top:1.25rem;border-top:1px solid var(--line)}
.facts,.amounts,.uses dl{margin:.75rem 0 0}
.facts div,.amounts div{display:flex;gap:1rem;justify-content:space-between;padding:.25rem 0}
dt{color:var(--quiet)}
dd{margin:0;text-align:right;overflow-wrap:anywhere;min-width:0}
.facts dt,.amounts dt{flex:none;max-width:60%}
.amounts{border-top:1px solid var(--line);padding-top:.5rem}
.amounts .strong{font-weight:700;font-size:1.125rem}
.amounts .strong dt{color:inherit}
table{width:100%;margin-top:.75rem;border-collapse:collapse;font-size:.9375rem}
th,td{padding:.375rem .5rem .375rem 0;text-align:left;vertical-align:top;border-top:1px solid var(--fill);overflow-wrap:anywhere}
th{font-size:.8125rem;color:var(--quiet);border:0}
th:first-child,td:first-child{width:4rem}
th:last-child,td:last-child{padding-right:0;text-align:right;white-space:nowrap}
.uses summary{font-size:.9375rem}
.uses div{padding:.375rem 0}
.uses dt{font-weight:600;color:inherit}
.uses dd{text-align:left;color:var(--quiet);font-size:.9375rem}
.one{grid-template-columns:1fr!important}
.second,.plain,.button{display:inline-block;min-height:2.75rem;padding:.5rem 1.25rem;border:1px solid var(--edge);border-radius:.5rem;background:var(--paper);color:var(--text);font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
.plain{min-height:2.25rem;padding:.25rem .75rem;font-weight:400;font-size:.9375rem}
.second:hover,.plain:hover,.button:hover{text-decoration:underline}
.downloads{display:flex;flex-wrap:wrap;gap:.75rem;justify-content:center;margin:1.5rem 0 .75rem}
.downloads .button{background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
.center{text-align:center}
.center a,.notice a{color:var(--ink)}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.wait .mark{background:var(--line);color:var(--quiet)}
.wait .mark::before{content:"\\2026"}
.notice{padding:2rem 0;text-align:center}
.notice p{margin:.5rem auto 0;max-width:30rem;color:var(--lead);overflow-wrap:anywhere}
.mark{width:3.5rem;height:3.5rem;margin:0 auto 1.25rem;border-radius:50%;display:grid;place-items:center;font-size:1.75rem;font-weight:700}
.done .mark{background:var(--accent);color:var(--on-accent)}
.done .mark::before{content:"\\2713"}
.stop .mark{background:var(--line);color:var(--quiet)}
.stop .mark::before{content:"!"}
footer{padding:1rem 1.25rem;border-top:1px solid var(--line);font-size:.875rem;color:var(--soft);text-align:center;overflow-wrap:anywhere}
footer p{margin:0}
footer a{color:var(--ink)}
`;

/** The same where there is room: two fields in a row. */
const roomy = `.grid{grid-template-columns:1fr 1fr}
.wide{grid-column:1/-1}
.send button{width:auto;min-width:14rem}
.send{text-align:center}`;

/** The style of hosted pages: from a phone upwards, in the system's own type, nothing loaded from anywhere. */
export const styles = `:root{${colours}}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:#f3f4f6;color:#111827;font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
.test{margin:0;padding:.6rem 1rem;background:#fef3c7;color:#78350f;text-align:center;font-size:.875rem;border-bottom:1px solid #fcd34d}
.test span{display:inline-block}
.sheet{max-width:42rem;margin:0 auto;background:#fff;border-top:4px solid var(--accent);min-height:100vh}
header{display:flex;flex-wrap:wrap;gap:.75rem 1.5rem;justify-content:space-between;align-items:center;padding:1rem 1.25rem;border-bottom:1px solid #e5e7eb}
.who{font-size:1.125rem;color:var(--ink);overflow-wrap:anywhere;min-width:0}
.who img{display:block;max-height:3.5rem;max-width:14rem;object-fit:contain}
nav{display:flex;gap:.25rem;margin-left:-.625rem;font-size:.875rem}
nav a,nav button,nav span{padding:.375rem .625rem;border-radius:.375rem;color:#4b5563;text-decoration:none}
nav button{border:0;background:none;font:inherit;cursor:pointer}
nav a:hover,nav button:hover{background:#f3f4f6;text-decoration:underline}
nav span{background:#f3f4f6;color:#111827;font-weight:600}
.enter{position:absolute;left:-99rem}
main{padding:1.5rem 1.25rem 2rem}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem}
h2{font-size:1rem;margin:0}
.alert h2{color:#991b1b}
h2{color:var(--ink)}
${parts}
.label{margin:1.5rem 0 .375rem}
h3{font-size:.9375rem;margin:1rem 0 .375rem}
.document{max-height:22rem;overflow:auto;padding:.75rem 1rem;border:1px solid var(--edge);border-radius:.5rem;background:var(--fill);font-size:.9375rem;white-space:pre-wrap;overflow-wrap:anywhere}
.document:focus-visible{outline:3px solid var(--ink);outline-offset:1px}
.secret{padding:.75rem 1rem;border:1px solid var(--edge);border-radius:.5rem;background:var(--fill)}
.secret code{font:600 1rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere;user-select:all}
@media (min-width:40rem){
  .sheet{margin:2rem auto;min-height:0;border-radius:.75rem;box-shadow:0 1px 3px rgba(0,0,0,.12);overflow:hidden}
  header{padding:1.25rem 2.5rem}
  main{padding:2rem 2.5rem 2.5rem}
${roomy}
}
@media print{.test,nav,.send{display:none}}
`;

/** What the widget shares with them. */
export const partStyles = { colours, parts, roomy };
