import { rareFamilies } from './rare-fonts.js';

/**
 * The style sheet of all documents (a Handlebars template: the palette and the running header vary).
 * Letter paper; sizes in points and millimetres, since this is only ever printed.
 */
export const styles = `
@page {
  size: Letter;
  margin: 10mm 13mm 13mm;
  @bottom-left { content: "{{{running.foot}}}"; font: 400 6.8pt ${rareFamilies}, sans-serif; color: #6b7280; white-space: nowrap; }
  @bottom-right { content: "Página " counter(page) " de " counter(pages); font: 400 6.8pt ${rareFamilies}, sans-serif; color: #6b7280; width: 40mm; }
}
/* Nobody looks at it on a screen: laying it out there too would double the time. */
@media screen { body { display: none; } }
* { box-sizing: border-box; margin: 0; padding: 0; }
html { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
body {
  font: 400 8.4pt/1.42 ${rareFamilies}, sans-serif;
  /* Emoji of one colour, from the same font on every machine. */
  font-variant-emoji: text;
  font-feature-settings: 'tnum';
  color: #1f2937;
  overflow-wrap: anywhere;
}
.strong { font-weight: 600; color: #111827; }
.muted { color: #6b7280; }
/* Space sets them apart: a mark between them would be left over at the end of a line. */
.list span { display: inline-block; max-width: 100%; margin-right: 1.6mm; }
.label { font-size: 6.6pt; font-weight: 600; letter-spacing: .05em; text-transform: uppercase; color: {{palette.ink}}; }

.watermark { position: fixed; z-index: -1; inset: 0; display: flex; flex-direction: column; align-items: center; justify-content: center; gap: 4mm; transform: rotate(-33deg); color: rgba(200, 30, 30, .12); font-weight: 700; line-height: 1.05; text-align: center; white-space: nowrap; }
.watermark div { font-size: 54pt; letter-spacing: .03em; }
.watermark.short div { font-size: 84pt; }
.banner { display: flex; align-items: baseline; gap: 3mm; border-radius: 1.6mm; padding: 1.7mm 3.5mm; margin-bottom: 5mm; font-size: 7.8pt; }
.banner b { font-weight: 700; letter-spacing: .06em; white-space: nowrap; }
.banner.test { background: #fef3c7; color: #78350f; }
.banner.draft { background: #e5e7eb; color: #1f2937; }
.banner.canceled { background: #fee2e2; color: #991b1b; }

.top { display: flex; justify-content: space-between; gap: 8mm; padding-bottom: 4mm; border-bottom: .6mm solid {{palette.accent}}; }
.issuer { display: flex; gap: 5mm; flex: 1; min-width: 0; }
.logo { flex: none; height: 24mm; max-width: 34mm; object-fit: contain; object-position: left top; }
.initials { flex: none; width: 17mm; height: 17mm; border-radius: 3mm; background: {{palette.accent}}; color: {{palette.onAccent}}; font-size: 20pt; font-weight: 700; letter-spacing: .02em; display: flex; align-items: center; justify-content: center; }
.issuer > div:last-child { min-width: 0; }
.issuer h1 { font-size: 12.5pt; line-height: 1.22; font-weight: 700; color: #111827; margin-bottom: .8mm; }
.issuer p { font-size: 7.8pt; color: #4b5563; }
.document { flex: none; width: 66mm; text-align: right; }
.document h2 { font-size: 9.2pt; font-weight: 600; letter-spacing: .1em; text-transform: uppercase; color: {{palette.ink}}; line-height: 1.2; }
.document .folio { font-size: 17pt; font-weight: 700; line-height: 1.2; color: #111827; margin-bottom: 1.6mm; }
.document .folio.long { font-size: 13pt; }
.pairs { display: grid; grid-template-columns: auto auto; justify-content: end; column-gap: 3mm; row-gap: .4mm; font-size: 7.6pt; }
.pairs dt { color: #6b7280; }
.pairs dd { font-weight: 600; color: #111827; }
.fiscal { margin-top: 1.6mm; font-size: 7.6pt; }
.fiscal code { display: block; font: 400 7.4pt/1.4 'IBM Plex Mono', monospace; color: #111827; white-space: nowrap; }

.parties { display: flex; gap: 8mm; padding: 3.6mm 0 4mm; }
.parties > section { flex: 1; min-width: 0; }
.parties h3 { font-size: 10.4pt; font-weight: 600; line-height: 1.3; color: #111827; margin: .6mm 0 .4mm; }
.parties p { font-size: 7.8pt; color: #4b5563; }
.parties .terms { flex: none; width: 86mm; }
.terms dl { display: grid; grid-template-columns: 27mm 1fr; column-gap: 2mm; row-gap: .5mm; font-size: 7.8pt; margin-top: .9mm; }
.terms dt { color: #6b7280; }
.terms dd { color: #111827; }

table { width: 100%; border-collapse: collapse; table-layout: fixed; }
.items { margin-bottom: 4mm; }
.items thead { display: table-header-group; }
.items thead tr { background: {{palette.accent}}; }
.items th { color: {{palette.onAccent}}; font-size: 7pt; font-weight: 600; letter-spacing: .03em; text-align: left; padding: 1.7mm 2mm; }
.items td { padding: 1.6mm 2mm; vertical-align: baseline; border-bottom: .2mm solid #e5e7eb; }
.items tr { break-inside: avoid; }
.items.dense th, .items.dense td { padding-left: 1.4mm; padding-right: 1.4mm; }
.items .n { text-align: right; }
.items .description { white-space: pre-line; color: #111827; font-weight: 600; }
.items .description.long { font-weight: 400; }
.items small { display: block; font-size: 6.9pt; line-height: 1.45; color: #6b7280; }
.items :is(td.unit, td.what) { font-size: 6.9pt; line-height: 1.45; color: #6b7280; white-space: pre-line; }
.items td.unit span { white-space: normal; font-size: 7.5pt; line-height: 1.42; color: #1f2937; }
.items .what span { white-space: nowrap; margin-right: 1.6mm; }
.items .what .own { display: inline-block; max-width: 100%; white-space: normal; }
.items .what .description { font-size: 8.4pt; line-height: 1.42; white-space: pre-line; margin: 0; }
.items .what .tax { color: #374151; }
.items.tight td.n { font-size: 6.6pt; }
.items small.note { white-space: pre-wrap; }

.sums { display: flex; gap: 8mm; justify-content: space-between; break-inside: avoid; break-before: avoid; }
.sums > div:first-child { flex: 1; min-width: 0; }
.words { background: {{palette.tint}}; border-left: .9mm solid {{palette.accent}}; padding: 2mm 3mm; border-radius: 0 1.4mm 1.4mm 0; }
.words p { font-weight: 600; font-size: 8pt; color: #111827; }
.signature { margin-top: 2.4mm; font-size: 7pt; color: #4b5563; text-align: center; }
.signature p { text-align: left; }
.signature div { margin: 9mm auto 0; width: 84mm; border-top: .25mm solid #111827; padding-top: .8mm; color: #111827; font-weight: 600; }
.totals { flex: none; width: 78mm; }
.totals dl { display: grid; grid-template-columns: 1fr auto; row-gap: .8mm; column-gap: 4mm; padding: 0 3mm 2mm; }
.totals dt { color: #4b5563; }
.totals dd { text-align: right; color: #111827; }
.totals .total { display: flex; justify-content: space-between; align-items: baseline; gap: 3mm; background: {{palette.accent}}; color: {{palette.onAccent}}; border-radius: 1.4mm; padding: 2.1mm 3mm; font-weight: 700; font-size: 12pt; }
.totals .total.long { font-size: 9.5pt; }
.totals .total span { font-size: 8.6pt; font-weight: 600; white-space: nowrap; }

.notes { margin-top: 3.4mm; display: grid; row-gap: 1.8mm; font-size: 7.8pt; }
.notes p { white-space: pre-line; }
.custom { margin-top: 4mm; font-size: 8pt; }
.custom h1, .custom h2, .custom h3, .custom h4, .custom h5, .custom h6 { font-size: 9pt; font-weight: 600; color: #111827; margin: 1.5mm 0 .8mm; }
.custom p, .custom ul, .custom ol, .custom table { margin-bottom: 1.2mm; }
.custom ul, .custom ol { padding-left: 5mm; }
.custom th, .custom td { border: .2mm solid #e5e7eb; padding: 1mm 1.6mm; vertical-align: top; }
.custom :is(th, td):not([align]) { text-align: left; }
.custom a { color: {{palette.ink}}; }
.custom b, .custom strong, .custom th { font-weight: 600; }

.seal { margin-top: 4mm; padding-top: 3mm; border-top: .3mm solid {{palette.line}}; display: flex; gap: 5mm; break-inside: avoid; break-before: avoid; }
.seal svg { flex: none; margin: -1.5mm; }
.seal > div { flex: 1; min-width: 0; }
.seal .certificates { display: flex; flex-wrap: wrap; column-gap: 6mm; row-gap: .6mm; margin-bottom: 1.4mm; }
.seal .certificates p { font-size: 7pt; color: #111827; }
.seal .label { font-size: 5.8pt; }
.seal code { display: block; font: 400 5.5pt/1.24 'IBM Plex Mono', 'Liberation Mono', 'DejaVu Sans Mono', monospace; color: #374151; overflow-wrap: anywhere; word-break: break-all; margin-bottom: .8mm; }
.legend { break-before: avoid; margin-top: 2mm; text-align: center; font-size: 7pt; color: #6b7280; }
.legend.marked { font-weight: 600; color: #991b1b; }

.repeating { table-layout: fixed; }
.repeating > tfoot { display: table-footer-group; }
.repeating > tbody > tr > td, .repeating > tfoot > tr > td { padding: 0; }

.part { margin-bottom: 3.4mm; }
.part.main > h3 { font-size: 9.6pt; font-weight: 700; color: {{palette.ink}}; border-bottom: .3mm solid {{palette.line}}; padding-bottom: .8mm; margin-bottom: 2mm; }
.part h3 { font-size: 8.2pt; font-weight: 600; color: #111827; margin-bottom: 1.2mm; break-after: avoid; }
.part .facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(42mm, 1fr)); column-gap: 4mm; row-gap: 1.2mm; margin-bottom: 2.4mm; font-size: 7.6pt; }
.part.narrow > .facts { grid-template-columns: repeat(5, 1fr); grid-auto-flow: dense; column-gap: 3mm; row-gap: .9mm; }
.part .facts:has(+ table) { break-after: avoid; }
.part .facts div { break-inside: avoid; min-width: 0; }
.part .facts .long { grid-column: span 2; }
.part.narrow > .facts .longest { grid-column: span 3; }
.part .facts dt { font-size: 6.5pt; color: #6b7280; line-height: 1.3; }
.part .facts dd { color: #111827; }
.part .items { margin-bottom: 2.4mm; font-size: 7.5pt; }
.part .items th { font-size: 6.6pt; padding-top: 1.2mm; padding-bottom: 1.2mm; }
.part .items td { padding-top: 1.1mm; padding-bottom: 1.1mm; }
.part .items td:not(.n) { white-space: pre-line; }
.part .items b { font-weight: 600; color: #111827; }
.part .sum td { font-weight: 600; color: #111827; background: {{palette.tint}}; break-before: avoid; }
.side { display: flex; gap: 6mm; flex-wrap: wrap; }
.side > .part { flex: 1 1 80mm; min-width: 0; margin-bottom: 1mm; }
.stack > .part { margin-bottom: 1.6mm; }
.with-qr { display: flex; gap: 5mm; justify-content: space-between; margin-bottom: 2mm; }
.with-qr > div { flex: 1; min-width: 0; }
.with-qr figure { flex: none; text-align: center; break-inside: avoid; }
.with-qr figcaption { font-size: 6pt; color: #6b7280; }

/* A payslip has many short rows and has to fit on one page. */
.compact { font-size: 7.8pt; line-height: 1.34; }
.compact .top { padding-bottom: 2.4mm; }
.compact .top h1 { font-size: 11pt; }
.compact .document > :is(h2, .folio) { display: inline-block; }
.compact .document .folio { margin: 0 0 .8mm 2.4mm; font-size: 12pt; }
.compact :is(.issuer p, .parties p, .terms dl, .pairs, .fiscal) { font-size: 7.2pt; }
.compact .fiscal { margin-top: .8mm; }
.compact .parties { padding: 2.2mm 0 2.4mm; }
.compact .parties h3 { font-size: 9.4pt; }
.compact .part { margin-bottom: .8mm; }
.compact .part h3 { margin-bottom: .7mm; }
.compact .part.main > h3 { padding-bottom: .4mm; margin-bottom: 1.2mm; }
.compact .part .items { margin-bottom: 1mm; font-size: 7.2pt; }
.compact .words { padding: 1.2mm 3mm; }
.compact .part .items td { padding-top: .4mm; padding-bottom: .4mm; }
.compact .part .items th { padding-top: .8mm; padding-bottom: .8mm; }
.compact .banner { padding: 1mm 3.5mm; margin-bottom: 3mm; }
.compact .seal { margin-top: 2.4mm; padding-top: 2.4mm; }

.facts-table { margin: 5mm 0; }
.facts-table td { padding: 1.9mm 2mm; border-bottom: .2mm solid #e5e7eb; vertical-align: top; }
.facts-table td:first-child { width: 52mm; color: #6b7280; }
.facts-table td:last-child { color: #111827; font-weight: 600; }
`;
