/** The page's own npm packages, found from here. */

import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The folder of the page. */
export const www = fileURLToPath(new URL('../../../www/', import.meta.url));

const fromPage = createRequire(new URL('../../../www/package.json', import.meta.url));

/** Imports a package that www/package.json names. */
export async function importFromPage(name) {
  const module = await import(pathToFileURL(fromPage.resolve(name)).href);
  // A CommonJS package has its names in `default`.
  return { ...module.default, ...module };
}
