// First the server: engine.ts reads its address. Exports keep their order when imports are sorted.
export { killTemporal, whileSilent } from './on-disk.ts';
export * from './engine.ts';
