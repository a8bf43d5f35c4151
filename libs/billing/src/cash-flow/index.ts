export { addFigures, FIGURES, figuresOf, type Figure, type Figures } from './figures.js';
export { flowOf, noObjetoOf, type FlowDocument, type FlowEntry, type FlowKind } from './flow.js';
