import type { Steady } from '../steady.ts';
import { rate } from './rate.ts';

/** Measures the cost of a fire with some number of jobs; compare it with another number at the same rate. */
export function growth(order: Steady & { minutes: number; handOverMs: number }) {
  return rate({ ...order, store: 'sqlite' });
}
