// Loaded into a product under test by NODE_OPTIONS: its worker is the program that FAULTS_WORKER names.
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

const [, program = ''] = process.argv;

if (program.endsWith('build/worker/main.js')) {
  registerHooks({
    resolve: (specifier, context, next) =>
      next(
        specifier.endsWith('build/worker/main.js')
          ? pathToFileURL(process.env.FAULTS_WORKER).href
          : specifier,
        context,
      ),
  });
}
