/** Node's own modules, in a way that bundlers for browsers do not trip over. */

interface Builtins {
  'fs/promises': typeof import('node:fs/promises');
  worker_threads: typeof import('node:worker_threads');
}

/** Loads one of Node's modules. */
export async function builtin<K extends keyof Builtins>(name: K): Promise<Builtins[K]> {
  // Node 20.16 has `getBuiltinModule`; the import is for those before it, and
  // its specifier is not a literal so that no bundler tries to resolve it.
  const specifier = `node:${name}`;
  const found: unknown =
    process.getBuiltinModule?.(specifier) ??
    (await import(/* webpackIgnore: true */ /* @vite-ignore */ specifier));
  return found as Builtins[K];
}
