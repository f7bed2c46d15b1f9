// Loaded into the tested product's worker by NODE_OPTIONS: all names of one domain resolve to this machine. The guard
// allows the pair of address and port, and the limits count such a name like any other host.
import { promises as dns } from 'node:dns';

const [, program = ''] = process.argv;
const ownEnd = `.${process.env.FAULTS_NAMES}`;

if (program.endsWith('worker/main.js')) {
  answer('resolve4', ['127.0.0.1']);
  answer('resolve6', []);
}

function answer(method, addresses) {
  const { prototype } = dns.Resolver;
  const ask = prototype[method];
  prototype[method] = function (name, ...more) {
    return name.endsWith(ownEnd) ? Promise.resolve(addresses) : ask.call(this, name, ...more);
  };
}
