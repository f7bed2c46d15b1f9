import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';

/**
 * Starts Prisma's schema engine from its WebAssembly build: many machines cannot download the native one.
 * `prisma migrate deploy` can read its results.
 */
export async function startSchemaEngine({ databaseUrl, schema }: { databaseUrl: string; schema: string }) {
  await loadBindings();
  const factory = new PrismaPg({ connectionString: databaseUrl });
  const connect = factory.connect.bind(factory);
  const adapters: Awaited<ReturnType<typeof connect>>[] = [];
  factory.connect = async () => {
    const adapter = await connect();
    adapters.push(adapter);
    // The adapter's own version splits at every ";" and runs the parts outside a transaction.
    adapter.executeScript = async (sql) => {
      await adapter.underlyingDriver().query(sql);
    };
    return adapter;
  };
  const bound = bindMigrationAwareSqlAdapterFactory(factory);
  const engine = await bindings.SchemaEngine.new(
    { datamodels: [['schema.prisma', schema]] },
    () => {},
    bound,
  );
  const close = async () => {
    engine.free();
    await Promise.all(adapters.map((adapter) => adapter.dispose()));
  };
  return { engine, close };
}

let isLoaded = false;

async function loadBindings() {
  if (isLoaded) return;
  const path = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const wasm = await readFile(path.replace(/\.js$/, '.wasm'));
  const { instance } = await WebAssembly.instantiate(wasm, {
    './schema_engine_bg.js': bindings as unknown as WebAssembly.ModuleImports,
  });
  bindings.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
  isLoaded = true;
}
