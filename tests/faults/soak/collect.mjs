// Loaded into the Node processes of a soak by NODE_OPTIONS: they collect their garbage each half minute. What is measured
// then is what they hold, not when their collectors came round last.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const everyMs = 30_000;

setFlagsFromString('--expose-gc');
setInterval(runInNewContext('gc'), everyMs).unref();
