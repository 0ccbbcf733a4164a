import { csvFormat } from 'd3-dsv';

/** A name of a column with its value; undefined is an empty field. */
export type Line = Record<string, string | number | boolean | undefined>;

/** Lines below a line of names. */
export function csv(lines: readonly Line[]): string {
  return `${csvFormat(lines as Line[])}\n`;
}
