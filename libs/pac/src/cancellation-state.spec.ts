import { describe, expect, it } from '@jest/globals';
import { cancellationState, type CancellationState } from './cancellation-state.js';
import type { Estado } from './port.js';

describe('cancellationState', () => {
  it.each<[Estado, string, boolean, CancellationState]>([
    ['Vigente', '', false, 'none'],
    ['Vigente', '', true, 'verifying'],
    ['Vigente', 'En proceso', true, 'pending'],
    ['Vigente', 'En proceso', false, 'pending'],
    ['Vigente', 'Solicitud rechazada', true, 'rejected'],
    ['Vigente', 'Plazo vencido', true, 'expired'],
    ['Cancelado', 'Cancelado sin aceptación', true, 'accepted'],
    ['Cancelado', 'Cancelado con aceptación', false, 'accepted'],
    ['Cancelado', 'Plazo vencido', true, 'accepted'],
    ['No Encontrado', '', true, 'verifying'],
    ['No Encontrado', '', false, 'none'],
  ])('%s with "%s" (requested: %s) is %s', (estado, estatusCancelacion, requested, expected) => {
    expect(cancellationState({ estado, estatusCancelacion }, requested)).toBe(expected);
  });
});
