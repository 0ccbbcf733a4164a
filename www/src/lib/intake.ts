/** What may join the list of inputs, and in words why something may not. */

import type { Input } from '../state/inputs';
import {
  FILE_LIMIT,
  TOTAL_LIMIT,
  edgesOf,
  probe,
  sameContent,
  type Found,
  type Unreadable,
} from './files';
import { bytes } from './format';

/** Goes through dropped files one by one, knowing what is there already. */
export class Intake {
  private total = 0;
  /** Inputs by size: only those of one size can be equal. */
  private readonly bySize = new Map<number, Input[]>();
  /** What files of a size shared with others begin and end with, to tell most of them apart. */
  private readonly edges = new Map<Blob, Promise<string>>();

  constructor(present: readonly Input[]) {
    for (const input of present) this.add(input);
  }

  /** Counts an input in. */
  add(input: Input): void {
    this.total += input.bytes;
    const peers = this.bySize.get(input.bytes);
    if (peers) peers.push(input);
    else this.bySize.set(input.bytes, [input]);
  }

  /** Why this cannot join, or undefined. */
  async refuse(item: Found | Unreadable): Promise<string | undefined> {
    if ('reason' in item) return `${item.path} cannot be read: ${item.reason}.`;
    const { path, file } = item;
    if (file.size > FILE_LIMIT) {
      return (
        `${path} has ${bytes(file.size)}. The limit is ${bytes(FILE_LIMIT)} for a file: each worker ` +
        'holds the file, its output and the workspace in a wasm memory of 4 GiB.'
      );
    }
    if (this.total + file.size > TOTAL_LIMIT) {
      return `${path} is left out: all files together may have ${bytes(TOTAL_LIMIT)}.`;
    }
    const unreadable = await probe(file);
    if (unreadable) return `${path} cannot be read: ${unreadable}.`;
    const twin = await this.twin(file);
    if (!twin) return undefined;
    return twin.name === path
      ? `${path} is already in the list.`
      : `${path} has the same bytes as ${twin.name}, so it is left out.`;
  }

  private async twin(file: File): Promise<Input | undefined> {
    if (file.size === 0) return undefined;
    for (const peer of this.bySize.get(file.size) ?? []) {
      const [left, right] = await Promise.all([this.edgesOf(peer.data), this.edgesOf(file)]);
      if (left === right && (await sameContent(peer.data, file))) return peer;
    }
    return undefined;
  }

  private edgesOf(blob: Blob): Promise<string> {
    const known = this.edges.get(blob);
    if (known) return known;
    const edges = edgesOf(blob);
    this.edges.set(blob, edges);
    return edges;
  }
}
