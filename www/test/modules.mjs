/** Imports TypeScript modules of the page in Node, compiled by Vite as for the page. */

import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const server = await createServer({
  root: fileURLToPath(new URL('..', import.meta.url)),
  logLevel: 'error',
  server: { middlewareMode: true, watch: null, ws: false },
  optimizeDeps: { noDiscovery: true },
});

/** A module by its path under src. */
export function load(path) {
  return server.ssrLoadModule(`/src/${path}`);
}

/** To be called when the tests are over. */
export function close() {
  return server.close();
}
