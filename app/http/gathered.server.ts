import { Transform } from 'node:stream';

/**
 * Passes on in one piece what was written in one go. A page is rendered in pieces of 2 kB, each of which would be
 * packed and sent by itself.
 */
export function gathered(): Transform {
  let pieces: Buffer[] = [];
  let next: NodeJS.Immediate | undefined;
  const take = () => {
    clearImmediate(next);
    next = undefined;
    const whole = Buffer.concat(pieces);
    pieces = [];
    return whole;
  };
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      pieces.push(piece);
      next ??= setImmediate(() => this.push(take()));
      done();
    },
    flush(done) {
      done(null, take());
    },
    destroy(error, done) {
      clearImmediate(next);
      done(error);
    },
  });
}
