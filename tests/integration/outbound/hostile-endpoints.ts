import type { Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

// Malicious endpoints, by their behavior after a request has arrived.

const kib = 1024;
const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n';
const plain = Buffer.alloc(32 * kib * kib, 'a');
const gzip = gzipSync(plain);
const packed = {
  gzip,
  deflate: deflateSync(plain),
  br: brotliCompressSync(plain.subarray(0, 8 * kib * kib)),
  'gzip, gzip': gzipSync(gzip),
};

function endless({ socket, start, part }: { socket: Socket; start: string; part: string | Buffer }) {
  socket.write(start);
  const more = () => {
    while (!socket.destroyed && socket.write(part));
  };
  socket.on('drain', more);
  more();
}

function drip({ socket, start }: { socket: Socket; start: string }) {
  socket.write(start);
  const timer = setInterval(() => socket.write('x'), 100);
  socket.on('close', () => clearInterval(timer));
}

function bomb(coding: keyof typeof packed) {
  return (socket: Socket) => {
    socket.write(`${head}content-encoding: ${coding}\r\ncontent-length: ${packed[coding].length}\r\n\r\n`);
    socket.write(packed[coding]);
  };
}

export const onRequest: Record<string, (socket: Socket) => unknown> = {
  silence: () => {},
  'a close': (socket) => socket.end(),
  'a reset': (socket) => socket.resetAndDestroy(),
  'dripping headers': (socket) => drip({ socket, start: `${head}x-a: ` }),
  'a dripping body': (socket) => drip({ socket, start: `${head}content-length: 99999\r\n\r\n` }),
  'a body that never goes on': (socket) => socket.write(`${head}content-length: 99999\r\n\r\nhalf`),
  'an endless body': (socket) => endless({ socket, start: `${head}\r\n`, part: 'x'.repeat(64 * kib) }),
  'endless chunks of a byte': (socket) =>
    endless({ socket, start: `${head}transfer-encoding: chunked\r\n\r\n`, part: '1\r\nx\r\n'.repeat(4_000) }),
  'endless headers': (socket) => endless({ socket, start: head, part: `x-a: ${'y'.repeat(1_000)}\r\n` }),
  'ten thousand headers': (socket) => socket.write(`${head}${'x: y\r\n'.repeat(10_000)}\r\n`),
  'endless continues': (socket) => endless({ socket, start: '', part: 'HTTP/1.1 100 Continue\r\n\r\n' }),
  'endless early hints': (socket) =>
    endless({ socket, start: '', part: 'HTTP/1.1 103 Early\r\nlink: x\r\n\r\n' }),
  'a gzip bomb': bomb('gzip'),
  'a deflate bomb': bomb('deflate'),
  'a br bomb': bomb('br'),
  'a bomb in a bomb': bomb('gzip, gzip'),
  'a length that is too long': (socket) => socket.end(`${head}content-length: 99\r\n\r\nhalf`),
  'two lengths': (socket) => socket.end(`${head}content-length: 1\r\ncontent-length: 2\r\n\r\nxx`),
  'a chunk beyond all': (socket) => socket.write(`${head}transfer-encoding: chunked\r\n\r\nffffffffff\r\nxx`),
  'broken chunks': (socket) => socket.write(`${head}transfer-encoding: chunked\r\n\r\nxyz\r\n`),
  'another protocol': (socket) => socket.write('SSH-2.0-x\r\n'),
  noise: (socket) => endless({ socket, start: '', part: Buffer.alloc(64 * kib, 0x9d) }),
  'a switch of protocols': (socket) =>
    socket.write('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
  'a redirect to itself': (socket) =>
    socket.write('HTTP/1.1 302 Found\r\nlocation: /\r\ncontent-length: 0\r\n\r\n'),
  'a second answer': (socket) => socket.write(`${head}content-length: 2\r\n\r\nok`.repeat(50)),
};
