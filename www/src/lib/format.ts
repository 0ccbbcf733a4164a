/** Numbers as people in the field write them. */

const grouped = new Intl.NumberFormat('en-US');

/** `1,434,112 B`: for tips and exact columns. */
export function exactBytes(bytes: number): string {
  return `${grouped.format(bytes)} B`;
}

/** `1.36 MiB`, with three significant digits. */
export function bytes(count: number): string {
  if (count < 1024) return `${count} B`;
  const units = ['KiB', 'MiB', 'GiB', 'TiB'];
  let value = count;
  let unit = 'B';
  for (const next of units) {
    if (value < 1000) break;
    value /= 1024;
    unit = next;
  }
  return `${threeDigits(value)} ${unit}`;
}

/** `128 KiB`: a size that was chosen, without digits that say nothing. */
export function chosenBytes(count: number): string {
  return bytes(count).replace(/\.0+ /, ' ');
}

/** `3.05x`. */
export function ratio(value: number): string {
  if (!Number.isFinite(value)) return '–';
  return `${value >= 99.95 ? grouped.format(Math.round(value)) : threeDigits(value)}x`;
}

/** `58 MB/s`, 10^6 input bytes per second. */
export function speed(value: number): string {
  return `${speedValue(value)} MB/s`;
}

/** The number of {@link speed} without its unit, for a column whose head has it. */
export function speedValue(value: number): string {
  if (!Number.isFinite(value)) return '–';
  return value >= 99.95 ? grouped.format(Math.round(value)) : threeDigits(value);
}

/** A factor as a difference: `+4.2 %`, `−12.5 %`, `0 %` if there is none at all. */
export function change(factor: number): string {
  return `${changeValue(factor)} %`;
}

/** The number of {@link change} without its unit, for a column whose head has it. */
export function changeValue(factor: number): string {
  const percent = (factor - 1) * 100;
  if (percent === 0) return '0';
  const size = Math.abs(percent);
  const digits = size >= 99.95 ? grouped.format(Math.round(size)) : size >= 0.095 ? size.toFixed(1) : size >= 0.00095 ? size.toPrecision(1) : '<0.001';
  return `${percent > 0 ? '+' : '−'}${digits}`;
}

/** `12,345`. */
export function count(value: number): string {
  return grouped.format(value);
}

/** `1 file`, `3 files`. */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${grouped.format(value)} ${value === 1 ? one : many}`;
}

/** A level as a person writes it, with a real minus sign for reading. */
export function level(value: number): string {
  return value < 0 ? `−${grouped.format(-value)}` : String(value);
}

/** A stretch of time that is left: `12 s`, `3 min`. */
export function duration(ms: number): string {
  if (ms < 1000) return 'less than 1 s';
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 10) return `${minutes} min ${seconds % 60} s`;
  return `${minutes} min`;
}

function threeDigits(value: number): string {
  if (value >= 99.95) return value.toFixed(0);
  return value.toFixed(value >= 9.995 ? 1 : 2);
}
