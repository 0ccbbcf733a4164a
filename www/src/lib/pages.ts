/** Long lists, a page at a time. */

/** A page of a list: its number and the places that it has, the last one not included. */
export interface Page {
  page: number;
  pages: number;
  from: number;
  to: number;
}

/** The page with this number, or the last one that there is. */
export function pageOf(page: number, count: number, size: number): Page {
  const pages = Math.max(1, Math.ceil(count / size));
  const real = Math.min(Math.max(0, page), pages - 1);
  return { page: real, pages, from: real * size, to: Math.min(count, (real + 1) * size) };
}
