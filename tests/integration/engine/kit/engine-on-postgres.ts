// First the server: engine.ts reads its address. Exports keep their order when imports are sorted.
export { killTemporal } from './on-postgres.ts';
export * from './engine.ts';
