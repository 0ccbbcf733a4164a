/**
 * What a codec and a level give in the kernel: models of its file systems and
 * of compressed memory. Of each the slow part, compressing, is apart from
 * what follows from it under settings.
 */
export * from './storage-btrfs.js';
export * from './storage-squashfs.js';
export * from './storage-zram.js';
export type * from './storage-btrfs-types.js';
export type * from './storage-types.js';
