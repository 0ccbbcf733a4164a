/** What may join the list of inputs, and in words why something may not. */

import type { Input } from '../state/inputs';
import {
  FILE_LIMIT,
  TOTAL_LIMIT,
  edgesOf,
  sameContent,
  whyUnreadable,
  type Found,
  type Unreadable,
} from './files';
import { bytes } from './format';
import { parallel } from './parallel';

/** Files that are opened at a time. */
const OPEN_AT_ONCE = 16;

/** Goes through dropped files one by one, knowing what is there already. */
export class Intake {
  private total = 0;
  /** What each blob begins and ends with, or why it cannot be read. */
  private readonly looked = new Map<Blob, { edges: string } | { reason: string }>();
  /** Inputs by size and edges: only those that share both can be equal. */
  private readonly alike = new Map<string, Input[]>();

  /** Looks into all files, and into those that are there already. */
  static async over(present: readonly Input[], items: ReadonlyArray<Found | Unreadable>): Promise<Intake> {
    const intake = new Intake();
    const blobs = items.flatMap((item) => ('file' in item ? [item.file] : []));
    await parallel([...present.map((input) => input.data), ...blobs], OPEN_AT_ONCE, (blob) =>
      intake.look(blob),
    );
    for (const input of present) intake.add(input);
    return intake;
  }

  /** Counts an input in. */
  add(input: Input): void {
    this.total += input.bytes;
    const kind = this.kind(input.data);
    this.alike.set(kind, [...(this.alike.get(kind) ?? []), input]);
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
    const looked = this.looked.get(file);
    if (looked && 'reason' in looked) return `${path} cannot be read: ${looked.reason}.`;
    const twin = await this.twin(file);
    if (!twin) return undefined;
    return twin.name === path
      ? `${path} is already in the list.`
      : `${path} has the same bytes as ${twin.name}, so it is left out.`;
  }

  private async twin(file: File): Promise<Input | undefined> {
    if (file.size === 0) return undefined;
    for (const peer of this.alike.get(this.kind(file)) ?? []) {
      if (await sameContent(peer.data, file)) return peer;
    }
    return undefined;
  }

  private async look(blob: Blob): Promise<void> {
    try {
      this.looked.set(blob, { edges: await edgesOf(blob) });
    } catch (error) {
      this.looked.set(blob, { reason: whyUnreadable(error) });
    }
  }

  private kind(blob: Blob): string {
    const looked = this.looked.get(blob);
    return `${blob.size} ${looked && 'edges' in looked ? looked.edges : ''}`;
  }
}
