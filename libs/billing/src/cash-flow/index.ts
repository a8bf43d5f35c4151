export { addFigures, FIGURES, figuresOf, type Figure, type Figures } from './figures.js';
export {
  flowOf,
  noObjetoOf,
  type FlowContext,
  type FlowDocument,
  type FlowEntry,
  type FlowKind,
} from './flow.js';
export { offUnpaid, type CreditNote, type OffUnpaid, type OwedInvoice } from './unpaid.js';
