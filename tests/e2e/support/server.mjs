/** Serves the built page on a free port. */

import { importFromPage, www } from './modules.mjs';

/** The address, and how to stop. */
export async function servePage() {
  const { preview } = await importFromPage('vite');
  const server = await preview({
    root: www,
    logLevel: 'warn',
    preview: { host: '127.0.0.1', port: 0, open: false },
  });
  const { port } = server.httpServer.address();
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => new Promise((resolve) => {
      server.httpServer.close(resolve);
      server.httpServer.closeAllConnections();
    }),
  };
}
